"""SQLite commits units that wait together: each is stored or refused by itself, and nobody hears of it before."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import VersionConflict
from bot.store.connection import open_database
from bot.store.database import Database, GroupCommit, Unavailable
from bot.store.store import Store, claim
from bot.tables.table import Table
from games.core import Move, Seat
from tests.bot.people import ANA, draft
from tests.bot.store.grouping import Pause, queued, together, versions
from tests.database import database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "finte.sqlite3"


@pytest.fixture
async def engine(file: Path) -> AsyncIterator[AsyncEngine]:
    async with database(f"sqlite+aiosqlite:///{file}") as new:
        yield new


@pytest.fixture
async def tables(store: Store) -> list[Table]:
    """Three tables, each as its next version."""
    return [replace(await store.open(draft(ANA)), version=1, changed_at=77) for _ in range(3)]


async def ask(engine: AsyncEngine, ask: Callable[[sqlite3.Connection], object]) -> None:
    """Has the driver's connection do something in its thread."""
    async with engine.connect() as db:
        driver: Any = (await db.get_raw_connection()).driver_connection
        await driver._execute(ask, driver._conn)


def move(number: int) -> Move:
    return Move(Seat(0), f"bid {number}")


async def test_those_who_wait_share_a_commit(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    asked: list[str] = []
    await ask(engine, lambda db: db.set_trace_callback(asked.append))

    await asyncio.gather(*await together(engine, *(store.append(table, 0, [move(1)], None) for table in tables)))

    assert asked.count("COMMIT") == 1
    assert await versions(store, tables) == [1, 1, 1]


async def test_a_unit_that_comes_too_late_is_taken_back_alone(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    first, second, third = tables
    stale = replace(second, version=3)
    writes = [store.append(table, 0, [move(1)], None) for table in (first, stale, third)]

    outcomes = await asyncio.gather(*await together(engine, *writes), return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [type(None), VersionConflict, type(None)]
    assert await versions(store, tables) == [1, 0, 1]
    assert [len(await store.log(table.id)) for table in tables] == [1, 0, 1]


async def test_a_unit_that_fails_halfway_is_taken_back_alone(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    first, second, third = tables
    await store.append(second, 0, [move(1)], None)
    again = replace(second, version=2)
    writes = [store.append(table, 0, [move(2)], None) for table in (first, again, third)]

    outcomes = await asyncio.gather(*await together(engine, *writes), return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [type(None), IntegrityError, type(None)]
    assert await versions(store, tables) == [1, 1, 1]


async def test_a_commit_that_fails_fails_everyone(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    def deny(action: int, what: str | None, *_: object) -> int:
        is_commit = action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
        return sqlite3.SQLITE_DENY if is_commit else sqlite3.SQLITE_OK

    await ask(engine, lambda db: db.set_authorizer(deny))
    tasks = await together(engine, *map(store.note, tables))
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    await ask(engine, lambda db: db.set_authorizer(None))

    assert [type(outcome) for outcome in outcomes] == [DatabaseError] * 3
    assert await versions(store, tables) == [0, 0, 0]
    await store.note(tables[0])


async def test_a_full_disk_fails_everyone(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    def fill(db: Connection) -> None:
        db.exec_driver_sql("INSERT OR ROLLBACK INTO commands (application_id) VALUES (1)")

    first, second, _ = tables
    writes = (store.note(first), Database.of(engine).write(fill), store.note(second))

    outcomes = await asyncio.gather(*await together(engine, *writes), return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [IntegrityError] * 3
    assert await versions(store, tables) == [0, 0, 0]


async def test_a_lock_is_waited_for_once_and_fails_everyone(
    engine: AsyncEngine, store: Store, tables: list[Table], file: Path
) -> None:
    asked: list[str] = []
    await ask(engine, lambda db: db.execute("PRAGMA busy_timeout=0"))
    await ask(engine, lambda db: db.set_trace_callback(asked.append))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        tasks = await together(engine, *map(store.note, tables))
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)

    assert [(type(outcome), str(outcome)) for outcome in outcomes] == [(Unavailable, "database is locked")] * 3
    assert asked.count("BEGIN IMMEDIATE") == 1
    assert "UPDATE" not in "".join(asked)
    await store.note(tables[0])
    assert await versions(store, tables) == [1, 0, 0]


async def test_whoever_goes_before_their_unit_has_begun_takes_it_along(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    async with engine.connect():
        first, second, third = await queued(engine, *map(store.note, tables))
        second.cancel()

    await asyncio.gather(first, third)

    assert second.cancelled()
    assert await versions(store, tables) == [1, 0, 1]
    await store.note(tables[1])


async def test_whoever_goes_while_their_unit_runs_leaves_it_behind(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    pause = Pause()
    paused, first, second, third = await together(engine, Database.of(engine).write(pause), *map(store.note, tables))
    await pause.begun()
    second.cancel()
    await asyncio.wait({second})
    pause.go_on()

    await asyncio.gather(paused, first, third)

    assert second.cancelled()
    assert await versions(store, tables) == [1, 1, 1]
    with pytest.raises(VersionConflict):
        await store.note(tables[1])


async def test_a_unit_that_has_waited_for_too_long_is_given_up(engine: AsyncEngine, tables: list[Table]) -> None:
    impatient = GroupCommit(engine, engine, 0)
    async with engine.connect():
        waiting = asyncio.create_task(impatient.write(lambda db: claim(db, tables[0])))
        for _ in range(4):
            await asyncio.sleep(0)
        assert waiting.done()
    await impatient.flush()
    with pytest.raises(NoConnection):
        await waiting

    assert await versions(Store(engine), tables[:1]) == [0]


async def test_the_changes_of_a_match_keep_their_order(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    table = tables[0]
    later = [replace(table, version=number + 1) for number in range(5)]

    writes = (store.append(one, number, [move(number)], None) for number, one in enumerate(later))
    await asyncio.gather(*await together(engine, *writes))

    assert await store.log(table.id) == [move(number) for number in range(5)]


async def test_nobody_reads_what_is_not_committed(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    pause = Pause(lambda db: claim(db, tables[0]))
    writing = asyncio.create_task(Database.of(engine).write(pause))
    await pause.begun()
    beside = await versions(store, tables[:1])
    pause.go_on()
    await writing

    assert beside == [0]
    assert await versions(store, tables[:1]) == [1]


async def test_a_group_is_observed_as_one_transaction(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    ends: list[str] = []
    for end in ("commit", "rollback"):
        event.listen(engine.sync_engine, end, lambda _, end=end: ends.append(end))

    await asyncio.gather(*await together(engine, *map(store.note, tables)))
    await asyncio.gather(store.note(tables[0]), return_exceptions=True)

    assert ends == ["commit", "rollback"]


async def test_a_closing_database_stores_what_waits(file: Path) -> None:
    async with open_database(f"sqlite+aiosqlite:///{file}") as engine:
        store = Store(engine)
        table = await store.open(draft(ANA))
        (writing,) = await together(engine, store.note(replace(table, version=1)))
    assert writing.done()

    async with open_database(f"sqlite+aiosqlite:///{file}") as engine:
        assert await versions(Store(engine), [table]) == [1]
