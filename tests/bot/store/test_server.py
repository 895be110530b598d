"""On PostgreSQL, a move is stored or refused as a whole, and told to the process that shows it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import VersionConflict
from bot.share import Share
from bot.store import database
from bot.store.connection import CONNECTIONS, open_database
from bot.store.database import Database
from bot.store.privacy import PrivacyStore
from bot.store.processes import CHANNEL, notify
from bot.store.schema import matches, ratings
from bot.store.store import Store
from bot.tables.table import Table
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played, ending
from tests.database import server_database
from tests.postgresql import SKIPPED, Server

pytestmark = SKIPPED

BID, DOUBT = Move(Seat(0), "bid 2x3"), Move(Seat(1), "doubt")


@pytest.fixture
async def engine(postgresql: Server) -> AsyncIterator[AsyncEngine]:
    async with open_database(await server_database(postgresql, "units")) as new:
        yield new


@pytest.fixture
async def table(store: Store) -> Table:
    """A table's next version."""
    return replace(await store.open(draft(ANA, BEN)), version=1, changed_at=77)


def before(table: Table) -> Table:
    """The version that is stored."""
    return replace(table, version=0, changed_at=draft(ANA).changed_at)


async def several(store: Store, number: int) -> list[Table]:
    return [replace(await store.open(draft(ANA)), version=1) for _ in range(number)]


def end(store: Store, table: Table) -> Awaitable[object]:
    ended = ending(table.id, (ANA, 1), (BEN, 0), community_id=HERE.guild_id, game="bluff", field="people", at=NOW)
    return store.append(replace(table, phase="over"), 0, [BID], ended)


def join(store: Store, table: Table) -> Awaitable[object]:
    return store.seat(replace(table, sitters=(ANA, BEN)), newcomer=BEN.user_id, most=100)


async def until_blocked(engine: AsyncEngine) -> int:
    """Waits until a process of the server waits for a lock, and returns its number."""
    query = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while True:
        async with engine.connect() as db:
            found = (await db.execute(text(query))).scalar()
            if found is not None:
                return int(found)


@asynccontextmanager
async def locked(engine: AsyncEngine, table: Table) -> AsyncIterator[AsyncConnection]:
    """Holds a table's row."""
    async with engine.begin() as db:
        await db.execute(update(matches).where(matches.c.id == table.id).values(is_drawn=False))
        yield db


@pytest.mark.parametrize("doing", [end, join])
async def test_many_who_wait_for_the_same_lock_leave_connections_for_moves(
    engine: AsyncEngine,
    store: Store,
    played: Played,
    table: Table,
    doing: Any,  # noqa: ANN401
) -> None:
    await played((ANA, 1), (BEN, 0))
    others = await several(store, CONNECTIONS + 1)
    async with engine.begin() as db:
        lock = select(ratings).with_for_update() if doing is end else select(func.pg_advisory_xact_lock(BEN.user_id))
        await db.execute(lock)
        waiting = [asyncio.create_task(doing(store, one)) for one in others]
        await until_blocked(engine)

        await store.append(table, 0, [BID], None)

        assert not any(task.done() for task in waiting)
    await asyncio.gather(*waiting)
    stored = await store.tables([one.id for one in others])
    assert {(one.version, len(one.sitters)) for one in stored} == {(1, 1 if doing is end else 2)}


async def test_of_two_moves_at_once_one_is_stored(engine: AsyncEngine, store: Store, table: Table) -> None:
    async with locked(engine, table):
        moves = [asyncio.create_task(store.append(table, 0, [move], None)) for move in (BID, DOUBT)]
        await until_blocked(engine)

    bid, doubt = await asyncio.gather(*moves, return_exceptions=True)

    assert {type(bid), type(doubt)} == {type(None), VersionConflict}
    assert await store.log(table.id) == ([BID] if bid is None else [DOUBT])


@pytest.mark.parametrize(("first", "length"), [(0, 1001), (1 << 40, 1)], ids=["long text", "large number"])
async def test_a_move_that_the_server_cannot_take_stores_nothing(
    store: Store, table: Table, first: int, length: int
) -> None:
    with pytest.raises(DBAPIError):
        await store.append(table, first, [Move(Seat(0), "x" * length)], None)

    assert await store.log(table.id) == []
    assert await store.table(table.id) == before(table)


async def test_a_move_that_is_cancelled_is_stored_whole_or_not_at_all(
    engine: AsyncEngine, store: Store, table: Table
) -> None:
    async with locked(engine, table):
        going = asyncio.create_task(store.append(table, 0, [BID], None))
        await until_blocked(engine)
        going.cancel()
        await asyncio.wait({going})

    assert going.cancelled()
    (outcome,) = await asyncio.gather(store.append(table, 0, [DOUBT], None), return_exceptions=True)
    assert (await store.log(table.id), type(outcome)) in [([BID], VersionConflict), ([DOUBT], type(None))]


async def test_a_move_whose_connection_is_ended_while_it_waits_is_stored_once(
    engine: AsyncEngine, store: Store, table: Table
) -> None:
    async with locked(engine, table) as db:
        moving = asyncio.create_task(store.append(table, 0, [BID], None))
        ended = await until_blocked(engine)
        await db.execute(text(f"SELECT pg_terminate_backend({ended})"))
        while await until_blocked(engine) == ended:
            pass

    await moving
    assert await store.log(table.id) == [BID]


async def test_an_end_that_waits_for_too_long_for_its_turn_is_given_up(
    engine: AsyncEngine, store: Store, played: Played, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played((ANA, 1), (BEN, 0))
    others = await several(store, database.SERIAL_AT_ONCE)
    async with engine.begin() as db:
        await db.execute(select(ratings).with_for_update())
        ends = [asyncio.ensure_future(end(store, one)) for one in others]
        await until_blocked(engine)
        monkeypatch.setattr(database, "SERIAL_SECONDS", 0)

        with pytest.raises(NoConnection):
            await end(store, table)
    await asyncio.gather(*ends)

    assert await store.table(table.id) == before(table)


async def test_a_person_is_forgotten_while_another_process_ends_a_match_that_they_have_left(
    engine: AsyncEngine, store: Store
) -> None:
    table = (await store.open(draft(ANA, CLEO))).with_new_clocks()
    left = table.with_clock(Seat(1), table.clock(Seat(1)).gone())
    await store.note(replace(left, version=1, phase="playing"))

    async with locked(engine, table) as ending_it:
        await ending_it.execute(update(matches).where(matches.c.id == table.id).values(version=2))
        forgetting = asyncio.create_task(PrivacyStore(engine).forget(CLEO.user_id, {table.id}))
        await until_blocked(engine)

    assert (await forgetting).seats == 1


async def test_a_move_is_told_to_the_process_of_its_table_once_it_is_stored(engine: AsyncEngine, table: Table) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    elsewhere = Store(engine, Share((1,), 2))
    assert not elsewhere.share.has(table.place.guild_id)
    connection = await engine.raw_connection()
    driver: Any = connection.driver_connection
    await driver.add_listener(CHANNEL, lambda *news: heard.put_nowait(news[-1]))

    await elsewhere.append(table, 0, [BID], None)
    await asyncio.gather(elsewhere.append(table, 1, [DOUBT], None), return_exceptions=True)
    await Database.of(engine).write(lambda db: notify(db, "end"))

    assert [await heard.get(), await heard.get()] == [f"match {table.id}", "end 0"]
    await driver.reset()
    connection.close()
