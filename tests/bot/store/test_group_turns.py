"""The database's thread goes on with the next group by itself, but others get the connection in between."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Store, observe_units
from bot.store.group import IN_A_ROW, Group
from bot.store.units import units_of
from bot.store.writes import claim
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
    """Three tables, each as its next version. The thread isn't visited any more, so the next group is its first."""
    opened = [replace(await store.open(draft(ANA)), version=1, changed_at=77) for _ in range(3)]
    await units_of(engine).flush()
    return opened


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'finte.sqlite3'}"


async def test_the_next_group_begins_while_the_event_loop_is_busy(engine: AsyncEngine) -> None:
    units, pauses = units_of(engine), [Pause() for _ in range(3)]
    writing = []
    for before, pause in zip([None, *pauses], pauses, strict=False):
        writing.append(asyncio.create_task(units.transact(pause)))
        await asyncio.sleep(0)  # queues it
        if before:
            before.go_on()
            assert pause.begins()  # nothing else runs on the event loop meanwhile
        else:
            await pause.begun()
    pauses[-1].go_on()
    await asyncio.gather(*writing)


async def test_others_get_the_connection_between_groups(engine: AsyncEngine) -> None:
    async def use() -> None:
        async with engine.connect():
            pass

    units, before = units_of(engine), Pause()
    writing = [asyncio.create_task(units.transact(before))]
    await before.begun()
    using = asyncio.create_task(use())
    had_it = []
    for _ in range(IN_A_ROW):
        pause = Pause()
        writing.append(asyncio.create_task(units.transact(pause)))
        await asyncio.sleep(0)  # queues it
        before.go_on()
        await pause.begun()
        had_it.append(using.done())
        before = pause
    before.go_on()
    await asyncio.gather(*writing)

    assert had_it == [False] * (IN_A_ROW - 1) + [True]


async def test_a_unit_that_is_given_up_during_another_group_is_not_run(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    group, pause = Group(engine, 60), Pause()
    paused = asyncio.create_task(group.transact(pause))
    await pause.begun()
    group._wait_seconds = 0
    with pytest.raises(NoConnection):
        await group.run(claim(tables[0]))
    pause.go_on()
    await paused
    await group.flush()

    assert await versions(store, tables) == [0, 0, 0]


async def test_a_unit_that_has_begun_is_not_given_up(engine: AsyncEngine, tables: list[Table]) -> None:
    group, pause = Group(engine, 0), Pause(claim(tables[0]))
    writing = asyncio.create_task(group.transact(pause))
    await asyncio.sleep(0)  # queues it
    (stored,) = group._queue
    assert group._taken()
    group._give_up(stored)
    assert not stored.done()
    writing.cancel()
    await asyncio.wait({writing})


async def test_a_unit_whose_caller_goes_during_another_group_is_not_run(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    units, first, second = units_of(engine), Pause(), Pause(claim(tables[1]))
    writing = [asyncio.create_task(units.transact(first))]
    await first.begun()
    going = asyncio.create_task(store.note(tables[0]))
    writing.append(asyncio.create_task(units.transact(second)))
    await asyncio.sleep(0)  # queues them
    going.cancel()
    first.go_on()
    assert second.begins()  # before the event loop has cancelled anything
    second.go_on()
    await asyncio.gather(*writing)
    await asyncio.wait({going})

    assert going.cancelled()
    assert await versions(store, tables) == [0, 1, 0]


async def test_nobody_hears_of_the_next_group_before_its_commit(
    engine: AsyncEngine, store: Store, tables: list[Table]
) -> None:
    units, first, second = units_of(engine), Pause(), Pause(claim(tables[0]))
    writing = [asyncio.create_task(units.transact(first))]
    await first.begun()
    writing.append(asyncio.create_task(units.transact(second)))
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
    observe_units(engine, lambda end, _: ends.append(end))
    pause = Pause(claim(replace(tables[0], version=5)))
    failing = asyncio.create_task(units_of(engine).transact(pause))
    await pause.begun()
    following = asyncio.create_task(store.note(tables[1]))
    await asyncio.sleep(0)  # queues it
    pause.go_on()
    outcomes = await asyncio.gather(failing, following, return_exceptions=True)

    assert [type(outcome).__name__ for outcome in outcomes] == ["Taken", "NoneType"]
    assert ends == ["rollback", "commit"]
    assert await versions(store, tables) == [0, 1, 0]


def test_an_event_loop_that_ends_midway_stores_what_waits(tmp_path: Path) -> None:
    async def main() -> None:
        async with database(url(tmp_path)) as engine:
            store, pause = Store(engine), Pause()
            table = await store.open(draft(ANA))
            tasks = [asyncio.create_task(units_of(engine).transact(pause))]
            await pause.begun()
            tasks.append(asyncio.create_task(store.note(replace(table, version=1))))
            await asyncio.sleep(0)  # queues it
            asyncio.get_running_loop().call_soon(pause.go_on)
            raise KeyboardInterrupt

    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(main())

    assert threading.active_count() == threads
    with closing(sqlite3.connect(tmp_path / "finte.sqlite3")) as db:
        assert db.execute("SELECT version FROM matches").fetchone() == (1,)
