"""The doctor's checks of the machine: database, versions, processes."""

import os
import shutil
import sqlite3
import sys
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.doctor.findings import Finding, Level
from bot.doctor.machine import MEGABYTE, check_database, check_processes, check_settings, check_versions
from bot.settings import Settings
from bot.share import Share
from bot.store import Heartbeat, LeaseRecords, open_database
from tests.bot.doctor.examining import of

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


def content(file: Path) -> bytes | None:
    """What is in a file; None if there is none."""
    return file.read_bytes() if file.exists() else None


async def examined(file: Path) -> list[Finding]:
    return (await check_database(f"sqlite+aiosqlite:///{file}"))[0]


@pytest.fixture
async def made(file: Path) -> Path:
    """A database as a bot leaves it."""
    async with open_database(f"sqlite+aiosqlite:///{file}"):
        return file


def change(file: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(statement, values)


async def test_a_database_of_this_version_passes_and_stays_as_it_is(made: Path) -> None:
    before = content(made)
    found = await examined(made)

    assert [(one.level, one.check) for one in found] == [
        ("ok", "database"), ("ok", "writing"), ("ok", "journal"), ("ok", "disk"),
    ]  # fmt: skip
    assert content(made) == before


async def test_a_database_that_is_not_there_yet_is_not_made(file: Path) -> None:
    level, text = of(await examined(file), "database")

    assert level == "ok"
    assert "doesn't exist yet" in text
    assert content(file) is None


async def test_a_bot_runs_while_any_of_its_shards_does(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    async with open_database(url) as engine:
        await Heartbeat(engine, Share((0,), 3)).beat(100)
        await Heartbeat(engine, Share((1, 2), 3)).beat(900)
    _, found = await check_database(url)

    assert found
    assert found.beat_at == 900


async def test_a_bot_that_has_ended_cleanly_does_not_run(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    async with open_database(url) as engine:
        records = LeaseRecords(engine)
        await records.claim("a bot")
        await Heartbeat(engine).beat(900)
        await records.hand_over("a bot", [])
    _, found = await check_database(url)

    assert found
    assert found.beat_at is None


@pytest.mark.parametrize(("schema", "level"), [("0001", "warning"), ("9999", "failure")], ids=["older", "newer"])
async def test_a_schema_of_another_version_is_said(made: Path, schema: str, level: Level) -> None:
    change(made, "UPDATE alembic_version SET version_num = ?", schema)
    found = of(await examined(made), "database")

    assert found[0] == level
    assert f"schema {schema}" in found[1]


async def test_a_server_behind_a_socket_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    (found,), _ = await check_database(f"postgresql+asyncpg://finte:c2VjcmV0@/finte?host={tmp_path}")

    assert found.level == "failure"
    assert "None" not in found.text
    assert "c2VjcmV0" not in found.text


async def test_a_file_that_is_no_database_fails(garbage: Path) -> None:
    level, text = of(await examined(garbage), "database")

    assert level == "failure"
    assert "file is not a database" in text


async def test_a_file_without_wal_is_a_warning(made: Path) -> None:
    change(made, "PRAGMA journal_mode=DELETE")
    assert of(await examined(made), "journal") == ("warning", "delete, not WAL")


async def test_a_file_that_may_not_be_written_fails(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: path != made)
    assert of(await examined(made), "writing") == ("failure", f"this user can't write to {made}")


@pytest.mark.parametrize(("free", "level"), [(50, "failure"), (500, "warning"), (5000, "ok")])
async def test_a_disk_that_fills_up_is_said(
    made: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: Level
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free * MEGABYTE))
    assert of(await examined(made), "disk")[0] == level


async def test_a_database_in_memory_is_a_warning() -> None:
    findings, condition = await check_database("sqlite+aiosqlite:///:memory:")
    assert [one.level for one in findings] == ["warning"]
    assert condition is None


async def test_a_server_that_is_not_there_fails_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    findings, _ = await check_database("postgresql+asyncpg://ana:c2VjcmV0@127.0.0.1:1/finte")

    assert [one.level for one in findings] == ["failure"]
    assert "c2VjcmV0" not in str(findings[0])


def test_versions_are_told() -> None:
    found = check_versions()
    assert found.level in {"ok", "warning"}
    assert "Finte 0" in found.text
    assert "discord.py 2.7" in found.text


def test_packages_that_are_not_as_locked_are_named(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("aiohttp==0.1 \\\n    --hash=sha256:00\nnever-installed==1.0 \\\n")
    found = check_versions(tmp_path / "requirements.txt")

    assert found.level == "warning"
    assert "not as locked: aiohttp" in found.text
    assert "never-installed" not in found.text


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
