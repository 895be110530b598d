"""How many moves a second the store takes from tables that play at once, and what a move costs.

Each table stores one move after the other. Compared in turns: the store, and the floor (bench/floors.py). PostgreSQL's
CPU is that of this process, without the server's. Then the same on SQLite with up to a million matches stored before.
"""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, closing
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from bench.children import database_url
from bench.databases import empty_databases
from bench.floors import StoreMove, postgresql_floor, sqlite_floor
from bench.report import count as thousands
from bench.report import milliseconds, print_table, ratio
from bot.store.connection import open_database
from bot.store.store import Store
from bot.tables.table import Person, Place, Table
from games.catalogue import GAMES
from games.core import Move, Seat

TABLES = (1, 20, 100)
SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUICK_SIZES = (1_000,)
TABLES_BESIDE_STORED = 20

ROUNDS = 5
ROUND_SECONDS = 0.6
FEWEST = 2
"""The fewest moves in a round, however slow the disk is."""
QUICK_ROUNDS = 1

GAME = "bluff"
SEATS = 4
NOW = 1_800_000_000
TEXT = "bid 7 4"

FLOOR, STORE = "floor", "the store"

STORED = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :size)
    INSERT INTO matches (game, rules_version, options, capacity, phase, is_drawn, guild_id, channel_id, host_id,
                         version, changed_at)
    SELECT 'bluff', 1, '{}', 4, 'over', 1, n % 1000, n % 5000, n % 20000, 20, 1700000000 + n FROM numbers;
"""
"""Matches that are over."""

THEIR_SITTERS = "INSERT INTO sitters (match_id, seat, user_id) SELECT id, 0, host_id FROM matches"
THEIR_MOVES = """
    WITH numbers(n) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
    INSERT INTO moves (match_id, number, seat, text) SELECT id, n, n % 4, 'bid 3 4' FROM matches, numbers
"""


class Cost(NamedTuple):
    """What moves cost in one round. Units: seconds, except for `per_second`."""

    per_second: float
    cpu: float
    median: float
    p99: float


Tables = list[Table]


def run(*, quick: bool) -> None:
    """Measures and prints."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    asyncio.run(_compare(rounds))
    asyncio.run(_grow(QUICK_SIZES if quick else SIZES, rounds))


async def _compare(rounds: int) -> None:
    rows = []
    for tables in TABLES:
        async for database, engine in empty_databases():
            found = await _in_turns(engine, tables, rounds)
            floor = found[FLOOR]
            rows += [
                (
                    f"{tables} table{'s' if tables > 1 else ''}, {database}: {name}", thousands(cost.per_second),
                    ratio(cost.per_second, floor.per_second), milliseconds(cost.cpu), ratio(cost.cpu, floor.cpu),
                    milliseconds(cost.median), milliseconds(cost.p99),
                )
                for name, cost in found.items()
            ]  # fmt: skip
    head = (
        "at once",
        "moves a second",
        "beside the floor",
        "CPU a move, ms",
        "beside the floor",
        "median, ms",
        "p99, ms",
    )
    print_table("Moves stored", head, rows)


async def _grow(sizes: tuple[int, ...], rounds: int) -> None:
    rows = []
    for size in sizes:
        with TemporaryDirectory() as folder:
            async with open_database(database_url(Path(folder))) as engine:
                _fill(Path(str(engine.url.database)), size)
                cost = (await _in_turns(engine, TABLES_BESIDE_STORED, rounds))[STORE]
        rows.append((thousands(size), thousands(cost.per_second), *map(milliseconds, cost[1:])))
    head = ("matches stored before", "moves a second", "CPU a move, ms", "median, ms", "p99, ms")
    print_table(f"Moves stored by {TABLES_BESIDE_STORED} tables beside others", head, rows)


def _fill(file: Path, size: int) -> None:
    """Stores this many matches, each with a sitter and eight moves."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(STORED, {"size": size})
        db.execute(THEIR_SITTERS)
        db.execute(THEIR_MOVES)
        db.execute("ANALYZE")


async def _in_turns(engine: AsyncEngine, number: int, rounds: int) -> Mapping[str, Cost]:
    """The median rounds of the floor and the store."""
    store = Store(engine)
    tables = [await opened(store, one) for one in range(number)]
    found: dict[str, list[Cost]] = {FLOOR: [], STORE: []}
    async with _floor(engine) as floor:
        for _ in range(rounds):
            found[FLOOR].append(await _play_alone(floor, tables))
            found[STORE].append(await _play(store, tables))
    return {name: Cost(*map(median, zip(*costs, strict=True))) for name, costs in found.items()}


def _floor(engine: AsyncEngine) -> AbstractAsyncContextManager[StoreMove]:
    if engine.dialect.name == "sqlite":
        return sqlite_floor(Path(str(engine.url.database)))
    return postgresql_floor(engine.url.render_as_string(hide_password=False))


async def _play(store: Store, tables: Tables) -> Cost:
    """All tables store moves for a while."""
    waits: list[float] = []
    began, cpu = perf_counter(), process_time()

    async def play(seat: int) -> None:
        while perf_counter() - began < ROUND_SECONDS or len(waits) < FEWEST:
            later = replace(tables[seat], version=tables[seat].version + 1)
            asked = perf_counter()
            await store.append(later, later.version - 1, [Move(Seat(0), TEXT)], None)
            waits.append(perf_counter() - asked)
            tables[seat] = later

    await asyncio.gather(*map(play, range(len(tables))))
    return _cost(waits, perf_counter() - began, process_time() - cpu)


async def _play_alone(store: StoreMove, tables: Tables) -> Cost:
    """Stores moves for a while, for each table in turn, one after the other."""
    waits: list[float] = []
    began, cpu = perf_counter(), process_time()
    for seat in cycle(range(len(tables))):
        asked = perf_counter()
        if asked - began > ROUND_SECONDS and len(waits) >= FEWEST:
            break
        tables[seat] = replace(tables[seat], version=tables[seat].version + 1)
        await store(tables[seat], TEXT)
        waits.append(perf_counter() - asked)
    return _cost(waits, perf_counter() - began, process_time() - cpu)


def _cost(waits: list[float], seconds: float, cpu: float) -> Cost:
    moves = len(waits)
    return Cost(moves / seconds, cpu / moves, median(waits), quantiles(waits, n=100, method="inclusive")[-1])


async def opened(store: Store, number: int) -> Table:
    """A new table of four people, who have it to themselves."""
    sitters = tuple(Person(number * SEATS + seat + 1, "Player") for seat in range(SEATS))
    draft = Table(
        id=0, game=GAME, rules_version=GAMES[GAME].game.rules_version, options={}, capacity=SEATS, phase="playing",
        place=Place(1, 1), host_id=sitters[0].user_id, changed_at=NOW, sitters=sitters,
    )  # fmt: skip
    return await store.open(draft.with_new_clocks())
