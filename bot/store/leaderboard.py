"""Reads leaderboards: pages of the rankings in bot/store/sums. Nothing is added up here.

Equal people share a rank.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, Select, func, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.connection import reader
from bot.store.privacy import NOBODY
from bot.store.schema import players
from bot.store.sums.rankings import Board, is_of, rolled
from bot.store.sums.schema import rankings, standings
from bot.tables.periods import ROLLING, day_of
from bot.tables.standings import Field

Metric = Literal["rating", "wins", "points", "matches"]

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
    rating: int
    is_provisional: bool


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

    Shape: `community_id` may be EVERYWHERE, and `game` ALL_GAMES (bot/store/sums/schema.py); `period` is one of those
    in bot/tables/periods.py.
    """

    community_id: int
    game: str
    field: Field
    period: str
    metric: Metric = "rating"

    @property
    def board(self) -> Board:
        """The board that the ranking is on."""
        return Board(self.community_id, self.game, self.field)


_Key = tuple[RankingQuery, int, int, int]
"""What identifies a page: query, reader, first line, number of lines."""

_COLUMNS: dict[Metric, ColumnElement[int]] = {
    "rating": standings.c.strength,
    "wins": standings.c.wins,
    "points": standings.c.points,
    "matches": standings.c.matches,
}


class Leaderboard:
    """The rankings of each community. Pages are kept for a short while, and moves never wait for a query."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self._writer = engine
        self._engine = reader(engine)
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
            ends = self._ends
            ranking = await self._ask(query, reader, first, lines)
            if ends == self._ends:
                self._kept[key] = self._clock(), ranking
                if len(self._kept) > KEPT_PAGES:
                    self._kept.popitem(last=False)
            return ranking

    async def periods(self, board: Board) -> tuple[str, ...]:
        """The periods in which anyone has played, in no order."""
        query = select(rankings.c.period).where(is_of(board))
        async with self._engine.connect() as db:
            return tuple((await db.execute(query)).scalars())

    async def champions(self, query: RankingQuery) -> tuple[Standing, ...]:
        """Everyone in first place whose rating isn't provisional. Shape: at most ten; empty if there is no one."""
        ranking = await self.ranking(query, reader=0, first=0, lines=10)
        return tuple(line for line in ranking.lines if line.rank == 1 and not line.is_provisional)

    def _recent(self, key: _Key) -> Ranking | None:
        at, ranking = self._kept.get(key, (0.0, None))
        return ranking if at > self._clock() - KEPT_SECONDS else None

    async def _ask(self, query: RankingQuery, user_id: int, first: int, lines: int) -> Ranking:
        async with self._engine.connect() as db:
            found = (await db.execute(_ranking(query))).first()
        if found is None:
            return Ranking()
        today = day_of(int(self._clock()))
        if query.period in ROLLING and found.day < today:
            async with self._writer.begin() as db:
                await rolled(db, query.board, today)
        async with self._engine.connect() as db:
            return await _Page(db, query, found.id).read(user_id, first, lines)


def _ranking(query: RankingQuery) -> Select[Any]:
    return select(rankings.c.id, rankings.c.day).where(is_of(query.board), rankings.c.period == query.period)


class _Page:
    """Reads one page of one ranking, always by an index that has it in order."""

    def __init__(self, db: AsyncConnection, query: RankingQuery, ranking_id: int) -> None:
        self._db = db
        self._query = query
        self._value = _COLUMNS[query.metric]
        self._here = (standings.c.ranking_id == ranking_id) & standings.c.is_listed

    async def read(self, user_id: int, first: int, lines: int) -> Ranking:
        """The lines from `first` on, those around this person, and the number of lines."""
        page = self._in_order(self._here).offset(first).limit(lines)
        return Ranking(
            lines=await self._ranked((await self._db.execute(page)).all(), first),
            around=await self._around(user_id),
            total=await self._count(self._here),
        )

    async def _around(self, user_id: int) -> tuple[Standing, ...]:
        """The person's line between its neighbours."""
        own = (await self._db.execute(self._selected(self._here & (standings.c.user_id == user_id)))).first()
        if own is None:
            return ()
        line, mine = tuple_(self._value, standings.c.user_id), tuple_(literal(own.value), literal(user_id))
        above = self._selected(self._here & (line > mine)).order_by(self._value, standings.c.user_id).limit(1)
        below = self._in_order(self._here & (line < mine)).limit(1)
        rows = [*await self._db.execute(above), own, *await self._db.execute(below)]
        return await self._ranked(rows, None)

    async def _ranked(self, rows: Sequence[Row[Any]], first: int | None) -> tuple[Standing, ...]:
        """Gives consecutive rows their ranks. Shape: `first` is the place of the first one from 0, if it is known."""
        found: list[Standing] = []
        place = first
        value = None
        for row in rows:
            standing = _standing(row)
            if found and row.value == value:
                found.append(replace(standing, rank=found[-1].rank))
            elif found and place is not None:
                found.append(replace(standing, rank=place + 1))
            else:
                found.append(replace(standing, rank=1 + await self._count(self._here & (self._value > row.value))))
            value = row.value
            place = None if place is None else place + 1
        return tuple(found)

    async def _count(self, condition: ColumnElement[bool]) -> int:
        return (await self._db.execute(select(func.count()).select_from(standings).where(condition))).scalar_one()

    def _in_order(self, condition: ColumnElement[bool]) -> Select[Any]:
        return self._selected(condition).order_by(self._value.desc(), standings.c.user_id.desc())

    def _selected(self, condition: ColumnElement[bool]) -> Select[Any]:
        columns = standings.c
        is_named = (players.c.user_id == columns.user_id) & (players.c.community_id == self._query.community_id)
        return (
            select(
                self._value.label("value"), columns.user_id, players.c.name, columns.matches, columns.wins,
                columns.points, columns.rating, columns.strength,
            )
            .join_from(standings, players, is_named, isouter=True)
            .where(condition)
        )  # fmt: skip


def _standing(row: Row[Any]) -> Standing:
    """A line without its rank."""
    return Standing(
        rank=0,
        user_id=row.user_id,
        name=row.name or NOBODY,
        matches=row.matches,
        wins=row.wins,
        points=row.points,
        rating=row.rating,
        is_provisional=row.strength < row.rating,
    )
