"""A PostgreSQL server fails, and the standby server that has followed it is promoted while people play."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.connection import open_database
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.child import Child
from tests.end_to_end.fork_server import nursery_at
from tests.end_to_end.ledger import Ledger
from tests.end_to_end.stream import Stream
from tests.end_to_end.test_hand_over import check_all
from tests.postgresql import SKIPPED, USER, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, pytest.mark.thorough, SKIPPED]

DATABASE = "postgres"


@pytest.fixture
def servers() -> Iterator[tuple[Server, Server]]:
    """A server, and one that follows it."""
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory(prefix="finte-"))) for _ in range(2)]
        primary = Server(folders[0])
        stack.enter_context(primary.running())
        standby = Server(folders[1], primary=primary)
        stack.enter_context(standby.running())
        yield primary, standby


async def commit_on_both(primary: Server) -> None:
    """Has the server wait for its standby before it confirms a commit."""
    engine = create_async_engine(primary.url(DATABASE), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with asyncio.timeout(PATIENCE_SECONDS), engine.connect() as db:
        await db.execute(text("ALTER SYSTEM SET synchronous_standby_names = '*'"))
        await db.execute(text("SELECT pg_reload_conf()"))
        while (await db.execute(text("SELECT sync_state FROM pg_stat_replication"))).scalar() != "sync":  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_standby_server_takes_over_and_nothing_acknowledged_is_lost(
    servers: tuple[Server, Server], tmp_path: Path, nursery_port: int
) -> None:
    primary, standby = servers
    async with open_database(primary.url(DATABASE)):
        pass  # its tables are made
    await commit_on_both(primary)
    hosts = "&".join(f"host={server.folder}:5432" for server in servers)
    url = f"postgresql+asyncpg://{USER}@/{DATABASE}?{hosts}&target_session_attrs=primary"
    async with (
        Localcord(rate_limits=False) as discord,
        nursery_at(nursery_port) as one,
        nursery_at(nursery_port) as other,
    ):
        bots = []
        for number, fork_server in enumerate((one, other)):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            bots.append(Child(discord, folder, fork_server, DATABASE_URL=url, LOG_LEVEL="INFO"))
            await (bots[-1].stand_by() if number else bots[-1].start())
        ledger, stream = Ledger(discord), Stream(discord)
        await stream.begin()
        await stream.go_on(20)

        primary.break_down()
        standby.promote()
        await acts_alone(bots)
        before = len(ledger.acknowledged)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(ledger.acknowledged) < before + 5:
                await stream.go_on(1)
            await stream.stop()
        for bot in bots:
            await bot.killed()

    await check_all(ledger, url, tmp_path)


async def acts_alone(bots: list[Child]) -> None:
    """Waits until one of these processes has the lease on the new server: the former holder, or the one standing by."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            found = ["is back" in bots[0].log, "this process acts now" in bots[1].log]
            if any(found):
                assert not all(found)
                return
            await asyncio.sleep(0.02)
