"""Groups follow each other, and others get the connection in between."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, GroupCommit
from bot.store.store import Store, claim
from bot.tables.table import Table
from tests.bot.people import ANA, draft
from tests.bot.store.grouping import Pause, versions
from tests.database import database


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    async with database(url(tmp_path)) as new:
        yield new


@pytest.fixture
async def tables(engine: AsyncEngine, store: Store) -> list[Table]:
    """Three tables, each as its next version."""
    opened = [replace(await store.open(draft(ANA)), version=1, changed_at=77) for _ in range(3)]
    await Database.of(engine).flush()
    return opened


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'finte.sqlite3'}"


async def test_others_get_the_connection_between_groups(engine: AsyncEngine) -> None:
    async def use() -> None:
        async with engine.connect():
            pass

    database, first, second = Database.of(engine), Pause(), Pause()
    writing = [asyncio.create_task(database.write(first))]
    await first.begun()
    using = asyncio.create_task(use())
    writing.append(asyncio.create_task(database.write(second)))
    await asyncio.sleep(0)  # queues them
    first.go_on()
    await second.begun()

    assert using.done()
    second.go_on()
    await asyncio.gather(*writing)


async def test_a_unit_that_is_given_up_during_another_group_is_not_run(
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


async def test_a_unit_whose_caller_goes_during_another_group_is_not_run(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    database, first, second = Database.of(engine), Pause(), Pause(lambda db: claim(db, tables[1]))
    writing = [asyncio.create_task(database.write(first))]
    await first.begun()
    going = asyncio.create_task(store.note(tables[0]))
    writing.append(asyncio.create_task(database.write(second)))
    await asyncio.sleep(0)  # queues them
    going.cancel()
    first.go_on()
    await second.begun()
    second.go_on()
    await asyncio.gather(*writing)
    await asyncio.wait({going})

    assert going.cancelled()
    assert await versions(store, tables) == [0, 1, 0]


async def test_nobody_hears_of_the_next_group_before_its_commit(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    database, first, second = Database.of(engine), Pause(), Pause(lambda db: claim(db, tables[0]))
    writing = [asyncio.create_task(database.write(first))]
    await first.begun()
    writing.append(asyncio.create_task(database.write(second)))
    await asyncio.sleep(0)  # queues it
    first.go_on()
    await second.begun()
    await writing[0]

    assert not writing[1].done()
    with closing(sqlite3.connect(str(engine.url.database))) as beside:
        assert beside.execute("SELECT max(version) FROM matches").fetchone() == (0,)
    second.go_on()
    await writing[1]
    assert await versions(store, tables) == [1, 0, 0]


async def test_a_group_that_fails_does_not_keep_the_next_one_from_being_stored(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    ends: list[str] = []
    for end in ("commit", "rollback"):
        event.listen(engine.sync_engine, end, lambda _, end=end: ends.append(end))
    pause = Pause(lambda db: claim(db, replace(tables[0], version=5)))
    failing = asyncio.create_task(Database.of(engine).write(pause))
    await pause.begun()
    following = asyncio.create_task(store.note(tables[1]))
    await asyncio.sleep(0)  # queues it
    pause.go_on()
    outcomes = await asyncio.gather(failing, following, return_exceptions=True)

    assert [type(outcome).__name__ for outcome in outcomes] == ["VersionConflict", "NoneType"]
    assert ends == ["rollback", "commit"]
    assert await versions(store, tables) == [0, 1, 0]
