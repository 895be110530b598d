"""Reads leaderboards: of all time and of seasons from `ratings`, of the last days from `results`. Ties share a rank."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import ALL_GAMES, EVERYWHERE, FORMER_PLAYER, players, ratings, results
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import ALL_TIME, ROLLING, day_of
from bot.tables.ratings import shown_rating
from bot.tables.standings import Field

Metric = Literal["rating", "wins", "points", "matches"]

KEPT_SECONDS = 30
"""Time for which a page is kept before the database is asked again, unless a match of its server ends sooner."""

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
    """A leaderboard, and its order.

    Shape: `community_id` may be EVERYWHERE, and `game` ALL_GAMES; `period` is one of those in bot/tables/periods.py.
    """

    community_id: int
    game: str
    field: Field
    period: str
    metric: Metric = "rating"


_Key = tuple[RankingQuery, int, int, int]
"""Key of a page: query, reader, first line, number of lines."""


class Leaderboard:
    """The rankings of each community. Pages are kept for a short while, and moves never wait for a query."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self._database = Database.of(engine)
        self._clock = clock
        self._asking = asyncio.Semaphore(1)  # one query at a time: moves need the processor too
        self._kept: OrderedDict[_Key, tuple[float, Ranking]] = OrderedDict()
        self._asked: int | None = None  # the community that the database is asked about

    def note_end(self, community_id: int) -> None:
        """Drops this community's pages: a match has ended there. Those across servers may be late by `KEPT_SECONDS`."""
        self._kept = OrderedDict((key, page) for key, page in self._kept.items() if key[0].community_id != community_id)
        self._asked = None if self._asked == community_id else self._asked

    def drop(self) -> None:
        """Drops all pages: somebody's name has changed, or whether they are listed."""
        self._kept.clear()
        self._asked = None

    def is_kept(self, query: RankingQuery, *, reader: int, first: int, lines: int) -> bool:
        """Whether this page can be shown without asking the database."""
        return self._recent((query, reader, first, lines)) is not None

    async def ranking(self, query: RankingQuery, *, reader: int, first: int, lines: int) -> Ranking:
        """Lines `first` to `first + lines`, counted from 0, with those around the reader and the number of lines."""
        key = (query, reader, first, lines)
        async with self._asking:
            if (kept := self._recent(key)) is not None:
                return kept
            self._asked, now = query.community_id, self._clock()
            found = await self._database.read(lambda db: _page(db, key, day_of(int(now))))
            if self._asked is not None:
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
    found = db.execute(_statement(query, today), {"reader": reader, "first": first, "lines": lines}).all()
    numbers = found[0]
    around = [row for row in found if row.is_around == 1] if numbers.own is not None else []
    above = max(0, numbers.above - 1)
    return Ranking(
        lines=tuple(_in_a_row([row for row in found if row.is_around == 0], first, numbers.better_than_page)),
        around=tuple(_in_a_row(around[: numbers.above - above + 2], above, numbers.better_than_around)),
        total=numbers.total,
    )


def _in_a_row(rows: Sequence[Row[Any]], first: int, better: int) -> Iterator[Standing]:
    """Gives consecutive lines their ranks. Shape: `first` lines stand before them, `better` of them without a tie."""
    rank = better + 1
    for at, row in enumerate(rows):
        if at and row.value != rows[at - 1].value:
            rank = first + at + 1
        rating, is_provisional = shown_rating(row.strength)
        name = row.name or FORMER_PLAYER
        yield Standing(rank, row.user_id, name, row.matches, row.wins, row.points, rating, is_provisional)


@lru_cache(maxsize=32)  # to build one takes more than to run it on an index
def _statement(query: RankingQuery, today: int) -> Select[Any]:
    """The lines of a page and those around the reader's own, each with the number of lines, and of those before them.

    Shape: at least one row; `is_around` is NULL if it's no line.
    """
    everyone = _recent_counts(query, today) if query.period in ROLLING else _counts(query)
    has_index = query.period not in ROLLING and query.metric == "rating"  # else it's worked out once, and sorted
    counts = everyone.subquery() if has_index else everyone.cte()
    value = (counts.c.strength if query.metric == "rating" else counts.c[query.metric]).label("value")
    place = tuple_(value, counts.c.user_id)
    in_order = select(value, *counts.c).order_by(value.desc(), counts.c.user_id.desc())
    own = select(value).where(counts.c.user_id == bindparam("reader")).subquery()
    own_value = select(own.c.value).scalar_subquery()
    above = _number(counts, place > tuple_(own_value, bindparam("reader")))
    page = in_order.limit(bindparam("lines")).offset(bindparam("first")).cte()
    around = in_order.limit(3).offset(case((above > 0, above - 1), else_=0)).cte()
    numbers = select(
        own_value.label("own"),
        above.label("above"),
        _number(counts, true()).label("total"),
        _number(counts, value > select(func.max(page.c.value)).scalar_subquery()).label("better_than_page"),
        _number(counts, value > select(func.max(around.c.value)).scalar_subquery()).label("better_than_around"),
    ).subquery()
    shown = union_all(select(literal(0).label("is_around"), page), select(literal(1), around)).subquery()
    is_named = and_(players.c.user_id == shown.c.user_id, players.c.community_id == query.community_id)
    rows = select(numbers, shown, players.c.name).join_from(numbers, shown, true(), isouter=True)
    named = rows.join(players, is_named, isouter=True)
    return named.order_by(shown.c.is_around, shown.c.value.desc(), shown.c.user_id.desc())


def _number(counts: FromClause, condition: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).select_from(counts).where(condition).scalar_subquery()


def _is_of(query: RankingQuery) -> ColumnElement[bool]:
    here = (ratings.c.scope == query.community_id) & (ratings.c.game == query.game)
    return here & (ratings.c.field == query.field)


def _counts(query: RankingQuery) -> Select[Any]:
    """Everyone's counts and strength, of all time or in a season."""
    columns = ratings.c
    shown = (columns.user_id, columns.matches, columns.wins, columns.points, columns.strength)
    return select(*shown).where(_is_of(query), columns.season == query.period, columns.is_listed)


def _recent_counts(query: RankingQuery, today: int) -> Select[Any]:
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
    return select(recent, ratings.c.strength).join_from(recent, ratings, is_theirs).where(ratings.c.is_listed)
