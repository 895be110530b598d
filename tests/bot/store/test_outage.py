"""A connection that breaks neither loses nor doubles a write, and a database that doesn't answer is said to be busy."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import Pool

from bot.errors import VersionConflict
from bot.logs import outline
from bot.store import processes, results
from bot.store.connection import open_database
from bot.store.database import CommitUnknown, Database, Unavailable
from bot.store.processes import MISSED, Heartbeat, listen, notify
from bot.store.store import Store
from bot.tables.table import Table
from games.core import Move, Seat
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import ANA, BEN, draft
from tests.bot.results import Played, ending
from tests.database import SHARED, server_database
from tests.postgresql import SKIPPED, Server
from tests.severed import Loss, Way, break_new_connections, way_to

pytestmark = SKIPPED

BID = Move(Seat(0), "bid 2x3")


@pytest.fixture
async def way(postgresql: Server) -> AsyncIterator[Way]:
    async with way_to(postgresql.folder) as found:
        yield found


@pytest.fixture
async def engine(postgresql: Server, way: Way) -> AsyncIterator[AsyncEngine]:
    """A database at the end of a way that breaks off. A statement may take a second."""
    await server_database(postgresql, "severed")
    async with open_database(postgresql.url("severed", way.folder), command_seconds=1) as far:
        yield far


@pytest.fixture
async def table(store: Store) -> Table:
    return await store.open(draft(ANA, BEN))


def after(table: Table, phase: str = "playing") -> Table:
    """The table's next version."""
    return replace(table, version=1, phase=phase)  # type: ignore[arg-type]


@pytest.mark.parametrize("loss", get_args(Loss))
async def test_a_move_whose_commit_is_lost_is_stored_once(store: Store, table: Table, way: Way, loss: Loss) -> None:
    way.lose(loss)

    await store.append(after(table), 0, [BID], None)

    assert way.has_lost_all
    assert await store.table(table.id) == after(table)
    assert await store.log(table.id) == [BID]


async def test_a_commit_that_is_lost_twice_is_said_to_be(store: Store, table: Table, way: Way) -> None:
    way.lose("before", "before")

    with pytest.raises(CommitUnknown):
        await store.append(after(table), 0, [BID], None)

    assert await store.table(table.id) == table
    assert await store.log(table.id) == []


async def test_what_a_broken_connection_has_not_answered_is_asked_again(store: Store, table: Table, way: Way) -> None:
    way.break_at(b"is_drawn")

    assert table.id in await store.ids_to_draw()
    assert way.has_lost_all


async def test_a_table_whose_commit_is_lost_is_opened_once_or_said_not_to_be(store: Store, way: Way) -> None:
    before = await store.latest_id()
    way.lose("before")
    with pytest.raises(CommitUnknown):
        await store.open(draft(ANA, BEN), key=bytes(32))
    way.lose("after")
    table = await store.open(draft(ANA, BEN), key=bytes(range(32)))

    assert [one for one in await store.ids_to_draw() if one > before] == [table.id]
    assert await store.table(table.id) == table


async def test_a_heartbeat_is_written_again(engine: AsyncEngine, way: Way) -> None:
    way.lose("after")

    await Heartbeat(engine).beat(100, {0: 0})

    assert await Heartbeat(engine).last_beat() == 100


@pytest.mark.parametrize("theirs", ["another host", "another move"])
async def test_what_somebody_else_stored_meanwhile_is_not_taken_for_ones_own(
    store: Store, table: Table, way: Way, theirs: str
) -> None:
    if theirs == "another host":
        await store.note(replace(after(table), host_id=BEN.user_id))
    else:
        await store.append(after(table), 0, [Move(Seat(0), "bid 3x3")], None)
    way.break_at(b"BEGIN")

    with pytest.raises(VersionConflict):
        await store.append(after(table), 0, [BID], None)

    assert way.has_lost_all


async def test_a_match_is_ended_although_the_connection_breaks_while_it_is_counted(
    store: Store, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh, breaks = results._weights, [True]

    def break_once(db: Connection, *arguments: Any) -> list[float]:  # noqa: ANN401 - as the function itself
        if breaks:
            breaks.clear()
            db.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return weigh(db, *arguments)

    monkeypatch.setattr(results, "_weights", break_once)

    number = await played((ANA, 1), (BEN, 0))

    table = await store.table(number)
    assert table
    assert table.phase == "over"
    changes, _ = await store.aftermath(number)
    assert changes.keys() == {ANA.user_id, BEN.user_id}


async def test_after_a_broken_connection_the_others_are_replaced(
    engine: AsyncEngine, store: Store, table: Table, way: Way
) -> None:
    async def connected() -> set[object]:
        async with engine.connect() as one, engine.connect() as other:
            return {(await db.get_raw_connection()).driver_connection for db in (one, other)}

    before = await connected()
    way.lose("after")
    await store.note(after(table))

    assert before.isdisjoint(await connected())


async def test_a_statement_that_takes_too_long_is_given_up(engine: AsyncEngine) -> None:
    with pytest.raises(CommitUnknown) as lost:
        async with engine.begin() as db:
            await db.execute(text("SELECT pg_sleep(60)"))

    assert outline(lost.value).startswith("CommitUnknown (TimeoutError) at ")


RAISED = "DO $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '{}'; END $$"


@pytest.mark.parametrize(
    ("state", "raised", "is_kept"),
    [
        ("08006", CommitUnknown, False),
        ("25P03", Unavailable, False),
        ("40003", CommitUnknown, False),
        ("40P01", Unavailable, True),
        ("53200", Unavailable, True),
        ("57014", Unavailable, True),
        ("57P01", CommitUnknown, False),
        ("23505", DBAPIError, True),
    ],
)
async def test_what_an_error_of_the_server_means_follows_from_its_state(
    engine: AsyncEngine, state: str, raised: type[Exception], *, is_kept: bool
) -> None:
    async def session() -> object:
        async with engine.connect() as db:
            return (await db.execute(text("SELECT pg_backend_pid()"))).scalar_one()

    before = await session()
    with pytest.raises(raised) as refused:
        async with engine.begin() as db:
            await db.exec_driver_sql(RAISED.format(state))

    assert isinstance(refused.value, CommitUnknown) == (raised is CommitUnknown)
    assert f"SQLSTATE {state}" in outline(refused.value)
    assert (await session() == before) == is_kept


@pytest.mark.parametrize("is_over", [False, True], ids=["move", "end"])
async def test_a_move_on_a_server_that_takes_no_writes_is_unavailable_and_counts_on_another(
    engine: AsyncEngine, store: Store, table: Table, *, is_over: bool
) -> None:
    place = table.place.community_id
    ended = ending(table.id, (ANA, 1), (BEN, 0), community_id=place, game="bluff", field="people", at=1000)
    what = after(table, "over" if is_over else "playing"), 0, [BID], ended if is_over else None
    async with engine.connect() as one, engine.connect() as other:  # as if they led to a standby
        for db in (one, other):
            await db.exec_driver_sql("SET default_transaction_read_only = on")
            await db.commit()

    with pytest.raises(Unavailable, match="SQLSTATE 25006"):
        await store.append(*what)
    assert await store.table(table.id) == table

    await store.append(*what)  # over a new connection
    assert await store.log(table.id) == [BID]
    changes, _ = await store.aftermath(table.id)
    assert changes.keys() == ({ANA.user_id, BEN.user_id} if is_over else set())


async def test_a_new_connection_that_breaks_at_once_is_unavailable(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_database(await server_database(postgresql, SHARED)) as near:
        await near.dispose()
        break_new_connections(monkeypatch)

        with pytest.raises(Unavailable, match="InterfaceError"):
            await Store(near).ids_to_draw()


async def test_a_connection_that_breaks_as_it_begins_to_listen_is_replaced(
    postgresql: Server, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = await server_database(postgresql, "severed")
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def hear(kind: str, number: int) -> None:
        heard.put_nowait((kind, number))

    monkeypatch.setattr(processes, "RETRY_SECONDS", 0)
    way.break_at(b"LISTEN")
    listening = asyncio.create_task(listen(postgresql.url("severed", way.folder), hear))
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await heard.get() == (MISSED, 0)
            assert way.has_lost_all
            async with open_database(near) as engine:
                await Database.of(engine).write(lambda db: notify(db, "match", 7))
            assert await heard.get() == ("match", 7)
    finally:
        listening.cancel()


async def test_a_file_that_cannot_be_opened_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Pool] = []

    def refuse(pool: Pool) -> None:
        tries.append(pool)
        raise Unavailable("unable to open database file")

    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as engine:
        with monkeypatch.context() as patch:
            patch.setattr(Pool, "connect", refuse)
            with pytest.raises(Unavailable, match="unable to open"):
                await Heartbeat(engine).beat(1, {0: 0})

        await Heartbeat(engine).beat(2, {0: 0})
    assert len(tries) == 1
