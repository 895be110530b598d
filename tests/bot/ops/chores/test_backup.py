"""The host's backups, from which a bot can start."""

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.__main__ import INTERRUPTED
from bot.errors import CannotStart
from bot.matches.intents import Matches
from bot.ops import chores
from bot.store.connection import open_database
from bot.store.processes import Heartbeat, LeaseRecords
from bot.store.store import Store
from tests.bot.people import BEN, lobby
from tests.clock import Clock, Naps

ROOT = Path(__file__).parents[4]


async def test_a_backup_of_a_running_bot_is_one_whole_file(
    engine: AsyncEngine, matches: Matches, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await lobby(matches, BEN)
    copy = tmp_path / "backup" / "copy.sqlite3"
    copy.parent.mkdir()

    chores.backup(str(engine.url), copy)

    assert [one.name for one in copy.parent.iterdir()] == [copy.name]
    async with open_database(f"sqlite+aiosqlite:///{copy}") as restored:
        assert await Store(restored).table(table.id) == table
    assert str(file) in capsys.readouterr().out


async def test_no_chore_waits_on_a_backup_of_a_running_bot(engine: AsyncEngine, clock: Clock, tmp_path: Path) -> None:
    await LeaseRecords(engine).claim("a bot")
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    copy = tmp_path / "copy.sqlite3"
    chores.backup(str(engine.url), copy)
    naps = Naps()

    async with open_database(f"sqlite+aiosqlite:///{copy}") as restored:
        await chores.recompute(restored, checks=True, clock=clock, sleep=naps)

    assert naps.taken == []
    assert await Heartbeat(engine).last_beat() == int(clock.now)


def test_an_older_backup_stays_until_the_newer_one_is_whole(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(b"older")

    with pytest.raises(CannotStart, match="There is no backup: there is no database at"):
        chores.backup(f"sqlite+aiosqlite:///{tmp_path / 'nowhere.sqlite3'}", copy)

    assert copy.read_bytes() == b"older"


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///:memory:", "postgresql+asyncpg://host/finte"])
def test_what_is_no_file_has_no_backup_here(url: str, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="no file"):
        chores.backup(url, tmp_path / "copy.sqlite3")


def test_the_database_itself_is_not_replaced_by_its_backup(tmp_path: Path) -> None:
    database = tmp_path / "finte.sqlite3"
    with closing(sqlite3.connect(database)) as db:
        db.execute("CREATE TABLE things (name TEXT)")
    before = database.stat().st_ino

    with pytest.raises(CannotStart, match="is the database itself"):
        chores.backup(f"sqlite+aiosqlite:///{database}", tmp_path / "." / "finte.sqlite3")

    assert database.stat().st_ino == before


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database with one table."""
    with closing(sqlite3.connect(tmp_path / "finte.sqlite3")) as db:
        db.execute("CREATE TABLE one (two)")
    return f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}"


@pytest.mark.parametrize("to", [".", "", "..", "folder", "folder/", "/"])
def test_a_folder_is_no_name_for_a_backup_and_nothing_is_left_of_it(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CannotStart, match=r"There is no backup: .* is a folder, so write the name of a file in it"):
        chores.backup(database, Path(to))

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["finte.sqlite3", "folder"]


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", ".lock"])
def test_no_file_of_the_database_is_replaced_by_a_backup(database: str, tmp_path: Path, ending: str) -> None:
    with pytest.raises(CannotStart, match="is the database itself, or a part of it"):
        chores.backup(database, tmp_path / f"finte.sqlite3{ending}")

    assert [path.name for path in tmp_path.iterdir()] == ["finte.sqlite3"]


@pytest.mark.parametrize("name", ["pipe", "link"])
def test_nothing_but_a_file_is_replaced_by_a_backup(database: str, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")

    with pytest.raises(CannotStart, match=f"There is no backup: .*{name} exists and isn't a file"):
        chores.backup(database, tmp_path / name)

    assert (tmp_path / "pipe").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["finte.sqlite3", "link", "pipe"]


STOPPED_MIDWAY = """
import signal, sys
from pathlib import Path
from bot.__main__ import main

replace = Path.replace
Path.replace = lambda *paths: (signal.raise_signal(int(sys.argv[1])), replace(*paths))
sys.exit(main(["backup", "copy.sqlite3"]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_of_a_backup_that_is_stopped(database: str, tmp_path: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "DATABASE_URL": database, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", STOPPED_MIDWAY, str(number.value)]
    stopped = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert (stopped.returncode, stopped.stderr) == (INTERRUPTED, "\nInterrupted.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["finte.sqlite3"]


def test_nothing_is_left_of_a_backup_that_fails(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(part: Path, _: object) -> None:
        for ending in ("-wal", "-shm"):  # SQLite can't empty its log then
            part.with_name(part.name + ending).touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", refuse)

    with pytest.raises(CannotStart, match=r"There is no backup: .*No space left on device. Make room on that disk"):
        chores.backup(database, tmp_path / "copy.sqlite3")

    assert [path.name for path in tmp_path.iterdir()] == ["finte.sqlite3"]


@pytest.mark.parametrize("to", ["nowhere/copy.sqlite3", "finte.sqlite3/copy.sqlite3", "x" * 300])
def test_a_backup_where_no_file_can_be_is_one_line(database: str, tmp_path: Path, to: str) -> None:
    with pytest.raises(CannotStart, match="There is no backup: ") as refused:
        chores.backup(database, tmp_path / to)

    assert "\n" not in str(refused.value)


def test_a_backup_replaces_the_older_one(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "finte.sqlite3")) as database:
        database.execute("CREATE TABLE one (two)")
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(b"older")

    chores.backup(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}", copy)

    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("one",)]
