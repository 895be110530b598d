"""Cost of a leaderboard page with up to a million results, and for those who play meanwhile.

Half of the results are in one server. Its people, one for twenty results, have ratings in one game and in all.
Twenty tables write moves and now and then end a match, in the bot's own transactions, while somebody reads pages
without a break: first pages, middle ones and last ones, by everything that can be ordered by. The same moves are
measured without readers, in turns.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count, product
from random import Random
from statistics import fmean, median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple, get_args

from sqlalchemy import Table as SqlTable
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bench.children import empty_databases
from bench.endings import GAME, NOW, SERVER, end, opened
from bench.report import count as thousands
from bench.report import milliseconds, print_table, ratio
from bot.store.leaderboard import Leaderboard, Metric, RankingQuery
from bot.store.results import Board, Sums, rows_of
from bot.store.schema import ALL_GAMES, matches, players, ratings, results
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import ALL_TIME, ROLLING
from games.core import Move, Seat

SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUICK_SIZES = (1_000,)

HERE, ELSEWHERE = SERVER, SERVER + 1
YEAR_SECONDS = 365 * DAY_SECONDS  # in which the results came about
RESULTS_A_PERSON = 20
RESULTS_A_MATCH = 4
LINES = 10

TABLES = 20
MOVES_A_SECOND = 40
MOVES_A_MATCH = 25
ROUND_SECONDS = 4.0
ROUNDS = 3
PAGES_ALONE = 200


class Page(NamedTuple):
    """A page that was read, and read again while it was kept. Units: seconds."""

    wait: float
    cpu: float
    kept: float


class Playing(NamedTuple):
    """How long a move takes to be stored without readers, and with them. Units: seconds, at the 99th percentile."""

    alone: float
    beside: float


def run(*, quick: bool) -> None:
    """Measures and prints."""
    asyncio.run(_run(QUICK_SIZES if quick else SIZES))


async def _run(sizes: tuple[int, ...]) -> None:
    rows = []
    for size in sizes:
        async for name, engine in empty_databases():
            await _fill(engine, size)
            reading, playing = await _measure(engine)
            rows.append((
                f"{name}, {thousands(size)} results", *map(milliseconds, (*reading, *playing)),
                ratio(playing.beside, playing.alone),
            ))  # fmt: skip
    head = (
        "leaderboard",
        "CPU a page, ms",
        "page, median ms",
        "p99 ms",
        "kept, p99 ms",
        "move, p99 ms",
        "beside readers",
        "slower by",
    )
    print_table(f"A page of the leaderboard, and moves at {TABLES} tables meanwhile", head, rows)


async def _fill(engine: AsyncEngine, size: int) -> None:
    """Stores this many results, and standings that could have come of them."""
    rng = Random(size)
    people = max(2, size // 2 // RESULTS_A_PERSON)
    async with engine.begin() as db:
        for community in (HERE, ELSEWHERE):
            names = [
                {"community_id": community, "user_id": person, "name": f"Person {person}"}
                for person in range(1, people + 1)
            ]
            await _insert(db, players, names)
        await _insert(db, matches, [_match(number) for number in range(1, size // RESULTS_A_MATCH + 1)])
        await _insert(db, results, list(_results(size, people, rng)))
        for community, game in product((HERE, ELSEWHERE), (GAME, ALL_GAMES)):
            board = Board(community, game, "people", ALL_TIME)
            sums = {(board, person): _sums(rng) for person in range(1, people + 1)}
            await _insert(db, ratings, rows_of(sums, ()))
        if engine.dialect.name == "postgresql":  # which keeps its statistics up to date by itself
            await db.exec_driver_sql("ANALYZE")


async def _insert(db: AsyncConnection, table: SqlTable, rows: list[dict[str, Any]]) -> None:
    for first in range(0, len(rows), 5_000):
        await db.execute(insert(table), rows[first : first + 5_000])


def _match(number: int) -> dict[str, Any]:
    return {
        "game": GAME, "rules_version": 1, "options": {}, "capacity": RESULTS_A_MATCH, "phase": "over", "is_drawn": True,
        "guild_id": HERE if number % 2 else ELSEWHERE, "channel_id": 1, "host_id": 1, "version": 1, "changed_at": NOW,
    }  # fmt: skip


def _results(size: int, people: int, rng: Random) -> Iterator[dict[str, Any]]:
    for number in range(size // RESULTS_A_MATCH):
        for person in rng.sample(range(1, people + 1), min(RESULTS_A_MATCH, people)):
            where = ELSEWHERE if number % 2 else HERE
            yield {
                "match_id": number + 1, "user_id": person, "community_id": where, "game": GAME, "field": "people",
                "won": 0, "points": 1, "ended_at": NOW - number * YEAR_SECONDS * RESULTS_A_MATCH // size,
                "number": number + 1, "place": 1, "seat": 0, "pace": "live", "has_finished": True,
            }  # fmt: skip


def _sums(rng: Random) -> Sums:
    played = 1 + int(rng.expovariate(1 / RESULTS_A_PERSON))
    won, points = rng.randint(0, played), rng.randint(0, 3 * played)
    return Sums(rng.gauss(25, 4), 3.0, played, min(played, 9), played, won, points)


async def _measure(engine: AsyncEngine) -> tuple[Sequence[float], Playing]:
    """The columns about pages, and those about moves. Units: seconds."""
    beside: list[Page] = []
    alone: list[Page] = []
    moves: list[float] = []
    moves_beside: list[float] = []
    async with _tables(engine) as play:
        await play([])
        for _ in range(ROUNDS):
            await play(moves)
            reading = asyncio.create_task(_read(engine, beside))
            await play(moves_beside)
            reading.cancel()
            await asyncio.wait({reading})
        await _read(engine, alone, PAGES_ALONE)
    waits = [page.wait for page in beside]
    pages = (fmean(page.cpu for page in alone), median(waits), _p99(waits), _p99([page.kept for page in alone]))
    return pages, Playing(_p99(moves), _p99(moves_beside))


def _p99(values: list[float]) -> float:
    return quantiles(values, n=100, method="inclusive")[-1]


async def _read(engine: AsyncEngine, pages: list[Page], most: int | None = None) -> None:
    """Reads pages, one after the other, each of them twice."""
    rng = Random(1)
    leaderboard = Leaderboard(engine, lambda: NOW)
    queries = [
        RankingQuery(HERE, game, "people", period, metric)
        for game, period, metric in product((GAME, ALL_GAMES), (ALL_TIME, *ROLLING), get_args(Metric))
    ]
    total = (await leaderboard.ranking(queries[0], reader=1, first=0, lines=LINES)).total
    while len(pages) != most:
        leaderboard.drop()
        query, reader = rng.choice(queries), rng.randint(1, total)
        first = rng.choice((0, 0, total // 2, max(0, total - LINES)))
        begun, cpu = perf_counter(), process_time()
        await leaderboard.ranking(query, reader=reader, first=first, lines=LINES)
        read, used = perf_counter(), process_time() - cpu
        await leaderboard.ranking(query, reader=reader, first=first, lines=LINES)
        pages.append(Page(read - begun, used, perf_counter() - read))
        await asyncio.sleep(0.01)


@asynccontextmanager
async def _tables(engine: AsyncEngine) -> AsyncIterator[Callable[[list[float]], Awaitable[None]]]:
    """Tables with matches under way. Yields a function that plays for a while, and notes how long each move took."""
    store = Store(engine)
    tables = [await opened(store, number) for number in range(TABLES)]
    rng = Random(2)

    async def move(number: int, waits: list[float]) -> None:
        table = tables[number]
        is_last = table.version == MOVES_A_MATCH
        later = replace(table, version=table.version + 1)
        begun = perf_counter()
        if is_last:
            await end(store, table, NOW)
        else:
            await store.append(later, table.version, [Move(Seat(0), "x")], None)
        waits.append(perf_counter() - begun)
        tables[number] = await opened(store, number) if is_last else later

    async def play(waits: list[float]) -> None:
        begun = perf_counter()
        for turn in count():
            await asyncio.sleep(max(0.0, begun + turn / MOVES_A_SECOND - perf_counter()))
            if perf_counter() - begun > ROUND_SECONDS:
                return
            await move(rng.randrange(TABLES), waits)

    yield play
    async with engine.begin() as db:
        await db.execute(delete(matches).where(matches.c.phase == "playing"))
