"""The bot as a process: how it starts, fails to start, and stops."""

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr

from bot.__main__ import main, run, wait_for_end
from bot.errors import CannotStart
from bot.settings import Settings
from bot.store.connection import open_database
from bot.store.leases import FileLease
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.bot.processes import Forked, Start, python_m_bot
from tests.end_to_end.fork_server import ForkServer
from tests.ports import LOOPBACK, free_port

pytestmark = pytest.mark.kills


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clears all settings, and works in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Localcord]:
    """The stand-in for Discord that the test's processes connect to."""
    async with Localcord() as server:
        monkeypatch.setenv("DISCORD_API_URL", server.api_url)
        monkeypatch.setenv("DISCORD_GATEWAY_URL", server.gateway_url)
        yield server


@pytest.fixture
def started(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Starts the bot in the test's folder."""
    return lambda: Forked(fork_server, tmp_path_factory.mktemp("pipes")).start()


def test_without_a_token_the_bot_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == os.EX_CONFIG

    said = capsys.readouterr().err
    assert "DISCORD_TOKEN: Field required" in said
    assert ".env.example" in said
    assert "make play" in said


def test_nobody_is_told_to_copy_the_example_over_their_own_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("DISCORD_TOKEN=\nKEEP_DAYS=365\n")

    assert main() == os.EX_CONFIG

    said = capsys.readouterr().err
    assert "Write the token after DISCORD_TOKEN= in .env" in said
    assert "Copy" not in said


def test_a_wrong_setting_is_named_and_not_quoted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("LOBBY_MINUTES", "c2VjcmV0")

    assert main() == os.EX_CONFIG

    said = capsys.readouterr().err
    assert "LOBBY_MINUTES: " in said
    assert "c2VjcmV0" not in said
    assert ".env" not in said


async def _said_to(token: str, monkeypatch: pytest.MonkeyPatch, started: Start) -> bytes:
    """The last words of a bot with a token that's no good."""
    monkeypatch.setenv("DISCORD_TOKEN", token)
    bot = await started()
    _, said = await bot.communicate()
    assert bot.returncode == os.EX_CONFIG
    assert token.encode() not in said
    return said


@pytest.mark.usefixtures("discord")
async def test_a_token_that_discord_does_not_know_ends_the_bot(monkeypatch: pytest.MonkeyPatch, started: Start) -> None:
    said = await _said_to("c2VjcmV0", monkeypatch, started)

    assert b"Discord does not know this DISCORD_TOKEN" in said
    assert b"Traceback" not in said


async def test_what_is_no_bots_token_is_not_tried_at_discord(monkeypatch: pytest.MonkeyPatch, started: Start) -> None:
    assert b"This doesn't look like a bot token" in await _said_to("c2VjcmV0", monkeypatch, started)


@pytest.mark.parametrize("token", ["", "two words"])
def test_the_doctor_needs_no_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)

    assert main(["doctor"]) == 1

    said = capsys.readouterr().out
    assert "database: " in said
    assert "failure  token: DISCORD_TOKEN is missing, or isn't one word" in said


def test_the_doctor_does_not_go_by_other_wrong_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOBBY_MINUTES", "never")

    assert main(["doctor"]) == os.EX_CONFIG


def corrupt() -> str:
    """The address of a file that isn't a database."""
    Path("corrupt.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 16)
    return "sqlite:///corrupt.sqlite3"


def in_a_file() -> str:
    """The address of a database below a file, where there can't be a folder."""
    Path("file").touch()
    return "sqlite:///file/finte.sqlite3"


def a_folder() -> str:
    """The address of a folder, which can't be opened for writing."""
    Path("folder").mkdir()
    return "sqlite:///folder"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (corrupt, b"leads to no database that can be used: DatabaseError: file is not a database"),
        (in_a_file, b"leads to no database that can be used: FileExistsError: "),
        (a_folder, b"leads to no database that can be used: OperationalError: unable to open database file"),
    ],
    ids=["corrupt", "in a file", "a folder"],
)
async def test_a_database_that_cannot_be_used_is_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, started: Start, url: Callable[[], str], reason: bytes
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", url())

    bot = await started()
    _, said = await bot.communicate()

    assert bot.returncode == 1
    assert b"DATABASE_URL " + reason in said
    assert said.count(b"\n") == 1


async def test_a_driver_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    settings = Settings(discord_token=SecretStr("token"), database_url="postgres://ana:c2VjcmV0@host/finte")

    with pytest.raises(CannotStart, match="requirements-postgresql"):
        await run(settings)

    assert "c2VjcmV0" not in caplog.text


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/api/v10", "nonsense"])
async def test_a_discord_that_cannot_be_reached_is_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, started: Start, address: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DISCORD_API_URL", address)

    bot = await started()
    _, said = await bot.communicate()

    assert bot.returncode == 1
    assert [line for line in said.splitlines() if b"ERROR" in line] == said.splitlines()[-1:]
    assert b"Discord is out of reach: " in said
    assert b"Traceback" not in said


async def test_a_discord_that_is_down_is_one_line_in_the_log(
    discord: Localcord, monkeypatch: pytest.MonkeyPatch, started: Start
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    discord.fail_next("GET", "/users/@me", status=503, times=100)

    bot = await started()
    _, said = await bot.communicate()

    assert bot.returncode == 1
    assert b"Discord is out of reach: DiscordServerError: 503" in said
    assert b"Traceback" not in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_impatience_does_not_cut_the_closing_short(
    discord: Localcord, monkeypatch: pytest.MonkeyPatch, started: Start, number: signal.Signals
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    bot = await started()
    await discord.bot_connected()

    assert bot.stderr
    bot.send_signal(number)
    async for line in bot.stderr:
        if b"stopping" in line:
            break
    bot.send_signal(number)
    _, said = await bot.communicate()

    assert bot.returncode == 0
    assert b"Traceback" not in said


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


async def test_the_bot_stops_when_it_is_told_to(discord: Localcord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    bot = await python_m_bot()
    await discord.bot_connected()

    bot.send_signal(signal.SIGTERM)
    _, said = await bot.communicate()

    assert bot.returncode == 0
    assert b"stopping" in said
    assert b"ERROR" not in said


async def test_a_start_that_waits_to_migrate_says_so_and_is_healthy(
    discord: Localcord, monkeypatch: pytest.MonkeyPatch, started: Start, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///finte.sqlite3")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("METRICS_PORT", str(port := free_port()))
    other = FileLease(Path("finte.sqlite3"))
    assert await other.try_acquire()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("notify")
        systemd.settimeout(PATIENCE_SECONDS)
        bot = await started()
        assert bot.stderr
        said = await bot.stderr.readuntil(b"holds the lease of ")
        heard = systemd.recv(100)
        async with aiohttp.ClientSession() as session, session.get(f"http://{LOOPBACK}:{port}/healthz") as page:
            health = page.status, await page.json()
        await other.release()
        await discord.bot_connected()
    bot.send_signal(signal.SIGTERM)
    await bot.communicate()

    assert b"standing by to migrate the database: another process holds the lease of " in said
    assert heard == b"READY=1"
    assert health == (200, {"healthy": True, "reasons": {}, "waiting": True})


async def test_a_file_that_may_not_be_written_is_one_line_in_the_log(
    discord: Localcord, monkeypatch: pytest.MonkeyPatch, started: Start
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    async with open_database("sqlite+aiosqlite:///finte.sqlite3") as engine, engine.begin() as db:
        await db.exec_driver_sql("DROP TABLE preferences")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///finte.sqlite3")

    bot = await started()
    _, said = await bot.communicate()

    assert bot.returncode == 1
    assert b"leads to no database that can be used: OperationalError: no such table: preferences" in said
    assert b"Traceback" not in said


def rights() -> dict[str, int]:
    """The permissions of the files that the bot has made in the test's folder."""
    return {str(file): file.stat().st_mode & 0o777 for file in Path().rglob("*")}


async def test_what_the_bot_writes_is_for_its_user_alone(discord: Localcord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    bot = await python_m_bot()  # a forked one ends at once, and may leave files behind that SQLite would remove
    await discord.bot_connected()
    bot.send_signal(signal.SIGTERM)
    await bot.communicate()

    assert rights() == {"data": 0o700, "data/finte.sqlite3": 0o600, "data/finte.sqlite3.lock": 0o600}


async def test_the_log_says_what_a_host_wants_to_know_of_a_start(
    discord: Localcord, monkeypatch: pytest.MonkeyPatch, started: Start
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", discord.token)
    said = []
    for start in (python_m_bot, started):
        bot = await start()
        assert bot.stderr
        lines = []
        async for line in bot.stderr:
            lines.append(line)
            if all(part in b"".join(lines) for part in (b"ready after", b"tables: ")):  # in either order
                break
        bot.send_signal(signal.SIGTERM)
        await bot.communicate()
        said.append(b"".join(lines))

    assert b"data/finte.sqlite3: created, schema " in said[0]
    assert b"data/finte.sqlite3: unchanged, schema " in said[1]
    assert b"tables: 0 to continue" in said[0]
    assert re.search(rb"ready after \d+\.\d seconds, servers: 1, invitation: https://\S+\n", said[0])


@pytest.mark.parametrize(
    ("content", "reason"), [("DISCORD_TOKEN=tökén\n".encode("latin-1"), "not written in UTF-8")], ids=["latin-1"]
)
def test_a_settings_file_that_cannot_be_read_is_one_line(
    content: bytes, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(".env").write_bytes(content)

    assert main() == os.EX_CONFIG

    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
