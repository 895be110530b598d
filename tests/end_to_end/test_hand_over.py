"""One process of the bot takes over from another while people play: told to stop, killed, or started by mistake."""

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from bot import chores
from bot.chores import NEXT_BEAT_SECONDS
from bot.databases import at_rest
from bot.errors import CannotStart
from bot.requests.error_codes import ALREADY_ACKNOWLEDGED
from bot.store import move, open_database
from localcord import Interaction, Localcord
from tests.clock import Naps
from tests.database import server_database
from tests.end_to_end.child import Child
from tests.end_to_end.fork_server import ForkServer, nursery_at
from tests.end_to_end.ledger import Ledger, check
from tests.end_to_end.stream import Stream
from tests.postgresql import DATABASES, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow]

NOTICE_SECONDS = 1.0
"""The time around a kill in which clicks may fail: the process is dead, and the standby doesn't know yet."""

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


async def test_a_rolling_deployment_loses_no_click(discord: Localcord, url: str, two: Two, tmp_path: Path) -> None:
    old, new = two
    await old.start()
    ledger, stream = Ledger(discord), Stream(discord)
    await stream.begin()
    await new.start(sessions=2)
    await new.has_logged("standing by")
    await stream.go_on(20)
    assert await old.stop() == 0
    await new.has_logged("this process acts now")
    await stream.go_on(40)
    await stream.stop()
    assert await new.stop() == 0

    assert failed(stream.clicks) == []
    assert refusals(discord) == []
    assert " ERROR " not in old.log + new.log
    await check_all(ledger, url, tmp_path)


async def test_after_a_kill_the_one_that_stands_by_goes_on(
    discord: Localcord, url: str, two: Two, tmp_path: Path
) -> None:
    old, new = two
    await old.start()
    ledger, stream = Ledger(discord), Stream(discord)
    await stream.begin()
    await new.start(sessions=2)
    await new.has_logged("standing by")
    await stream.go_on(20)
    killed_at = discord.world.clock()
    await old.killed()
    await new.has_logged("this process acts now")
    await stream.go_on(40)
    await stream.stop()
    await new.killed()

    assert [click for click in failed(stream.clicks) if abs(click.created - killed_at) > NOTICE_SECONDS] == []
    assert set(refusals(discord)) <= {ALREADY_ACKNOWLEDGED}
    assert " ERROR " not in new.log
    await check_all(ledger, url, tmp_path)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_one_that_is_started_by_mistake_only_waits(discord: Localcord, two: Two) -> None:
    right, wrong = two
    await right.start()
    stream = Stream(discord)
    await stream.begin()
    await wrong.start(sessions=2)
    await wrong.has_logged("standing by")
    await stream.go_on(40)
    assert await wrong.stop() == 0
    await stream.go_on(20)
    await stream.stop()

    assert failed(stream.clicks) == []
    assert refusals(discord) == []
    assert wrong.log.count("standing by") == 1
    assert " ERROR " not in wrong.log + right.log


async def naps_before_a_check(url: str) -> list[float]:
    """How long `recompute --check` waits to see whether a bot still runs. Raises: CannotStart if one does."""
    naps = Naps()
    async with at_rest(url, 1) as engine:
        await chores.recompute(engine, checks=True, sleep=naps)
    return naps.taken


async def test_a_chore_begins_at_once_after_a_clean_stop_and_waits_after_a_kill(url: str, two: Two) -> None:
    bot, _ = two
    await bot.start()
    with pytest.raises(CannotStart, match="The bot is running"):
        await naps_before_a_check(url)
    assert await bot.stop() == 0
    assert await naps_before_a_check(url) == []

    await bot.start()
    await bot.killed()
    assert await naps_before_a_check(url) == [NEXT_BEAT_SECONDS]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_bot_that_is_started_during_a_chore_waits_for_its_end(url: str, two: Two) -> None:
    bot, _ = two
    await bot.start()
    assert await bot.stop() == 0
    async with at_rest(url, 1):
        await bot.start()
        await bot.has_logged("standing by")
    await bot.has_logged("this process acts now")
    assert await bot.stop() == 0
