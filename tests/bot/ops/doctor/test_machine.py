"""The doctor's checks of the machine: database, versions, processes."""

import os
import socket
import sqlite3
from collections import namedtuple
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from pydantic import SecretStr

from bot.ops.doctor import (
    MEGABYTE,
    Finding,
    Level,
    check_database,
    check_port,
    check_processes,
    check_settings,
    check_versions,
)
from bot.settings import Settings
from bot.store.connection import UnknownSchema, open_database
from tests.bot.ops.doctor.examining import of
from tests.database import database
from tests.ports import LOOPBACK

Usage = namedtuple("Usage", "total used free")
"""As shutil has it."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "finte.sqlite3"


@pytest.fixture
def garbage(file: Path) -> Path:
    """A file that is no database."""
    file.write_bytes(bytes(range(256)) * 16)
    return file


@pytest.fixture
async def made(file: Path) -> Path:
    """A database as a bot leaves it."""
    async with database(f"sqlite+aiosqlite:///{file}"):
        return file


def content(file: Path) -> bytes | None:
    """The bytes in a file; None if there is none."""
    return file.read_bytes() if file.exists() else None


async def examined(file: Path) -> list[Finding]:
    return (await check_database(f"sqlite+aiosqlite:///{file}"))[0]


async def test_a_database_of_this_version_passes_and_stays_as_it_is(made: Path) -> None:
    before = content(made)
    found = await examined(made)

    assert [(one.level, one.check) for one in found] == [("ok", "database"), ("ok", "writing"), ("ok", "disk")]
    assert content(made) == before


async def test_a_database_that_is_not_there_yet_is_not_made(file: Path) -> None:
    level, text = of(await examined(file), "database")

    assert level == "ok"
    assert "doesn't exist yet" in text
    assert content(file) is None


@pytest.mark.parametrize(
    ("schema", "level", "text"),
    [
        ("0001", "warning", "schema 0001 is older than this version's"),
        ("9999", "failure", "schema 9999 belongs to a newer version of the bot"),
        ("1a2b", "failure", "schema 1a2b belongs to another program"),
    ],
)
async def test_a_schema_of_another_version_is_said_with_whose_it_is(
    made: Path, *, schema: str, level: Level, text: str
) -> None:
    with closing(sqlite3.connect(made)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = ?", (schema,))
    found = of(await examined(made), "database")

    assert found[0] == level
    assert text in found[1]
    if level == "failure":
        with pytest.raises(UnknownSchema, match=text):
            async with open_database(f"sqlite+aiosqlite:///{made}"):
                pass


@pytest.mark.parametrize("address", ["finte:c2VjcmV0@/finte?host={}", "ana:c2VjcmV0@127.0.0.1:1/finte"])
async def test_a_server_that_cannot_be_reached_is_named_without_its_password(tmp_path: Path, address: str) -> None:
    (found,), _ = await check_database(f"postgresql+asyncpg://{address.format(tmp_path)}")

    assert found.level == "failure"
    assert "None" not in found.text
    assert "c2VjcmV0" not in str(found)


async def test_a_file_that_is_no_database_fails(garbage: Path) -> None:
    level, text = of(await examined(garbage), "database")

    assert level == "failure"
    assert "file is not a database" in text
    assert of(await examined(garbage / "finte.sqlite3"), "writing") == ("failure", f"{garbage} isn't a folder")


@pytest.mark.parametrize(
    ("name", "flags", "text", "advice"),
    [
        ("finte.sqlite3", 0, "this user can't write to {}", "with chown"),
        ("finte.sqlite3-wal", os.ST_RDONLY, "{} is on a file system that can only be read", "systemd's ReadWritePaths"),
        ("finte.sqlite3-shm", 0, "this user can't write to {}", "with chown"),
        ("finte.sqlite3.lock", 0, "this user can't write to {}", "with chown"),
        ("", os.ST_RDONLY, "{} is on a file system that can only be read", "systemd's ReadWritePaths"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_may_not_be_written_is_said_with_what_to_do(
    made: Path, monkeypatch: pytest.MonkeyPatch, *, name: str, flags: int, text: str, advice: str
) -> None:
    denied = made.parent / name
    if name:
        denied.touch()
    monkeypatch.setattr(os, "access", lambda path, _: path != denied)
    disk = Mock(f_flag=flags, f_frsize=MEGABYTE, f_bavail=5000, f_blocks=9000, f_bfree=6000)
    monkeypatch.setattr(os, "statvfs", lambda _: disk)
    found = next(one for one in await examined(made) if one.check == "writing")

    assert (found.level, found.text) == ("failure", text.format(denied))
    assert advice in found.advice
    with pytest.raises(OSError, match=str(denied)):
        async with open_database(f"sqlite+aiosqlite:///{made}"):
            pass


@pytest.mark.parametrize(
    ("is_running", "level", "text"),
    [(False, "warning", "another program uses {}"), (True, "ok", "{} is in use, as by the running bot")],
)
async def test_a_port_that_is_in_use_is_said(*, is_running: bool, level: Level, text: str) -> None:
    with closing(socket.create_server((LOOPBACK, 0))) as other:
        port = other.getsockname()[1]
        found = await check_port(LOOPBACK, port, is_running=is_running)

    assert (found.level, found.text) == (level, text.format(port))


def test_versions_are_told_and_packages_that_are_not_as_locked(tmp_path: Path) -> None:
    found = check_versions()
    assert "Finte 0" in found.text
    assert "discord.py 2.7" in found.text

    (tmp_path / "requirements.txt").write_text("aiohttp==0.1 \\\n    --hash=sha256:00\nnever-installed==1.0 \\\n")
    found = check_versions(tmp_path / "requirements.txt")
    assert found.level == "warning"
    assert found.text.endswith("; not as locked: aiohttp")


@pytest.mark.parametrize(("seconds", "level"), [(0, "failure"), (60, "ok")])
async def test_helper_processes_are_tried(seconds: float, level: Level) -> None:
    settings = Settings(discord_token=SecretStr("token"), _env_file=None)
    assert (await check_processes(settings, seconds)).level == level


@pytest.mark.parametrize(
    ("line", "level", "said"),
    [
        ("KEEPDAYS=365", "warning", "KEEPDAYS (did you mean KEEP_DAYS?)"),
        ("keep_days=365", "ok", "no misspelt names"),
        ("POSTGRES_PASSWORD=c2VjcmV0", "ok", "no misspelt names"),
    ],
)
def test_a_misspelt_setting_is_reported(tmp_path: Path, line: str, level: Level, said: str) -> None:
    (tmp_path / ".env").write_text(f"{line}\n")
    found = check_settings(tmp_path / ".env")

    assert found.level == level
    assert said in found.text
