"""What a host reads after `python -m bot recompute`, `forget` or `move-to`, also if it's refused or fails."""

import asyncio
import errno
import io
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.__main__ import main
from bot.ops import chores
from bot.ops.chores import NEXT_BEAT_SECONDS
from bot.settings import Settings
from bot.share import Share
from bot.store.leases import FileLease
from bot.store.processes import Heartbeat, LeaseRecords
from localcord.people import PATIENCE_SECONDS
from tests.clock import Clock, Naps
from tests.database import database, spare_migrations

OWN = "sqlite+aiosqlite:///finte.sqlite3"
CHORES = [["recompute", "--check"], ["forget", "7"], ["move-to", "sqlite:///new.sqlite3"]]


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clears all settings except the database's, and works in a folder without `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
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
def running(used: None) -> Iterator[None]:  # noqa: ARG001 - it's made first
    """Lets a bot act on the database."""
    lease = FileLease(Path("finte.sqlite3"))
    assert asyncio.run(lease.try_acquire())
    yield
    asyncio.run(lease.release())


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
def test_a_chore_needs_no_token(chore: list[str]) -> None:
    assert main(chore) == 0


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: chore[0])
def test_a_chore_ignores_the_settings_for_discord(chore: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_PORT", "none")

    assert main(chore) == 0


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: chore[0])
def test_no_chore_is_done_while_a_bot_acts_on_the_database(chore: list[str], said: Said) -> None:
    assert main(chore) == 1

    assert said() == "The bot is running: stop it first"


@pytest.mark.usefixtures("used")
def test_no_bot_can_begin_to_act_while_a_chore_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    held = []

    async def recompute(*_: object, **__: object) -> str:
        held.append(not await FileLease(Path("finte.sqlite3")).try_acquire())
        return ""

    monkeypatch.setattr(chores, "recompute", recompute)

    assert main(["recompute"]) == 0
    assert held == [True]


@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: chore[0])
def test_a_database_that_is_not_there_is_not_made(chore: list[str], said: Said) -> None:
    assert main(chore) == 1

    assert said() == f"There is no database at {Path('finte.sqlite3').absolute()}"
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: chore[0])
def test_a_database_that_no_bot_has_used_is_refused(chore: list[str], said: Said) -> None:
    execute("CREATE TABLE other (id INTEGER)")

    assert main(chore) == 1

    assert said() == "DATABASE_URL leads to an empty database: no bot has used it yet"


@pytest.mark.parametrize("chore", CHORES, ids=lambda chore: chore[0])
def test_a_database_in_memory_has_no_chores(chore: list[str], monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///:memory:")

    assert main(chore) == 1

    assert "a database in memory" in said()


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("chore", [[], *CHORES], ids=lambda chore: chore[0] if chore else "start")
def test_a_database_of_a_newer_version_is_refused(
    chore: list[str], monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    execute("UPDATE alembic_version SET version_num = '9999'")

    assert main(chore) == 1

    assert "schema 9999 belongs to a newer version of the bot" in said()


@pytest.mark.parametrize("ended", [(0,), (0, 1)], ids=["one of two", "both"])
async def test_only_a_bot_that_has_not_ended_cleanly_is_waited_for(
    engine: AsyncEngine, clock: Clock, ended: tuple[int, ...]
) -> None:
    records = LeaseRecords(engine, (0, 1))
    await records.claim("a bot")
    await Heartbeat(engine, Share((0, 1), 2)).beat(int(clock.now) - 5, {0: 0, 1: 0})
    await LeaseRecords(engine, ended).end("a bot")
    naps = Naps()

    await chores.recompute(engine, checks=True, clock=clock, sleep=naps)

    assert naps.taken == ([] if ended == (0, 1) else [NEXT_BEAT_SECONDS])


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    ("chore", "table"), [(CHORES[0], "ratings"), (CHORES[1], "players")], ids=["recompute", "forget"]
)
def test_a_database_that_fails_during_a_chore_costs_one_line(chore: list[str], table: str, said: Said) -> None:
    execute(f"DROP TABLE {table}")

    assert main(chore) == 1

    assert "The database failed, and what was under way is undone: OperationalError: no such table" in said()


@pytest.mark.usefixtures("used")
def test_a_lock_that_cannot_be_opened_costs_one_line(said: Said) -> None:
    Path("finte.sqlite3.lock").mkdir()

    assert main(CHORES[0]) == 1

    assert "DATABASE_URL leads to no database that can be used: IsADirectoryError" in said()
    assert "finte.sqlite3.lock" in said()


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    ("error", "text"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files. Let the bot open more files"),
        (sqlite3.OperationalError("disk I/O error"), "OperationalError: disk I/O error"),
        (ValueError("c2VjcmV0"), "which is a bug: ValueError at "),
        (KeyError("c2VjcmV0"), "which is a bug: KeyError at "),
    ],
    ids=lambda one: type(one).__name__,
)
@pytest.mark.parametrize(
    ("chore", "place", "begins"),
    [
        (["backup", "copy.sqlite3"], "backup", "There is no backup"),
        (["move-to", "sqlite:///new.sqlite3"], "move_to", "Nothing is copied"),
        (["forget", "7"], "forget", "Nothing is removed"),
        (["recompute"], "recompute", "Nothing is changed"),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)
def test_whatever_stops_a_chore_is_one_line_and_no_traceback(
    *, chore: list[str], place: str, begins: str, error: Exception, text: str, monkeypatch: pytest.MonkeyPatch,
    said: Said, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def fail(*_: object, **__: object) -> str:
        raise error

    monkeypatch.setattr(chores, place, fail)

    assert main(chore) == 1

    assert said().startswith(begins)
    assert text in said()
    assert "\n" not in said()
    assert "c2VjcmV0" not in said()
    assert "Traceback" not in capfd.readouterr().err


def test_an_examination_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    async def fail(*_: object) -> None:
        raise OSError(errno.ENFILE, "Too many open files in system")

    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setattr("bot.__main__.expected_at_discord", fail)

    assert main(["doctor"]) == 1

    assert said().startswith("The examination has ended: OSError: [Errno 23] Too many open files in system. Let")


# move-to


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("address", ["sqlite:///:memory:", "sqlite://", "sqlite+aiosqlite:///:memory:"])
def test_nothing_is_copied_into_memory(address: str, said: Said) -> None:
    assert main(["move-to", address]) == 1

    assert "Nothing is copied: a database in memory would be gone" in said()


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("path", ["finte.sqlite3", "./x/../finte.sqlite3", "link.sqlite3", "{}/finte.sqlite3"])
def test_nothing_is_copied_into_the_database_itself(path: str, said: Said) -> None:
    Path("x").mkdir()
    Path("link.sqlite3").symlink_to("finte.sqlite3")

    assert main(["move-to", f"sqlite:///{path.format(Path().absolute())}"]) == 1

    assert "Nothing is copied: the address leads to the same database" in said()


@pytest.mark.usefixtures("used")
def test_a_database_of_another_version_is_not_migrated(said: Said) -> None:
    asyncio.run(make("sqlite+aiosqlite:///other.sqlite3"))
    execute("UPDATE alembic_version SET version_num = '0020'", "other.sqlite3")
    before = Path("other.sqlite3").read_bytes()

    assert main(["move-to", "sqlite:///other.sqlite3"]) == 1

    assert said() == "Nothing is copied: another version of the bot uses the other database"
    assert Path("other.sqlite3").read_bytes() == before


@pytest.mark.usefixtures("used")
def test_nothing_is_copied_into_a_database_that_has_rows(said: Said) -> None:
    asyncio.run(make("sqlite+aiosqlite:///other.sqlite3"))

    assert main(["move-to", "sqlite:///other.sqlite3"]) == 1

    assert said() == "Nothing is copied: the other database has rows already, in life"


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("given", ["", "\n", None], ids=["nothing", "an empty line", "closed"])
def test_nothing_is_copied_without_an_address_on_the_standard_input(
    given: str | None, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    monkeypatch.setattr(sys, "stdin", None if given is None else io.StringIO(given))

    assert main(["move-to", "-"]) == 1

    assert said() == "Nothing is copied: there is no address on the standard input"


@pytest.mark.usefixtures("used")
def test_nothing_is_copied_if_somebody_enters_no_address(monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    def ended(_prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("bot.__main__.getpass", ended)
    monkeypatch.setattr(sys, "stdin", Mock(isatty=lambda: True, closed=False))

    assert main(["move-to", "-"]) == 1

    assert said() == "Nothing is copied: there is no address on the standard input"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Handles SIGINT as a terminal's programs do, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("used", "interruptible")
def test_a_chore_that_is_interrupted_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def interrupted(*_: object, **__: object) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.Event().wait()
        return "nobody has interrupted it"

    monkeypatch.setattr(chores, "move_to", interrupted)

    assert main(["move-to", "sqlite:///other.sqlite3"]) == 130

    assert capsys.readouterr().err.splitlines()[-1] == "Interrupted."


def test_a_name_is_no_user_id(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["forget", "Ana"])

    assert "a Discord user id is a number" in capsys.readouterr().err
