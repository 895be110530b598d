"""What a click reads: each read is one visit to the database's thread, and none waits for a writer."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import Store
from bot.store.reading import Reading
from bot.store.schema import matches
from bot.store.units import units_of
from bot.store.writes import claim
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, draft
from tests.bot.results import Played
from tests.bot.store.grouping import Pause
from tests.database import database


async def test_a_log_and_an_ending_are_read_while_somebody_writes(tmp_path: Path) -> None:
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        store = Store(engine)
        await Played(store)((ANA, 1), (BEN, 0))
        table = await store.open(draft(ANA))
        pause = Pause(claim(replace(table, version=1)))
        writing = asyncio.create_task(units_of(engine).transact(pause))
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
    reading = Reading(engine)

    async def fail(db: AsyncConnection) -> None:
        await db.execute(select(matches.c.id))
        raise KeyError

    async def count(db: AsyncConnection) -> int:
        return len((await db.execute(select(matches.c.id))).all())

    with pytest.raises(KeyError):
        await reading.do(fail)
    await Store(engine).open(draft(ANA))

    assert await reading.do(count) == 1


async def test_a_reader_on_sqlite_cannot_write(tmp_path: Path) -> None:
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        table = await Store(engine).open(draft(ANA))

        with pytest.raises(OperationalError, match="readonly"):
            await Reading(engine).do(Pause(claim(replace(table, version=1))))
