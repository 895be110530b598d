"""What a click reads waits for no writer."""

import asyncio

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import matches
from bot.store.store import Store
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, draft
from tests.bot.results import Played
from tests.bot.store.grouping import Pause

in_a_file = pytest.mark.parametrize("engine", ["file"], indirect=True)


def count(db: Connection) -> int:
    return len(db.execute(select(matches.c.id)).all())


@in_a_file
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

    assert log == [Move(Seat(0), "x")]
    assert changes.keys() == {ANA.user_id, BEN.user_id}
    assert rematch is None


async def test_a_read_that_fails_does_not_affect_later_ones(engine: AsyncEngine, store: Store) -> None:
    database = Database.of(engine)

    def fail(db: Connection) -> None:
        count(db)
        raise KeyError

    with pytest.raises(KeyError):
        await database.read(fail)
    await store.open(draft(ANA))

    assert await database.read(count) == 1


@in_a_file
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
