"""SQLite commits units that wait together: each is stored or refused by itself, and nobody hears of it before.

What a click reads waits for none of them.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import VersionConflict
from bot.store.connection import open_database
from bot.store.database import Database, GroupCommit, Unavailable
from bot.store.schema import matches
from bot.store.store import Store, claim
from bot.tables.table import Table
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, draft
from tests.bot.results import Played

pytestmark = pytest.mark.parametrize("engine", ["file"], indirect=True)

BIDS = [Move(Seat(0), f"bid {number}") for number in range(5)]


class Pause:
    """A unit that doesn't end until it may go on."""

    def __init__(self, work: Callable[[Connection], object] = lambda _: None) -> None:
        self._work = work
        self._begun, self._goes_on = asyncio.Event(), asyncio.Event()

    def __call__(self, db: Connection) -> None:
        try:
            self._work(db)
        finally:
            self._begun.set()
        driver: Any = db.connection.dbapi_connection
        driver.run_async(lambda _: self._goes_on.wait())

    async def begun(self) -> None:
        """Waits until its work is done."""
        await self._begun.wait()

    def go_on(self) -> None:
        self._goes_on.set()


@pytest.fixture
async def tables(engine: AsyncEngine, store: Store) -> list[Table]:
    """Three tables, each as its next version."""
    opened = [replace(await store.open(draft(ANA)), version=1, changed_at=77) for _ in range(3)]
    await Database.of(engine).flush()
    return opened


async def queued(engine: AsyncEngine, *writes: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Starts these writes. None begins while somebody holds the connection."""
    tasks = [asyncio.create_task(write) for write in writes]
    await asyncio.sleep(0)
    group = Database.of(engine)
    assert isinstance(group, GroupCommit)
    assert len(group._queue) == len(tasks)
    return tasks


async def outcomes(engine: AsyncEngine, *writes: Coroutine[Any, Any, Any]) -> list[type]:
    """The kinds of what these writes return or raise as one group."""
    async with engine.connect():
        tasks = await queued(engine, *writes)
    return [type(outcome) for outcome in await asyncio.gather(*tasks, return_exceptions=True)]


async def versions(store: Store, tables: list[Table]) -> list[int]:
    found = [await store.table(table.id) for table in tables]
    return [table.version for table in found if table]


async def ask(engine: AsyncEngine, ask: Callable[[sqlite3.Connection], object]) -> None:
    """Has the driver's connection do something in its thread."""
    async with engine.connect() as db:
        driver: Any = (await db.get_raw_connection()).driver_connection
        await driver._execute(ask, driver._conn)


def ends_of(engine: AsyncEngine) -> list[str]:
    """The ends of transactions from now on."""
    ends: list[str] = []
    for end in ("commit", "rollback"):
        event.listen(engine.sync_engine, end, lambda _, end=end: ends.append(end))
    return ends


async def test_those_who_wait_share_a_commit_in_their_order(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    asked: list[str] = []
    await ask(engine, lambda db: db.set_trace_callback(asked.append))
    ends = ends_of(engine)
    moves = (
        store.append(replace(tables[0], version=1 + number), number, [bid], None) for number, bid in enumerate(BIDS)
    )

    assert await outcomes(engine, *moves, store.note(tables[1])) == [type(None)] * 6

    assert asked.count("COMMIT") == 1
    assert ends == ["commit"]
    assert await store.log(tables[0].id) == BIDS
    assert await versions(store, tables) == [5, 1, 0]


@pytest.mark.parametrize(("version", "error"), [(3, VersionConflict), (2, IntegrityError)], ids=["too late", "halfway"])
async def test_a_unit_that_fails_is_taken_back_alone(
    engine: AsyncEngine, store: Store, tables: list[Table], version: int, error: type[Exception]
) -> None:
    first, second, third = tables
    await store.append(second, 0, BIDS[:1], None)
    failing = replace(second, version=version)

    found = await outcomes(engine, *(store.append(table, 0, BIDS[1:2], None) for table in (first, failing, third)))

    assert found == [type(None), error, type(None)]
    assert await versions(store, tables) == [1, 1, 1]
    assert [await store.log(table.id) for table in tables] == [BIDS[1:2], BIDS[:1], BIDS[1:2]]


async def test_a_commit_that_fails_fails_everyone(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    def deny(action: int, what: str | None, *_: object) -> int:
        is_commit = action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
        return sqlite3.SQLITE_DENY if is_commit else sqlite3.SQLITE_OK

    await ask(engine, lambda db: db.set_authorizer(deny))
    found = await outcomes(engine, *map(store.note, tables))
    await ask(engine, lambda db: db.set_authorizer(None))

    assert found == [DatabaseError] * 3
    assert await versions(store, tables) == [0, 0, 0]
    await store.note(tables[0])


async def test_a_full_disk_fails_everyone(engine: AsyncEngine, store: Store, tables: list[Table]) -> None:
    def fill(db: Connection) -> None:
        db.exec_driver_sql("INSERT OR ROLLBACK INTO commands (application_id) VALUES (1)")

    first, second, _ = tables
    found = await outcomes(engine, store.note(first), Database.of(engine).write(fill), store.note(second))

    assert found == [IntegrityError] * 3
    assert await versions(store, tables) == [0, 0, 0]


async def test_a_lock_is_waited_for_once_and_fails_everyone(
    engine: AsyncEngine, store: Store, tables: list[Table], file: Path
) -> None:
    asked: list[str] = []
    await ask(engine, lambda db: db.execute("PRAGMA busy_timeout=0"))
    await ask(engine, lambda db: db.set_trace_callback(asked.append))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await outcomes(engine, *map(store.note, tables)) == [Unavailable] * 3

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


async def test_whoever_goes_while_their_unit_runs_leaves_it_behind(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    pause = Pause()
    async with engine.connect():
        paused, first, second = await queued(engine, Database.of(engine).write(pause), *map(store.note, tables[:2]))
    await pause.begun()
    second.cancel()
    await asyncio.wait({second})
    pause.go_on()

    await asyncio.gather(paused, first)

    assert second.cancelled()
    assert await versions(store, tables) == [1, 1, 0]


async def test_a_unit_that_has_waited_for_too_long_is_not_run(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    group, pause = GroupCommit(engine, engine, 60), Pause()
    paused = asyncio.create_task(group.write(pause))
    await pause.begun()
    group._wait_seconds = 0
    with pytest.raises(NoConnection):
        await group.write(lambda db: claim(db, tables[0]))
    pause.go_on()
    await paused
    await group.flush()

    assert await versions(store, tables) == [0, 0, 0]


async def test_a_unit_that_has_begun_is_not_given_up(engine: AsyncEngine, tables: list[Table]) -> None:
    group, pause = GroupCommit(engine, engine, 60), Pause(lambda db: claim(db, tables[0]))
    writing = asyncio.create_task(group.write(pause))
    await asyncio.sleep(0)  # queues it
    (unit,) = group._queue
    await pause.begun()
    group._give_up(unit)
    assert not unit.stored.done()
    pause.go_on()
    await writing


async def test_nobody_hears_of_the_next_group_before_its_commit_and_others_get_the_connection_in_between(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    database, first, second = Database.of(engine), Pause(), Pause(lambda db: claim(db, tables[0]))

    async def use() -> None:
        async with engine.connect():
            pass

    one = asyncio.create_task(database.write(first))
    await first.begun()
    using = asyncio.create_task(use())
    (other,) = await queued(engine, database.write(second))
    first.go_on()
    await second.begun()
    await one

    assert using.done()
    assert not other.done()
    assert await versions(store, tables) == [0, 0, 0]
    second.go_on()
    await other
    assert await versions(store, tables) == [1, 0, 0]


async def test_a_group_that_fails_does_not_keep_the_next_one_from_being_stored(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    ends = ends_of(engine)
    pause = Pause(lambda db: claim(db, replace(tables[0], version=5)))
    failing = asyncio.create_task(Database.of(engine).write(pause))
    await pause.begun()
    (following,) = await queued(engine, store.note(tables[1]))
    pause.go_on()

    with pytest.raises(VersionConflict):
        await failing
    await following

    assert ends == ["rollback", "commit"]
    assert await versions(store, tables) == [0, 1, 0]


async def test_a_closing_database_stores_what_waits(store: Store, tables: list[Table], file: Path) -> None:
    async with open_database(f"sqlite+aiosqlite:///{file}") as ending, ending.connect():
        (writing,) = await queued(ending, Store(ending).note(tables[0]))

    assert writing.done()
    assert await versions(store, tables) == [1, 0, 0]


async def test_a_log_and_an_ending_are_read_while_somebody_reads_and_somebody_writes(
    engine: AsyncEngine, store: Store, played: Played
) -> None:
    await played((ANA, 1), (BEN, 0))
    database, reading, writing = Database.of(engine), Pause(), Pause()
    tasks = [asyncio.create_task(database.read(reading)), asyncio.create_task(database.write(writing))]
    await asyncio.gather(reading.begun(), writing.begun())

    try:
        log, (changes, _), rematch = await store.log(1), await store.aftermath(1), await store.rematch_of(1)
    finally:
        reading.go_on()
        writing.go_on()
        await asyncio.gather(*tasks)

    assert len(log) == 1
    assert changes.keys() == {ANA.user_id, BEN.user_id}
    assert rematch is None


def count(db: Connection) -> int:
    return len(db.execute(select(matches.c.id)).all())


async def test_all_of_a_read_sees_the_same_moment(engine: AsyncEngine, store: Store) -> None:
    long = Pause(count)

    def count_before_and_after(db: Connection) -> int:
        long(db)
        return count(db)

    reading = asyncio.create_task(Database.of(engine).read(count_before_and_after))
    await long.begun()
    await store.open(draft(BEN))
    long.go_on()

    assert await reading == 0
    assert await Database.of(engine).read(count) == 1
