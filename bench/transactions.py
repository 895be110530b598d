"""How many moves a second the store takes from tables that play at once, and what a move costs.

Each table stores one move after the other. Compared in turns: transactions of their own, statement by statement, as on
a server; the store as it is on SQLite, in groups; and the floor, which is SQLite's driver in one thread, with
everything ready and one transaction a move. Then the same with up to a million matches stored before.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from bench.children import database_url
from bench.report import count as thousands
from bench.report import milliseconds, print_table, ratio
from bot.store import Store, open_database
from bot.store.rows import changing
from bot.store.units import UNITS, Transactions, units_of
from bot.tables.table import Person, Place, Table
from games.catalogue import GAMES
from games.core import Move, Seat

TABLES = (1, 20, 100)
SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUICK_SIZES = (1_000,)
TABLES_BESIDE_STORED = 20

ROUNDS = 5
ROUND_SECONDS = 0.6
QUICK_ROUNDS = 1

GAME = "bluff"
SEATS = 4
NOW = 1_800_000_000
TEXT = "bid 7 4"

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
CLAIM = """
    UPDATE matches SET capacity = ?, phase = ?, host_id = ?, version = ?, changed_at = ?, clocks = ?, hold = ?
    WHERE id = ? AND version = ?
"""
ADD_MOVE = "INSERT INTO moves (match_id, number, seat, text, stood_in) VALUES (?, ?, ?, ?, ?)"


class Cost(NamedTuple):
    """What moves cost in one round. Units: seconds, except for `per_second`."""

    per_second: float
    cpu: float
    median: float
    p99: float


Tables = list[Table]
Play = Callable[[Tables], Cost]


def run(*, quick: bool) -> None:
    """Measures and prints."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    asyncio.run(_compare(rounds))
    asyncio.run(_grow(QUICK_SIZES if quick else SIZES, rounds))


async def _compare(rounds: int) -> None:
    rows = []
    for tables in TABLES:
        async with _database() as (engine, file):
            found = await _in_turns(engine, file, tables, rounds)
        floor = found["floor"]
        rows += [
            (
                f"{tables} table{'s' if tables > 1 else ''}: {name}", thousands(cost.per_second),
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
        async with _database() as (engine, file):
            _fill(file, size)
            cost = (await _in_turns(engine, file, TABLES_BESIDE_STORED, rounds))["in groups"]
        rows.append((thousands(size), thousands(cost.per_second), *map(milliseconds, cost[1:])))
    head = ("matches stored before", "moves a second", "CPU a move, ms", "median, ms", "p99, ms")
    print_table(f"Moves stored by {TABLES_BESIDE_STORED} tables beside others", head, rows)


@asynccontextmanager
async def _database() -> AsyncIterator[tuple[AsyncEngine, Path]]:
    with TemporaryDirectory() as folder:
        url = database_url(Path(folder))
        async with open_database(url) as engine:
            yield engine, Path(str(engine.url.database))


def _fill(file: Path, size: int) -> None:
    """Stores this many matches, each with a sitter and eight moves."""
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(STORED, {"size": size})
        db.execute(THEIR_SITTERS)
        db.execute(THEIR_MOVES)
        db.execute("ANALYZE")


async def _in_turns(engine: AsyncEngine, file: Path, number: int, rounds: int) -> Mapping[str, Cost]:
    """The median round of each way to store moves."""
    in_groups, one_by_one = Store(engine), _one_by_one(engine)
    tables = [await _opened(in_groups, one) for one in range(number)]
    found: dict[str, list[Cost]] = {"floor": [], "one by one": [], "in groups": []}
    for _ in range(rounds):
        found["floor"].append(_floor(file, tables))
        for name, store in (("one by one", one_by_one), ("in groups", in_groups)):
            found[name].append(await _play(store, tables))
    return {name: Cost(*map(median, zip(*costs, strict=True))) for name, costs in found.items()}


def _one_by_one(engine: AsyncEngine) -> Store:
    """A store that writes as on a server."""
    groups = units_of(engine)
    engine.update_execution_options(**{UNITS: Transactions(engine)})
    store = Store(engine)
    engine.update_execution_options(**{UNITS: groups})
    return store


async def _play(store: Store, tables: Tables) -> Cost:
    """All tables store moves for a while."""
    waits: list[float] = []
    began, cpu = perf_counter(), process_time()

    async def play(seat: int) -> None:
        while perf_counter() - began < ROUND_SECONDS:
            before = tables[seat]
            later = replace(before, version=before.version + 1)
            asked = perf_counter()
            await store.append(later, before.version, [Move(Seat(before.version % SEATS), TEXT)], None)
            waits.append(perf_counter() - asked)
            tables[seat] = later

    await asyncio.gather(*map(play, range(len(tables))))
    return _cost(waits, perf_counter() - began, process_time() - cpu)


def _floor(file: Path, tables: Tables) -> Cost:
    """The driver stores moves for a while, at each table in turn."""
    waits: list[float] = []
    rows = [_row(table) for table in tables]
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            db.execute(f"PRAGMA {pragma}")
        began, cpu = perf_counter(), process_time()
        for number in count():
            asked = perf_counter()
            if asked - began > ROUND_SECONDS:
                break
            at = number % len(tables)
            version = tables[at].version
            db.execute("BEGIN")
            capacity, phase, host_id, changed_at, clocks, hold, match_id = rows[at]
            db.execute(
                CLAIM, (capacity, phase, host_id, version + 1, changed_at, clocks, hold, match_id, version)
            )  # fmt: skip
            db.execute(ADD_MOVE, (match_id, version, version % SEATS, TEXT, 0))
            db.execute("COMMIT")
            waits.append(perf_counter() - asked)
            tables[at] = replace(tables[at], version=version + 1)
        return _cost(waits, perf_counter() - began, process_time() - cpu)


def _row(table: Table) -> tuple[object, ...]:
    row = changing(table)
    return (
        *(row[name] for name in ("capacity", "phase", "host_id", "changed_at")),
        json.dumps(row["clocks"]),
        None,
        table.id,
    )


def _cost(waits: list[float], seconds: float, cpu: float) -> Cost:
    moves = len(waits)
    return Cost(moves / seconds, cpu / moves, median(waits), quantiles(waits, n=100, method="inclusive")[-1])


async def _opened(store: Store, number: int) -> Table:
    sitters = tuple(Person(number * SEATS + seat + 1, "Player") for seat in range(SEATS))
    draft = Table(
        id=0, game=GAME, rules_version=GAMES[GAME].game.rules_version, options={}, capacity=SEATS, phase="playing",
        place=Place(1, 1), host_id=sitters[0].user_id, changed_at=NOW, sitters=sitters,
    )  # fmt: skip
    return await store.open(draft.with_new_clocks())
