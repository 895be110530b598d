"""One process of the bot takes over from another while people play: told to stop, killed, or started by mistake."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from bot.requests.error_codes import ALREADY_ACKNOWLEDGED
from bot.store.connection import open_database
from bot.store.operations import move
from localcord import Interaction, Localcord
from tests.database import server_database
from tests.end_to_end.child import Child
from tests.end_to_end.fork_server import ForkServer, nursery_at
from tests.end_to_end.ledger import Ledger, check
from tests.end_to_end.stream import Stream
from tests.postgresql import DATABASES, Server

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
