"""The lease of shards on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text

from bot.store.connection import open_database
from bot.store.leases import FAULTS, Lease, acquired, open_lease
from tests.clock import Naps
from tests.database import SHARED, server_database
from tests.postgresql import SKIPPED, Server
from tests.severed import break_new_connections

pytestmark = SKIPPED


Leases = Callable[..., Awaitable[Lease]]


@pytest.fixture
async def url(postgresql: Server) -> str:
    return await server_database(postgresql, SHARED)


@pytest.fixture
async def lease_of(url: str) -> AsyncIterator[Leases]:
    """Opens leases of some shards, which are all given up in the end."""
    async with AsyncExitStack() as stack:

        async def lease(*shards: int, count: int = 1, query: str = "") -> Lease:
            return await stack.enter_async_context(open_lease(f"{url}{query}", shards, count))

        yield lease


async def test_one_at_a_time_has_it_and_whoever_waits_gets_it_as_soon_as_it_is_free(lease_of: Leases) -> None:
    one, other = await lease_of(0), await lease_of(0)

    assert await one.try_acquire()
    assert await one.try_acquire()
    assert not await other.try_acquire()
    assert not await other.is_held()
    waiting = asyncio.create_task(acquired(other))
    await one.release()
    await waiting
    assert await other.is_held()


async def test_different_shards_have_different_leases(lease_of: Leases) -> None:
    one, other, late = await lease_of(0, 1, count=4), await lease_of(2, 3, count=4), await lease_of(1, 2, count=4)

    assert await one.try_acquire()
    assert await other.try_acquire()
    await one.release()
    assert not await late.try_acquire()
    assert await (await lease_of(1, count=4)).try_acquire()


async def test_processes_that_share_out_the_servers_differently_wait_for_each_other_and_say_so_once(
    lease_of: Leases, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = await lease_of(0, count=2), await lease_of(1, count=3)

    assert await one.try_acquire()
    for _ in range(2):
        assert not await other.try_acquire()
    await one.release()
    assert await other.try_acquire()
    assert caplog.text.count("SHARD_COUNT is 3 here, but 2 in a process that acts") == 1


async def test_each_schema_has_its_own(lease_of: Leases) -> None:
    elsewhere = "&options=-c%20search_path%3Dpg_catalog"

    assert await (await lease_of(0)).try_acquire()
    assert await (await lease_of(0, query=elsewhere)).try_acquire()


async def test_a_connection_that_breaks_has_lost_it(lease_of: Leases, url: str) -> None:
    one, other = await lease_of(0), await lease_of(0)
    assert await one.try_acquire()

    async with open_database(url) as engine, engine.connect() as db:  # as a restart of the server would
        await db.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))

    assert not await one.is_held()
    assert await other.try_acquire()
    assert not await one.try_acquire()


async def test_a_server_out_of_reach_is_asked_again(postgresql: Server, caplog: pytest.LogCaptureFixture) -> None:
    naps = Naps()
    naps.awake.clear()
    async with open_lease(postgresql.url("nowhere"), (0,), 1) as lease:
        waiting = asyncio.create_task(acquired(lease, sleep=naps))
        await naps.asleep.wait()
        waiting.cancel()

    assert "the lease of the database can't be asked for" in caplog.text


async def test_a_new_connection_that_breaks_at_once_is_a_fault(
    lease_of: Leases, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = await lease_of(0)
    with monkeypatch.context() as patch:
        break_new_connections(patch)
        with pytest.raises(FAULTS):
            await lease.try_acquire()

    assert await lease.try_acquire()


async def test_a_pooler_has_none(lease_of: Leases) -> None:
    lease = await lease_of(0, query="&pgbouncer=true")

    assert (lease.is_exclusive, lease.trusts_heartbeats) == (False, True)
