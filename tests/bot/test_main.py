"""The bot as a process: how it starts, fails to start, and stops."""

import asyncio
import gc
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr

from bot.__main__ import freeze_startup_objects, main, new_loop, run, wait_for_end
from bot.errors import CannotStart
from bot.settings import Settings
from bot.store.leases import FileLease
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.fork_server import PROJECT
from tests.ports import LOOPBACK, free_port

pytestmark = pytest.mark.usefixtures("nothing_set")


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Localcord]:
    """The stand-in for Discord that the test's processes connect to."""
    async with Localcord() as server:
        monkeypatch.setenv("DISCORD_TOKEN", server.token)
        monkeypatch.setenv("DISCORD_API_URL", server.api_url)
        monkeypatch.setenv("DISCORD_GATEWAY_URL", server.gateway_url)
        yield server


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (
            None,
            "DISCORD_TOKEN: Field required\nCopy .env.example to .env. Write the token after DISCORD_TOKEN= in .env;",
        ),
        (
            b"DISCORD_TOKEN=\n",
            "DISCORD_TOKEN: Field required\nWrite the token after DISCORD_TOKEN= in .env; `make play`",
        ),
        (b"DISCORD_TOKEN=token\nLOBBY_MINUTES=c2VjcmV0\n", "LOBBY_MINUTES: Input should be a valid number"),
        (b"DISCORD_TOKEN=t\xf6ken\n", ".env is not written in UTF-8"),
    ],
    ids=["no token", "an empty token", "no number", "latin-1"],
)
def test_a_wrong_setting_is_named_and_not_quoted(
    file: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if file:
        Path(".env").write_bytes(file)

    assert main() == os.EX_CONFIG

    written = capsys.readouterr().err
    assert written.startswith(said)
    assert "c2VjcmV0" not in written


def test_what_is_no_bots_token_is_not_tried_at_discord(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "c2VjcmV0")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///:memory:")

    assert main() == os.EX_CONFIG
    assert "This doesn't look like a bot token" in caplog.text
    assert "c2VjcmV0" not in caplog.text


def corrupt(at: Path) -> str:
    at.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 16)
    return "DatabaseError: file is not a database"


def below_a_file(at: Path) -> str:
    at.parent.touch()
    return "FileExistsError: "


def a_folder(at: Path) -> str:
    at.mkdir()
    return "OperationalError: unable to open database file"


@pytest.mark.parametrize("arrange", [corrupt, below_a_file, a_folder])
def test_a_database_that_cannot_be_used_is_one_error_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, arrange: Callable[[Path], str]
) -> None:
    at = Path("file", "finte.sqlite3") if arrange is below_a_file else Path("finte.sqlite3")
    reason = arrange(at)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{at}")

    assert main() == 1

    (error,) = (record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert f"DATABASE_URL leads to no database that can be used: {reason}" in error


async def test_a_driver_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    settings = Settings(discord_token=SecretStr("token"), database_url="postgres://ana:c2VjcmV0@host/finte")

    with pytest.raises(CannotStart, match="requirements-postgresql"):
        await run(settings)

    assert "c2VjcmV0" not in caplog.text


async def test_the_bot_stops_though_its_connection_takes_the_stop_for_a_break() -> None:
    begun, broken = asyncio.Event(), asyncio.Event()

    async def connecting() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            broken.set()
        await asyncio.Event().wait()  # connects again

    running = asyncio.create_task(wait_for_end(connecting(), patience=0))
    await begun.wait()
    running.cancel()
    await broken.wait()
    done, _ = await asyncio.wait({running}, timeout=PATIENCE_SECONDS)
    assert done
    assert running.cancelled()


async def python_m_bot() -> asyncio.subprocess.Process:
    """Starts `python -m bot` in the working folder."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    command = (sys.executable, "-m", "bot")
    return await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.PIPE)


async def read_until(bot: asyncio.subprocess.Process, *parts: bytes) -> bytes:
    """The lines that the bot logs until it has said all of this, in any order."""
    assert bot.stderr
    lines = b""
    while not all(part in lines for part in parts):
        lines += await bot.stderr.readline()
    return lines


def rights() -> dict[str, int]:
    """The permissions of the files that the bot has made in the test's folder."""
    return {str(file): file.stat().st_mode & 0o777 for file in Path().rglob("*")}


@pytest.mark.kills
async def test_the_bot_tells_of_its_start_and_stops_cleanly_however_often_it_is_told_to(discord: Localcord) -> None:
    said = []
    for number in (signal.SIGTERM, signal.SIGINT):
        bot = await python_m_bot()
        lines = await read_until(bot, b"ready after", b"tables: ")
        bot.send_signal(number)
        lines += await read_until(bot, b"stopping")
        bot.send_signal(number)
        said.append(lines + (await bot.communicate())[1])
        assert bot.returncode == 0

    assert discord.requests
    assert b"data/finte.sqlite3: created, schema " in said[0]
    assert b"data/finte.sqlite3: unchanged, schema " in said[1]
    assert b"tables: 0 to continue" in said[0]
    assert re.search(rb"ready after \d+\.\d seconds, servers: 1, invitation: https://\S+\n", said[0])
    assert b"ERROR" not in b"".join(said)
    assert rights() == {"data": 0o700, "data/finte.sqlite3": 0o600, "data/finte.sqlite3.lock": 0o600}


@pytest.mark.kills
async def test_a_start_that_waits_to_migrate_says_so_and_is_healthy(
    discord: Localcord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///finte.sqlite3")
    monkeypatch.setenv("NOTIFY_SOCKET", "notify")
    monkeypatch.setenv("METRICS_PORT", str(port := free_port()))
    other = FileLease(Path("finte.sqlite3"))
    assert await other.try_acquire()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("notify")
        systemd.settimeout(PATIENCE_SECONDS)
        bot = await python_m_bot()
        await read_until(bot, b"standing by to migrate the database: another process holds the lease of ")
        assert systemd.recv(100) == b"READY=1"
        async with aiohttp.ClientSession() as session, session.get(f"http://{LOOPBACK}:{port}/healthz") as page:
            assert page.status == 200
            assert await page.json() == {"healthy": True, "reasons": {}, "waiting": True}
        await other.release()
        await discord.bot_connected()
    bot.send_signal(signal.SIGTERM)
    await bot.communicate()


# Python itself


@pytest.mark.parametrize("package", ["uvloop", "asyncio"])
def test_the_bot_runs_on_uvloop_where_there_is_one(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    if package == "asyncio":
        monkeypatch.setitem(sys.modules, "uvloop", None)
    loop = new_loop()
    loop.close()

    assert type(loop).__module__.partition(".")[0] == package


@pytest.fixture
def collected_as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collected_as_before")
def test_only_garbage_that_comes_after_the_start_is_looked_for() -> None:
    freeze_startup_objects()

    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects()) < gc.get_freeze_count()
