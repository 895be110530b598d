"""A host's chores at the command line, also if they're refused or fail: one line each, and the exit status."""

import asyncio
import errno
import io
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.__main__ import main
from bot.store.leases import FileLease
from bot.store.processes import Heartbeat
from tests.database import database, spare_migrations

OWN = "sqlite+aiosqlite:///finte.sqlite3"
CHORES = [["recompute", "--check"], ["forget", "7"], ["move-to", "sqlite:///new.sqlite3"]]


@pytest.fixture(autouse=True)
def own_database(nothing_set: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - the address is set after it
    """Sets the address of the database and nothing else."""
    monkeypatch.setenv("DATABASE_URL", OWN)
    spare_migrations(monkeypatch)


async def make(url: str, *, beat_at: int = 100) -> None:
    """Makes a database in which a bot has run long ago."""
    async with database(url) as engine:
        await Heartbeat(engine).beat(beat_at, {0: 0})


@pytest.fixture
def used() -> None:
    """Makes the database in which a bot has run long ago."""
    asyncio.run(make(OWN))


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """The errors in the log."""
    return lambda: "\n".join(record.getMessage() for record in caplog.records if record.levelname == "ERROR")


Said = Callable[[], str]


def execute(sql: str, file: str = "finte.sqlite3") -> None:
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(sql)


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("chore", [*CHORES, ["backup", "copy.sqlite3"]], ids=lambda chore: chore[0])
def test_a_chore_needs_no_settings_for_discord(chore: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_PORT", "none")

    assert main(chore) == 0


@pytest.mark.usefixtures("used")
def test_no_chore_is_done_while_a_bot_acts_on_the_database(said: Said) -> None:
    lease = FileLease(Path("finte.sqlite3"))
    assert asyncio.run(lease.try_acquire())

    assert main(CHORES[0]) == 1

    assert said() == "The bot is running: stop it first"
    asyncio.run(lease.release())


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    ("url", "sql", "why"),
    [
        ("sqlite:///nowhere.sqlite3", "", "There is no database at "),
        ("sqlite:///:memory:", "", "DATABASE_URL is a database in memory"),
        (OWN, "DROP TABLE alembic_version", "DATABASE_URL leads to an empty database: no bot has used it yet"),
        (OWN, "UPDATE alembic_version SET version_num = '9999'", "schema 9999 belongs to a newer version of the bot"),
        (OWN, "DROP TABLE ratings", "what was under way is undone: OperationalError: no such table"),
    ],
)
def test_a_database_that_is_no_bots_of_this_version_is_refused(
    monkeypatch: pytest.MonkeyPatch, said: Said, *, url: str, sql: str, why: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    execute(sql)

    assert main(CHORES[0]) == 1

    assert why in said()
    assert not Path("nowhere.sqlite3").exists()


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    ("chore", "place", "error", "text"),
    [
        (
            ["backup", "copy.sqlite3"], "chores.backup", OSError(errno.EMFILE, "Too many open files"),
            "There is no backup: OSError: [Errno 24] Too many open files. Let the bot open more files",
        ),
        (
            ["move-to", "sqlite:///new.sqlite3"], "chores.move_to", sqlite3.OperationalError("disk I/O error"),
            "Nothing is copied: OperationalError: disk I/O error",
        ),
        (
            ["forget", "7"], "chores.forget", ValueError("c2VjcmV0"),
            "Nothing is removed, which is a bug: ValueError at ",
        ),
        (
            ["recompute"], "chores.recompute", KeyError("c2VjcmV0"),
            "Nothing is changed, which is a bug: KeyError at ",
        ),
        (
            ["doctor"], "expected_at_discord", OSError(errno.ENFILE, "Too many open files in system"),
            "The examination has ended: OSError: [Errno 23] Too many open files in system. Let",
        ),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)  # fmt: skip
def test_whatever_stops_a_chore_is_one_line_and_no_traceback(
    *, chore: list[str], place: str, error: Exception, text: str, monkeypatch: pytest.MonkeyPatch,
    said: Said, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setattr(f"bot.__main__.{place}", Mock(side_effect=error))

    assert main(chore) == 1

    assert said().startswith(text)
    assert "\n" not in said()
    assert "c2VjcmV0" not in said()
    assert "Traceback" not in capfd.readouterr().err


# move-to


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sqlite:///:memory:", "a database in memory would be gone"),
        ("sqlite:///./x/../finte.sqlite3", "the address leads to the same database"),
        ("sqlite:///link.sqlite3", "the address leads to the same database"),
        ("sqlite:///used.sqlite3", "the other database has rows already, in life"),
        ("sqlite:///older.sqlite3", "another version of the bot uses the other database"),
    ],
)
def test_nothing_is_copied_where_anything_is(address: str, why: str, said: Said) -> None:
    Path("x").mkdir()
    Path("link.sqlite3").symlink_to("finte.sqlite3")
    asyncio.run(make("sqlite+aiosqlite:///used.sqlite3"))
    Path("older.sqlite3").write_bytes(Path("used.sqlite3").read_bytes())
    execute("UPDATE alembic_version SET version_num = '0020'", "older.sqlite3")
    before = Path("older.sqlite3").read_bytes()

    assert main(["move-to", address]) == 1

    assert f"Nothing is copied: {why}" in said()
    assert Path("older.sqlite3").read_bytes() == before


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    "given",
    [None, io.StringIO("\n"), Mock(isatty=lambda: True, closed=False)],
    ids=["closed", "an empty line", "nothing is entered"],
)
def test_nothing_is_copied_without_an_address(
    given: io.StringIO | None, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    monkeypatch.setattr("bot.__main__.getpass", Mock(side_effect=EOFError))
    monkeypatch.setattr(sys, "stdin", given)

    assert main(["move-to", "-"]) == 1

    assert said() == "Nothing is copied: there is no address on the standard input"
