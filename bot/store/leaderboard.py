"""The leaderboard: sums over the stored results. What a match counts for is decided in bot/tables/standings.py.

People are ranked by points, then by wins, then by fewer matches. Equal in all three, they share a rank.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import reader
from bot.store.ranks import better_first
from bot.store.schema import players, results
from bot.tables.standings import Field

KEPT_SECONDS = 30
"""How long a page is kept before the database is asked again, unless a match ends sooner."""

KEPT_PAGES = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the leaderboard. Shape: `rank` counts from 1; equal people share it."""

    rank: int
    user_id: int
    name: str
    matches: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """One page of the leaderboard. Shape: `own` is the reader's line wherever it stands; `total` counts all lines."""

    lines: tuple[Standing, ...]
    own: Standing | None
    total: int


@dataclass(frozen=True, slots=True)
class RankingQuery:
    """Which leaderboard. Shape: `game` is None for all games. Units: `since` in seconds since 1970, 0 for all time."""

    community_id: int
    field: Field
    game: str | None
    since: int


_Key = tuple[RankingQuery, int, int, int]
"""What identifies a page: query, reader, first line, number of lines."""


class Leaderboard:
    """The rankings of each community. Pages are kept for a short while, and moves never wait for a query."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self._engine = reader(engine)
        self._clock = clock
        self._asking = asyncio.Semaphore(1)  # one long query at a time: moves need the processor too
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
        """Lines `first` to `first + lines`, counted from 0, with the reader's own line and the number of lines."""
        key = (query, reader, first, lines)
        async with self._asking:
            if (kept := self._recent(key)) is not None:
                return kept
            ends = self._ends
            ranking = await self._ask(query, reader, first, lines)
            if ends == self._ends:
                self._kept[key] = self._clock(), ranking
                if len(self._kept) > KEPT_PAGES:
                    self._kept.popitem(last=False)
            return ranking

    def _recent(self, key: _Key) -> Ranking | None:
        at, ranking = self._kept.get(key, (0.0, None))
        return ranking if at > self._clock() - KEPT_SECONDS else None

    async def _ask(self, query: RankingQuery, reader: int, first: int, lines: int) -> Ranking:
        """Reads a page in one query: its lines, the reader's, and the very first, which carries the total."""
        matches, wins, points = func.count(), func.sum(results.c.won), func.sum(results.c.points)
        order = better_first(points, wins, matches)
        summed = (
            select(
                func.rank().over(order_by=order).label("rank"),
                func.row_number().over(order_by=(*order, results.c.user_id)).label("place"),
                func.count().over().label("total"),
                results.c.user_id,
                matches.label("matches"),
                wins.label("wins"),
                points.label("points"),
            )
            .where(_conditions(query))
            .group_by(results.c.user_id)
            .subquery()
        )
        line = summed.c
        is_named = (players.c.user_id == line.user_id) & (players.c.community_id == query.community_id)
        wanted = line.place.between(first + 1, first + lines) | (line.user_id == reader) | (line.place == 1)
        columns = (line.rank, line.user_id, players.c.name, line.matches, line.wins, line.points)
        page = select(line.place, line.total, *columns).join(players, is_named).where(wanted).order_by(line.place)
        async with self._engine.connect() as db:
            rows = (await db.execute(page)).all()
        found = [(place, Standing(*standing)) for place, _, *standing in rows]
        return Ranking(
            lines=tuple(standing for place, standing in found if first < place <= first + lines),
            own=next((standing for _, standing in found if standing.user_id == reader), None),
            total=rows[0].total if rows else 0,
        )


def _conditions(query: RankingQuery) -> ColumnElement[bool]:
    conditions = [
        results.c.community_id == query.community_id,
        results.c.field == query.field,
        results.c.ended_at >= query.since,
    ]
    if query.game:
        conditions.append(results.c.game == query.game)
    return and_(*conditions)
