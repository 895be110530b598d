"""Reads leaderboards: pages of the rankings in bot/store/sums. Nothing is added up here.

Ties share a rank.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, CompoundSelect, Row, Select, bindparam, func, select, tuple_, union_all
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.connection import reader
from bot.store.personal import FORMER_PLAYER
from bot.store.schema import players
from bot.store.sums.counting import lock
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
            found = (await db.execute(_RANKING, {**asdict(query.board), "period": query.period})).first()
            if found is None:
                return Ranking()
            if query.period not in ROLLING or found.day >= day_of(int(self._clock())):
                return await _page(db, query, found.id, _Part(user_id, first, lines))
        async with self._writer.begin() as db:
            await lock(db)  # else a match that is being counted could take the same days away once more
            await rolled(db, query.board, day_of(int(self._clock())))
        return await self._ask(query, user_id, first, lines)


_RANKING = select(rankings.c.id, rankings.c.day).where(
    rankings.c.community_id == bindparam("community_id"),
    rankings.c.game == bindparam("game"),
    rankings.c.field == bindparam("field"),
    rankings.c.period == bindparam("period"),
)


async def _page(db: AsyncConnection, query: RankingQuery, ranking_id: int, part: "_Part") -> Ranking:
    user_id, first, lines = part
    statements = _STATEMENTS[query.metric]
    here = {"ranking": ranking_id, "community": query.community_id}
    page = (await db.execute(statements.lines, here | {"lines": lines, "first": first})).all()
    own = (await db.execute(statements.own, here | {"person": user_id})).first()
    mine = here | {"person": user_id, "value": own.value if own else None}
    beside = (await db.execute(statements.beside, mine)).all() if own else []
    around = sorted((*beside, own), key=lambda row: (-row.value, -row.user_id)) if own else []
    values = [row.value for row in (*page[:1], *around)] + [None] * MOST_VALUES
    parameters = {f"value{number}": value for number, value in enumerate(values[:MOST_VALUES])}
    total, *ahead = (await db.execute(statements.counts, here | parameters)).one()
    ranks = {value: 1 + count for value, count in zip(values, ahead, strict=False) if value is not None}
    return Ranking(
        tuple(_in_a_row(page, first, ranks)), tuple(_standing(row, ranks[row.value]) for row in around), total
    )


def _in_a_row(page: Sequence[Row[Any]], first: int, ranks: Mapping[int, int]) -> Iterator[Standing]:
    """Consecutive lines, from place `first` on, counted from 0. Shape: `ranks` has that of the first line, by value."""
    rank = 0
    for place, row in enumerate(page, first):
        if place == first:
            rank = ranks[row.value]
        elif row.value != page[place - first - 1].value:
            rank = place + 1
        yield _standing(row, rank)


def _standing(row: Row[Any], rank: int) -> Standing:
    return Standing(
        rank=rank,
        user_id=row.user_id,
        name=row.name or FORMER_PLAYER,
        matches=row.matches,
        wins=row.wins,
        points=row.points,
        rating=row.rating,
        is_provisional=row.strength < row.rating,
    )


MOST_VALUES = 4
"""The lines of a page whose ranks have to be counted: its first one, the reader's, and those above and below theirs."""


class _Part(NamedTuple):
    """Whose page it is, and which lines it has."""

    user_id: int
    first: int
    lines: int


@dataclass(frozen=True, slots=True)
class _Statements:
    """The queries for pages ordered by one column. They are built once, since that takes longer than to run them."""

    lines: Select[Any]
    own: Select[Any]
    beside: CompoundSelect[Any]
    counts: Select[Any]


def _statements(value: ColumnElement[int]) -> _Statements:
    columns = standings.c
    here = (columns.ranking_id == bindparam("ranking")) & columns.is_listed
    is_named = (players.c.user_id == columns.user_id) & (players.c.community_id == bindparam("community"))
    shown = (columns.user_id, players.c.name, columns.matches, columns.wins, columns.points, columns.rating)
    line = (
        select(value.label("value"), *shown, columns.strength)
        .join_from(standings, players, is_named, isouter=True)
        .where(here)
    )
    place, mine = tuple_(value, columns.user_id), tuple_(bindparam("value"), bindparam("person"))
    above = line.where(place > mine).order_by(value, columns.user_id).limit(1).subquery()
    below = line.where(place < mine).order_by(value.desc(), columns.user_id.desc()).limit(1).subquery()
    ahead = [here & (value > bindparam(f"value{number}")) for number in range(MOST_VALUES)]
    counts = (select(func.count()).select_from(standings).where(one).scalar_subquery() for one in (here, *ahead))
    return _Statements(
        lines=line.order_by(value.desc(), columns.user_id.desc()).limit(bindparam("lines")).offset(bindparam("first")),
        own=line.where(columns.user_id == bindparam("person")),
        beside=union_all(select(above), select(below)),
        counts=select(*counts),
    )


_STATEMENTS = {metric: _statements(column) for metric, column in _COLUMNS.items()}
