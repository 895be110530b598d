"""Reads leaderboards: of all time and of seasons from `ratings`, of the last days from `results`. Ties share a rank."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.personal import FORMER_PLAYER
from bot.store.schema import ALL_GAMES, EVERYWHERE, players, ratings, results
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import ALL_TIME, ROLLING, day_of
from bot.tables.ratings import shown_rating
from bot.tables.standings import Field

Metric = Literal["rating", "wins", "points", "matches"]

KEPT_SECONDS = 30
"""How long a page is kept before the database is asked again, unless a match ends sooner."""

KEPT_PAGES = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the leaderboard. Shape: `rank` counts from 1; ties share it."""

    rank: int
    user_id: int
    name: str
    matches: int
    wins: int
    points: int
    rating: int
    is_provisional: bool

    @property
    def is_former(self) -> bool:
        """Whether this person's data has been deleted."""
        return self.name == FORMER_PLAYER


@dataclass(frozen=True, slots=True)
class Ranking:
    """One page of the leaderboard.

    Shape: `around` has the reader's line and those right above and below it, wherever they stand; it is empty if the
    reader has none. `total` counts all lines.
    """

    lines: tuple[Standing, ...] = ()
    around: tuple[Standing, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class RankingQuery:
    """Which leaderboard, and what it's ordered by.

    Shape: `community_id` may be EVERYWHERE, and `game` ALL_GAMES; `period` is one of those in bot/tables/periods.py.
    """

    community_id: int
    game: str
    field: Field
    period: str
    metric: Metric = "rating"


_Key = tuple[RankingQuery, int, int, int]
"""What identifies a page: query, reader, first line, number of lines."""


class Leaderboard:
    """The rankings of each community. Pages are kept for a short while, and moves never wait for a query."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self._database = Database.of(engine)
        self._clock = clock
        self._asking = asyncio.Semaphore(1)  # one query at a time: moves need the processor too
        self._kept: OrderedDict[_Key, tuple[float, Ranking]] = OrderedDict()
        self._ends = 0

    def note_end(self) -> None:
        """Drops all kept pages: a match has ended, so they may be out of date."""
        self._ends += 1
        self._kept.clear()

    def is_kept(self, query: RankingQuery, *, reader: int, first: int, lines: int) -> bool:
        """Whether this page can be shown without asking the database."""
        return self._recent((query, reader, first, lines)) is not None

    async def ranking(self, query: RankingQuery, *, reader: int, first: int, lines: int) -> Ranking:
        """Lines `first` to `first + lines`, counted from 0, with those around the reader and the number of lines."""
        key = (query, reader, first, lines)
        async with self._asking:
            if (kept := self._recent(key)) is not None:
                return kept
            ends, now = self._ends, self._clock()
            found = await self._database.read(lambda db: _page(db, key, day_of(int(now))))
            if ends == self._ends:
                self._kept[key] = now, found
                if len(self._kept) > KEPT_PAGES:
                    self._kept.popitem(last=False)
            return found

    async def seasons(self, query: RankingQuery) -> tuple[str, ...]:
        """The seasons in which anyone has played, in no order."""
        found = select(ratings.c.season).where(_is_of(query), ratings.c.season != ALL_TIME).distinct()
        return await self._database.read(lambda db: tuple(db.execute(found).scalars()))

    async def champions(self, query: RankingQuery) -> tuple[Standing, ...]:
        """Everyone in first place whose rating isn't provisional. Shape: at most ten; empty if there is no one."""
        ranking = await self.ranking(query, reader=0, first=0, lines=10)
        return tuple(line for line in ranking.lines if line.rank == 1 and not line.is_provisional)

    def _recent(self, key: _Key) -> Ranking | None:
        at, ranking = self._kept.get(key, (0.0, None))
        return ranking if at > self._clock() - KEPT_SECONDS else None


def _page(db: Connection, key: _Key, today: int) -> Ranking:
    query, reader, first, lines = key
    found = db.execute(_statement(query, today), {"reader": reader, "first": first, "last": first + lines}).all()
    around = [row for row in found if row.own and abs(row.place - row.own) <= 1]
    return Ranking(
        lines=tuple(_standing(row) for row in found if first < row.place <= first + lines),
        around=tuple(map(_standing, around)),
        total=found[0].total if found else 0,
    )


def _standing(row: Row[Any]) -> Standing:
    rating, is_provisional = shown_rating(row.strength)
    name = row.name or FORMER_PLAYER
    return Standing(row.rank, row.user_id, name, row.matches, row.wins, row.points, rating, is_provisional)


def _statement(query: RankingQuery, today: int) -> Select[Any]:
    """The lines of a page, those around the reader's own, and the first one, which tells how many there are."""
    counts = _recent_counts(query, today) if query.period in ROLLING else _counts(query)
    value = counts.c.strength if query.metric == "rating" else counts.c[query.metric]
    best, in_order = value.desc(), (value.desc(), counts.c.user_id.desc())
    ranked = select(
        counts,
        func.rank().over(order_by=best).label("rank"),
        func.row_number().over(order_by=in_order).label("place"),
        func.count().over().label("total"),
    ).cte("ranked")
    own = select(ranked.c.place).where(ranked.c.user_id == bindparam("reader")).scalar_subquery()
    is_named = and_(players.c.user_id == ranked.c.user_id, players.c.community_id == query.community_id)
    is_shown = or_(
        ranked.c.place == 1,
        ranked.c.place.between(bindparam("first") + 1, bindparam("last")),
        ranked.c.place.between(own - 1, own + 1),
    )
    page = select(ranked, players.c.name, own.label("own")).join_from(ranked, players, is_named, isouter=True)
    return page.where(is_shown).order_by(ranked.c.place)


def _is_of(query: RankingQuery) -> ColumnElement[bool]:
    columns = ratings.c
    here = (columns.scope == query.community_id) & (columns.game == query.game)
    return here & (columns.field == query.field)


def _counts(query: RankingQuery) -> Subquery:
    """Everyone's counts and strength, of all time or in a season."""
    columns = ratings.c
    shown = (columns.user_id, columns.matches, columns.wins, columns.points, columns.strength)
    return select(*shown).where(_is_of(query), columns.season == query.period, columns.is_listed).subquery()


def _recent_counts(query: RankingQuery, today: int) -> Subquery:
    """Everyone's counts in the last days, and their strength as of now."""
    columns = results.c
    begins = (today - ROLLING[query.period] + 1) * DAY_SECONDS
    here = columns.is_everywhere if query.community_id == EVERYWHERE else columns.community_id == query.community_id
    counted = select(
        columns.user_id,
        func.count().label("matches"),
        func.sum(columns.won).label("wins"),
        func.sum(columns.points).label("points"),
    ).where(here, columns.field == query.field, columns.ended_at >= begins)
    if query.game != ALL_GAMES:
        counted = counted.where(columns.game == query.game)
    recent = counted.group_by(columns.user_id).subquery()
    is_theirs = and_(ratings.c.user_id == recent.c.user_id, _is_of(query), ratings.c.season == ALL_TIME)
    return (
        select(recent, ratings.c.strength).join_from(recent, ratings, is_theirs).where(ratings.c.is_listed).subquery()
    )
