"""The host's backups, from which a bot can start."""

import errno
import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.__main__ import INTERRUPTED, main
from bot.errors import CannotStart
from bot.matches.intents import Matches
from bot.ops import chores
from bot.store.connection import open_database
from bot.store.store import Store
from tests.bot.people import BEN, lobby


async def test_a_backup_of_a_running_bot_is_one_whole_file_in_place_of_the_older_one(
    engine: AsyncEngine, matches: Matches, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await lobby(matches, BEN)
    copy = tmp_path / "backup" / "copy.sqlite3"
    copy.parent.mkdir()
    copy.write_bytes(b"older")

    chores.backup(str(engine.url), copy)

    assert [one.name for one in copy.parent.iterdir()] == [copy.name]
    async with open_database(f"sqlite+aiosqlite:///{copy}") as restored:
        assert await Store(restored).table(table.id) == table
    assert str(file) in capsys.readouterr().out


@pytest.fixture
def database(file: Path) -> str:
    """The address of a database with one table."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE one (two)")
    return f"sqlite+aiosqlite:///{file}"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite+aiosqlite:///:memory:", "no file"),
        ("postgresql+asyncpg://host/finte", "no file"),
        ("sqlite+aiosqlite:///nowhere.sqlite3", "There is no backup: there is no database at"),
    ],
)
def test_of_what_is_no_file_there_is_no_backup_and_the_older_one_stays(url: str, why: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(b"older")
    with pytest.raises(CannotStart, match=why):
        chores.backup(url, copy)

    assert copy.read_bytes() == b"older"


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("", "is a folder, so write the name of a file in it"),
        ("folder/", "is a folder, so write the name of a file in it"),
        ("./finte.sqlite3", "is the database itself, or a part of it"),
        ("finte.sqlite3-wal", "is the database itself, or a part of it"),
        ("finte.sqlite3.lock", "is the database itself, or a part of it"),
        ("pipe", "pipe exists and isn't a file"),
        ("link", "link exists and isn't a file"),
        ("nowhere/copy.sqlite3", ""),
        ("finte.sqlite3/copy.sqlite3", ""),
    ],
)
def test_where_no_backup_can_be_nothing_is_replaced_or_left(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, to: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    before = Path("finte.sqlite3").stat().st_ino

    with pytest.raises(CannotStart, match=f"There is no backup: .*{why}") as refused:
        chores.backup(database, Path(to))

    assert "\n" not in str(refused.value)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["finte.sqlite3", "folder", "link", "pipe"]
    assert (Path("finte.sqlite3").stat().st_ino, Path("pipe").is_fifo()) == (before, True)


def test_nothing_is_left_of_a_backup_that_fails(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(part: Path, _: object) -> None:
        for ending in ("-wal", "-shm"):  # SQLite can't empty its log then
            part.with_name(part.name + ending).touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", refuse)

    with pytest.raises(CannotStart, match=r"There is no backup: .*No space left on device. Make room on that disk"):
        chores.backup(database, tmp_path / "copy.sqlite3")

    assert [path.name for path in tmp_path.iterdir()] == ["finte.sqlite3"]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Handles signals as a terminal's programs do, even if the tests run in the background."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_of_a_backup_that_is_stopped(
    *, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    number: signal.Signals,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setattr(Path, "replace", lambda *_: signal.raise_signal(number))

    assert main(["backup", "copy.sqlite3"]) == INTERRUPTED

    assert capsys.readouterr().err == "\nInterrupted.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["finte.sqlite3"]
