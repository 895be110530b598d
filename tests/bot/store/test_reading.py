"""What a click reads waits for no writer."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, Unavailable
from bot.store.schema import matches
from bot.store.store import Store, claim
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, draft
from tests.bot.results import Played
from tests.bot.store.grouping import Pause
from tests.database import database as opened


async def test_a_log_and_an_ending_are_read_while_somebody_writes(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        store = Store(engine)
        await Played(store)((ANA, 1), (BEN, 0))
        table = await store.open(draft(ANA))
        pause = Pause(lambda db: claim(db, replace(table, version=1)))
        writing = asyncio.create_task(Database.of(engine).write(pause))
        await pause.begun()

        try:
            log = await store.log(1)
            changes, _ = await store.aftermath(1)
            rematch = await store.rematch_of(1)
        finally:
            pause.go_on()
            await writing

    assert log == [Move(Seat(0), "x")]
    assert changes.keys() == {ANA.user_id, BEN.user_id}
    assert rematch is None


async def test_a_read_that_fails_does_not_affect_later_ones(engine: AsyncEngine) -> None:
    database = Database.of(engine)

    def fail(db: Connection) -> None:
        db.execute(select(matches.c.id))
        raise KeyError

    def count(db: Connection) -> int:
        return len(db.execute(select(matches.c.id)).all())

    with pytest.raises(KeyError):
        await database.read(fail)
    await Store(engine).open(draft(ANA))

    assert await database.read(count) == 1


async def test_a_reader_on_sqlite_cannot_write(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        table = await Store(engine).open(draft(ANA))

        with pytest.raises(OperationalError, match="readonly"):
            await Database.of(engine).read(Pause(lambda db: claim(db, replace(table, version=1))))


async def test_a_read_does_not_wait_for_another_one(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        long = Pause()
        reading = asyncio.create_task(Database.of(engine).read(long))
        await long.begun()

        assert await Store(engine).log(1) == []

        long.go_on()
        await reading


async def test_all_of_a_read_sees_the_same_moment(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        store, counts = Store(engine), list[int]()
        await store.open(draft(ANA))

        def count(db: Connection) -> None:
            counts.append(len(db.execute(select(matches.c.id)).all()))

        long = Pause(count)

        def count_twice(db: Connection) -> None:
            long(db)
            count(db)

        reading = asyncio.create_task(Database.of(engine).read(count_twice))
        await long.begun()
        await store.open(draft(BEN))
        long.go_on()
        await reading
        await Database.of(engine).read(count)

    assert counts == [1, 1, 2]


async def test_a_file_that_cannot_be_opened_for_reading_is_unavailable(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with opened(f"sqlite+aiosqlite:///{folder / 'finte.sqlite3'}") as engine:
        folder.rename(tmp_path / "elsewhere")

        with pytest.raises(Unavailable):
            await Database.of(engine).read(lambda db: db.execute(select(matches.c.id)))
