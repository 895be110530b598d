"""A disk that is full, a file that can't be written, is locked or has a broken page: the log says which of them.

The player reads an apology or that the bot is busy, the move doesn't count, and it can be made once the fault is over.
"""

import resource
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.interactions.client import Finte
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, said, told

BUSY = "The bot is very busy. Check the table to see if your click counted, then try again in a moment."
APOLOGY = "Something went wrong (reference "

PAGE_BYTES = 4096


async def pragma(bot: Finte, setting: str) -> None:
    """Sets it on the bot's own connection."""
    async with bot.store._engine.connect() as db:
        await db.exec_driver_sql(f"PRAGMA {setting}")


@asynccontextmanager
async def read_only(bot: Finte, _: Path) -> AsyncIterator[None]:
    await pragma(bot, "query_only=ON")
    yield
    await pragma(bot, "query_only=OFF")


@asynccontextmanager
async def full(bot: Finte, _: Path) -> AsyncIterator[None]:
    """Lets the file grow no more, though each move needs a new page."""
    async with bot.store._engine.begin() as db:
        await db.exec_driver_sql("CREATE TABLE filler (page BLOB)")
        await db.exec_driver_sql(
            "CREATE TRIGGER grows AFTER INSERT ON moves BEGIN INSERT INTO filler VALUES (zeroblob(4096)); END"
        )
    await pragma(bot, "max_page_count=1")  # it can't shrink, so this is what it has
    yield
    await pragma(bot, "max_page_count=1000000")


@asynccontextmanager
async def locked(bot: Finte, file: Path) -> AsyncIterator[None]:
    """Has another process hold the lock for longer than the bot waits."""
    await pragma(bot, "busy_timeout=1")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def broken(bot: Finte, file: Path) -> AsyncIterator[None]:
    """Overwrites the root page of the moves."""
    with closing(sqlite3.connect(file)) as other:
        (page,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'moves'").fetchone()
    await pragma(bot, "wal_checkpoint(TRUNCATE)")
    before = overwrite(file, page, b"\xff" * PAGE_BYTES)
    await pragma(bot, "shrink_memory")
    yield
    overwrite(file, page, before)
    await pragma(bot, "shrink_memory")


def overwrite(file: Path, page: int, text: bytes) -> bytes:
    """Overwrites one page of a file. Shape: returns its previous content."""
    with file.open("r+b") as opened:
        opened.seek((page - 1) * PAGE_BYTES)
        before = opened.read(PAGE_BYTES)
        opened.seek((page - 1) * PAGE_BYTES)
        opened.write(text)
    return before


Fault = Callable[[Finte, Path], AbstractAsyncContextManager[None]]


@pytest.mark.parametrize(
    ("fault", "sentence", "reason"),
    [
        pytest.param(read_only, APOLOGY, "attempt to write a readonly database", id="read-only"),
        pytest.param(full, APOLOGY, "database or disk is full", id="full"),
        pytest.param(locked, BUSY, "database is locked", id="locked"),
        pytest.param(broken, APOLOGY, "database disk image is malformed", id="broken"),
    ],
)
async def test_a_move_that_cannot_be_stored_is_answered_and_can_be_made_later(
    table: Table, bot: Finte, tmp_path: Path, caplog: pytest.LogCaptureFixture, *,
    fault: Fault, sentence: str, reason: str,
) -> None:  # fmt: skip
    player = table.asked
    assert player
    before = await bot.store.log(int(table.match_id))
    async with fault(bot, tmp_path / "finte.sqlite3"):
        answers = {said(await table.move(player)) for _ in range(3 if fault is full else 1)}
    assert [found.startswith(sentence) for found in answers] == [True]  # whose reference is that of the minute's line
    assert caplog.text.count(f"({reason}) at ") == 1
    assert await bot.store.log(int(table.match_id)) == before
    await table.move(player)
    assert len(await bot.store.log(int(table.match_id))) == len(before) + 1


def test_a_page_that_is_broken_at_the_start_is_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "finte.sqlite3"
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        db.commit()
        (page,) = db.execute("SELECT rootpage FROM sqlite_master").fetchone()
    overwrite(file, page, b"\xff" * PAGE_BYTES)
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    assert main() == 1
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.endswith("leads to no database that can be used: DatabaseError: database disk image is malformed")


ROOM_BYTES = 32 * 1024
"""More than the log needs, and less than the files of the database already have."""


@contextmanager
def no_room(child: Child) -> Iterator[None]:
    """Lets the bot's process write to no file beyond these bytes."""
    before = resource.prlimit(child.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (ROOM_BYTES, before[1]))
    yield
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.kills
async def test_a_disk_that_takes_no_more_loses_no_move_that_was_answered(
    tmp_path: Path, fork_server: ForkServer
) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, fork_server, LOG_LEVEL="INFO")
        await child.start()
        proof = Proof(discord, child.database)
        table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
        await table.until(lambda: table.asked)
        player = table.asked
        assert player
        with no_room(child):
            assert (await told(player, await table.move(player))).startswith("Something went wrong (reference ")
            proof.check()
        assert "(disk I/O error) at " in child.log
        await proof.finish(table)
        assert await child.stop() == 0
