"""One process of the bot takes over from another while people play: told to stop, killed, or started by mistake."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.requests.error_codes import ALREADY_ACKNOWLEDGED
from bot.store.connection import open_database
from bot.store.operations import move
from localcord import Interaction, Localcord
from localcord.people import PATIENCE_SECONDS
from tests.database import server_database
from tests.end_to_end.child import Child
from tests.end_to_end.fork_server import ForkServer, nursery_at
from tests.end_to_end.ledger import Ledger, check
from tests.end_to_end.stream import Stream
from tests.postgresql import DATABASES, SKIPPED, USER, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow]

TAKEN_OVER_SECONDS = 3.0
"""How long after a stop or a kill clicks may fail, until the other process has connected."""

NUMBERS = count()


@pytest.fixture
async def discord() -> AsyncIterator[Localcord]:
    """A stand-in that waits for answers no longer than Discord does."""
    async with Localcord(rate_limits=False) as server:
        yield server


@pytest.fixture(params=DATABASES)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'shared.sqlite3'}"
    server: Server = request.getfixturevalue("postgresql")
    return await server_database(server, f"hand_over_{next(NUMBERS)}")


Two = tuple[Child, Child]


@pytest.fixture
async def two(discord: Localcord, url: str, tmp_path: Path, nursery_port: int) -> AsyncIterator[Two]:
    """Two processes on one database, not started yet."""
    async with nursery_at(nursery_port) as one, nursery_at(nursery_port) as other:
        yield _child(discord, url, tmp_path / "first", one), _child(discord, url, tmp_path / "second", other)


def _child(discord: Localcord, url: str, folder: Path, fork_server: ForkServer) -> Child:
    folder.mkdir()
    return Child(discord, folder, fork_server, DATABASE_URL=url, LOG_LEVEL="INFO")


async def check_all(ledger: Ledger, url: str, folder: Path) -> None:
    """Checks that what was acknowledged is stored, once."""
    copy = folder / "copy.sqlite3"
    async with open_database(url) as source, open_database(f"sqlite+aiosqlite:///{copy}") as target:
        await move(source, target)
    check(ledger, copy)


def refusals(discord: Localcord) -> list[int | None]:
    """The codes with which Discord refused answers to clicks."""
    return [seen.code for seen in discord.requests if seen.path.endswith("/callback") and seen.status >= 400]


def failed(clicks: list[Interaction]) -> list[Interaction]:
    return [click for click in clicks if not click.answered]


def unexplained(stream: Stream, ended_at: float) -> list[Interaction]:
    """The clicks that failed although a process was there."""
    is_late = {id(one) for one in failed(stream.clicks) if not -1 <= one.created - ended_at <= TAKEN_OVER_SECONDS}
    return [click for click in stream.clicks if id(click) in is_late]


@pytest.mark.parametrize("end", [Child.stop, Child.killed], ids=["stopped", "killed"])
async def test_the_one_that_stands_by_connects_once_the_other_has_ended(
    discord: Localcord, url: str, two: Two, tmp_path: Path, *, end: Callable[[Child], Awaitable[object]]
) -> None:
    old, new = two
    await old.start()
    ledger, stream = Ledger(discord), Stream(discord)
    await stream.begin()
    await new.stand_by()
    await stream.go_on(20)
    assert len(discord.gateway._connected) == 1, "only who has the lease connects"
    ended_at = discord.world.clock()
    await end(old)
    await new.has_logged("this process acts now")
    await discord.bot_connected()
    await stream.go_on(40)
    await stream.stop()
    assert await new.stop() == 0

    assert unexplained(stream, ended_at) == []
    assert set(refusals(discord)) <= {ALREADY_ACKNOWLEDGED}
    assert " ERROR " not in old.log + new.log
    await check_all(ledger, url, tmp_path)


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


@pytest.mark.thorough
@SKIPPED
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
