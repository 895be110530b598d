"""Reads leaderboards: pages of the rankings in bot/store/sums. Nothing is added up here.

Ties share a rank.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Select,
    bindparam,
    func,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.personal import FORMER_PLAYER
from bot.store.schema import players
from bot.store.sums.counting import lock
from bot.store.sums.rankings import IS_OF_BOARD, Board, rolled
from bot.store.sums.schema import rankings, standings
from bot.tables.periods import ROLLING, day_of
from bot.tables.standings import Field

Metric = Literal["rating", "wins", "points", "matches"]

KEPT_SECONDS = 30
"""How long a page is kept before the database is asked again, unless a match ends sooner."""

KEPT_PAGES = 500

LARGE = 1_000
"""From this many lines on, a ranking's number of lines is kept too, even when a match ends: counting is slow."""


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
        self._database = Database.of(engine)
        self._clock = clock
        self._asking = asyncio.Semaphore(1)  # one query at a time: moves need the processor too
        self._kept: OrderedDict[_Key, tuple[float, Ranking]] = OrderedDict()
        self._totals: dict[int, tuple[float, int]] = {}
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
        query = select(rankings.c.period).where(IS_OF_BOARD)
        return await self._database.read(lambda db: tuple(db.execute(query, asdict(board)).scalars()))

    async def champions(self, query: RankingQuery) -> tuple[Standing, ...]:
        """Everyone in first place whose rating isn't provisional. Shape: at most ten; empty if there is no one."""
        ranking = await self.ranking(query, reader=0, first=0, lines=10)
        return tuple(line for line in ranking.lines if line.rank == 1 and not line.is_provisional)

    def _recent(self, key: _Key) -> Ranking | None:
        at, ranking = self._kept.get(key, (0.0, None))
        return ranking if at > self._clock() - KEPT_SECONDS else None

    async def _ask(self, query: RankingQuery, user_id: int, first: int, lines: int) -> Ranking:
        today = day_of(int(self._clock()))

        def look(db: Connection) -> Ranking | None:
            found = db.execute(_RANKING, {**asdict(query.board), "period": query.period}).first()
            if found is None:
                return Ranking()
            if query.period in ROLLING and found.day < today:
                return None
            total = self._total(db, query, found.id)
            return _page(db, query, found.id, total, _Part(user_id, first, lines))

        def roll(db: Connection) -> None:
            lock(db)  # else a match that is being counted could take the same days away once more
            rolled(db, query.board, today)

        while (ranking := await self._database.read(look)) is None:
            await self._database.write(roll)
        return ranking

    def _total(self, db: Connection, query: RankingQuery, ranking_id: int) -> int:
        """How many lines the ranking has; in large ones, how many it had up to `KEPT_SECONDS` ago."""
        now = self._clock()
        self._totals = {one: kept for one, kept in self._totals.items() if kept[0] > now - KEPT_SECONDS}
        if kept := self._totals.get(ranking_id):
            return kept[1]
        total = int(db.execute(_STATEMENTS[query.metric].total, {"ranking": ranking_id}).scalar_one())
        if total >= LARGE:
            self._totals[ranking_id] = now, total
        return total


_RANKING = select(rankings.c.id, rankings.c.day).where(IS_OF_BOARD, rankings.c.period == bindparam("period"))


def _page(db: Connection, query: RankingQuery, ranking_id: int, total: int, part: "_Part") -> Ranking:
    user_id, first, lines = part
    statements = _STATEMENTS[query.metric]
    here = {"ranking": ranking_id, "community": query.community_id}
    page = _in_order(db.execute(statements.lines, here | {"lines": lines, "first": first}))
    own = db.execute(statements.own, here | {"person": user_id}).first()
    mine = here | {"person": user_id, "value": own.value if own else None}
    beside = db.execute(statements.beside, mine).all() if own else []
    around = _in_order((*beside, own)) if own else []
    better, ties, ties_of_page = db.execute(statements.counts, here | _lines_to_count(page, around)).one()
    return Ranking(
        lines=tuple(_in_a_row(page, first, ties_of_page)),
        around=tuple(_in_a_row(around, better + ties, ties)),
        total=max(total, first + len(page) if page else 0, better + ties + len(around)),
    )


def _in_order(rows: Iterable[Row[Any]]) -> list[Row[Any]]:
    """Sorts a few lines as the indices do: by value, and ties by user id, the highest first."""
    return sorted(rows, key=lambda row: (-row.value, -row.user_id))


def _lines_to_count(page: Sequence[Row[Any]], around: Sequence[Row[Any]]) -> dict[str, int | None]:
    """The first lines of both lists, as parameters of `_Statements.counts`."""
    parameters: dict[str, int | None] = {}
    for name, rows in (("page", page), ("around", around)):
        parameters |= {
            f"{name}_value": rows[0].value if rows else None,
            f"{name}_person": rows[0].user_id if rows else None,
        }
    return parameters


def _in_a_row(rows: Sequence[Row[Any]], first: int, ties: int) -> Iterator[Standing]:
    """Gives consecutive lines their ranks. Shape: `first` lines stand before them; `ties` of those tie with them."""
    rank = first - ties + 1
    for place, row in enumerate(rows, first):
        if place > first and row.value != rows[place - first - 1].value:
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


class _Part(NamedTuple):
    """Whose page it is, and which lines it has."""

    user_id: int
    first: int
    lines: int


@dataclass(frozen=True, slots=True)
class _Statements:
    """The queries for pages ordered by one column. They are built once, since that takes longer than to run them.

    Shape: `counts` has the lines better than the first around the reader, those before it that are tied with it, and
    those before the first on the page that are tied with that.
    """

    lines: Select[Any]
    own: Select[Any]
    beside: CompoundSelect[Any]
    total: Select[Any]
    counts: Select[Any]


def _statements(value: ColumnElement[int]) -> _Statements:
    columns = standings.c
    here = (columns.ranking_id == bindparam("ranking")) & columns.is_listed
    is_named = (players.c.user_id == columns.user_id) & (players.c.community_id == bindparam("community"))
    shown = (columns.user_id, players.c.name, columns.matches, columns.wins, columns.points, columns.rating)
    columns_shown = select(value.label("value"), *shown, columns.strength)
    line = columns_shown.join_from(standings, players, is_named, isouter=True).where(here)
    in_order = (value.desc(), columns.user_id.desc())
    page = select(columns.user_id).where(here).order_by(*in_order)  # from the index alone, so that skipping is cheap
    page_ids = page.limit(bindparam("lines")).offset(bindparam("first")).subquery()
    place, mine = tuple_(value, columns.user_id), tuple_(bindparam("value"), bindparam("person"))
    above = line.where(place > mine).order_by(value, columns.user_id).limit(1).subquery()
    below = line.where(place < mine).order_by(*in_order).limit(1).subquery()
    tied = [
        here & (value == bindparam(f"{name}_value")) & (columns.user_id > bindparam(f"{name}_person"))
        for name in ("around", "page")
    ]
    better = here & (value > bindparam("around_value"))
    counted = (better, *tied)
    return _Statements(
        lines=line.join(page_ids, page_ids.c.user_id == columns.user_id),
        own=line.where(columns.user_id == bindparam("person")),
        beside=union_all(select(above), select(below)),
        total=select(func.count()).select_from(standings).where(here),
        counts=select(*(select(func.count()).select_from(standings).where(one).scalar_subquery() for one in counted)),
    )


_STATEMENTS = {metric: _statements(column) for metric, column in _COLUMNS.items()}
