"""On PostgreSQL, a move is stored or refused as a whole, and told to the process that shows it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from math import inf
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import VersionConflict
from bot.share import Share
from bot.store import database
from bot.store.connection import CONNECTIONS, open_database
from bot.store.database import Database
from bot.store.processes import CHANNEL, notify
from bot.store.schema import matches, ratings
from bot.store.store import Store
from bot.tables.match_result import MatchResult
from bot.tables.table import Table
from games.core import Move, Seat
from tests.bot.people import ANA, BEN, HERE, draft
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


async def test_many_matches_that_end_at_once_leave_connections_for_moves(engine: AsyncEngine, store: Store) -> None:
    await Played(store)((ANA, 1), (BEN, 0))
    tables = [await store.open(draft(ANA, BEN)) for _ in range(CONNECTIONS + 2)]
    moved, *ended = [replace(table, version=1) for table in tables]
    async with engine.begin() as db:
        await db.execute(select(ratings).with_for_update())
        ends = [asyncio.create_task(store.append(over(one), 0, [BID], ended_by(one))) for one in ended]
        await until_blocked(engine)

        await store.append(moved, 0, [BID], None)

        assert not any(end.done() for end in ends)
    found = await asyncio.gather(*ends)
    assert [bool(one and one.changes) for one in found] == [True] * len(ended)


async def test_a_person_who_joins_many_tables_at_once_leaves_connections_for_moves(
    engine: AsyncEngine, store: Store
) -> None:
    tables = [await store.open(draft(ANA)) for _ in range(CONNECTIONS + 2)]
    moved, *joined = [replace(table, version=1) for table in tables]
    async with engine.begin() as db:
        await db.execute(select(func.pg_advisory_xact_lock(BEN.user_id)))
        joins = [asyncio.create_task(join(store, one)) for one in joined]
        await until_blocked(engine)

        await store.append(moved, 0, [BID], None)

        assert not any(task.done() for task in joins)
    await asyncio.gather(*joins)
    assert {one.id for one in joined} <= {one.id for one in await store.open_tables_of(BEN.user_id)}


async def join(store: Store, table: Table) -> None:
    await store.seat(replace(table, sitters=(ANA, BEN)), newcomer=BEN.user_id, most=100)


def over(table: Table) -> Table:
    return replace(table, phase="over")


def ended_by(table: Table) -> MatchResult:
    return ending(table.id, (ANA, 1), (BEN, 0), community_id=HERE.guild_id, game="bluff", field="people", at=NOW)


async def log_queries(engine: AsyncEngine) -> list[str]:
    """The queries that the pool's next connection runs from now on."""
    asked: list[str] = []
    connection = await engine.raw_connection()
    driver: Any = connection.driver_connection
    driver.add_query_logger(lambda logged: asked.append(logged.query))
    connection.close()
    return asked


async def until_blocked(engine: AsyncEngine) -> int:
    """Waits until a process of the server waits for a lock. Shape: its number."""
    query = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while True:
        async with engine.connect() as db:
            found = (await db.execute(text(query))).scalar()
            if found is not None:
                return int(found)


@pytest.mark.parametrize(("seconds", "is_tested"), [(inf, False), (0, True)], ids=["recent", "idle"])
async def test_only_an_idle_connection_is_tested(
    engine: AsyncEngine, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch, seconds: float, *, is_tested: bool
) -> None:
    monkeypatch.setattr(database, "RECENT_SECONDS", seconds)
    asked = await log_queries(engine)

    await store.note(table)

    assert (";" in asked) == is_tested


async def test_a_move_that_comes_too_late_changes_nothing(store: Store, table: Table) -> None:
    await store.append(table, 0, [BID], None)

    with pytest.raises(VersionConflict):
        await store.append(replace(table, changed_at=88), 1, [DOUBT], None)

    assert await store.log(table.id) == [BID]
    assert await store.table(table.id) == table


async def test_of_two_moves_at_once_one_is_stored(engine: AsyncEngine, store: Store, table: Table) -> None:
    async with engine.begin() as db:
        await db.execute(update(matches).where(matches.c.id == table.id).values(is_drawn=False))
        moves = [asyncio.create_task(store.append(table, 0, [move], None)) for move in (BID, DOUBT)]
        await until_blocked(engine)

    outcomes = await asyncio.gather(*moves, return_exceptions=True)

    assert {type(outcome) for outcome in outcomes} == {type(None), VersionConflict}
    assert await store.log(table.id) == [
        move for move, outcome in zip((BID, DOUBT), outcomes, strict=True) if not outcome
    ]


async def test_a_move_with_a_number_that_is_taken_leaves_the_table_as_it_was(store: Store, table: Table) -> None:
    await store.append(table, 0, [BID], None)

    with pytest.raises(IntegrityError):
        await store.append(replace(table, version=2), 0, [DOUBT], None)

    assert await store.table(table.id) == table


async def test_a_text_that_is_too_long_is_refused_and_not_cut(store: Store, table: Table) -> None:
    with pytest.raises(DBAPIError):
        await store.append(table, 0, [Move(Seat(0), "x" * 1001)], None)

    assert await store.log(table.id) == []


async def test_a_value_that_the_driver_cannot_send_stores_nothing(store: Store, table: Table) -> None:
    with pytest.raises(DBAPIError):
        await store.append(table, 1 << 40, [BID], None)

    assert await store.table(table.id) == replace(table, version=0, changed_at=draft(ANA).changed_at)


async def test_a_move_that_is_cancelled_is_stored_whole_or_not_at_all(
    engine: AsyncEngine, store: Store, table: Table
) -> None:
    async with engine.begin() as db:
        await db.execute(update(matches).where(matches.c.id == table.id).values(is_drawn=False))
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
    async with engine.begin() as db:
        await db.execute(update(matches).where(matches.c.id == table.id).values(is_drawn=False))
        moving = asyncio.create_task(store.append(table, 0, [BID], None))
        ended = await until_blocked(engine)
        await db.execute(text(f"SELECT pg_terminate_backend({ended})"))
        while await until_blocked(engine) == ended:
            pass

    await moving
    assert await store.log(table.id) == [BID]


async def test_an_end_that_waits_for_too_long_for_its_turn_is_given_up(
    engine: AsyncEngine, store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Played(store)((ANA, 1), (BEN, 0))
    others = [replace(await store.open(draft(ANA, BEN)), version=1) for _ in range(database.SERIAL_AT_ONCE)]
    async with engine.begin() as db:
        await db.execute(select(ratings).with_for_update())
        ends = [asyncio.create_task(store.append(over(one), 0, [BID], ended_by(one))) for one in others]
        await until_blocked(engine)
        monkeypatch.setattr(database, "SERIAL_SECONDS", 0)

        with pytest.raises(NoConnection):
            await store.append(over(table), 0, [BID], ended_by(table))
    await asyncio.gather(*ends)

    assert await store.table(table.id) == replace(table, version=0, changed_at=draft(ANA).changed_at)


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
