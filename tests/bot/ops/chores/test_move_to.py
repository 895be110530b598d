"""`python -m bot move-to`: everything a bot has stored, in another database."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.__main__ import main
from bot.errors import CannotStart
from bot.matches.intents import Matches
from bot.ops import chores
from bot.store.schema import metadata
from tests.bot.people import BEN, begun, play_out
from tests.clock import Clock, Naps
from tests.database import database, spare_migrations


async def everything(engine: AsyncEngine) -> list[str]:
    """All rows of all tables."""
    async with engine.connect() as db:
        return sorted([str(row) for table in metadata.sorted_tables for row in await db.execute(select(table))])


@pytest.fixture
async def other() -> AsyncIterator[AsyncEngine]:
    """An empty database."""
    async with database("sqlite+aiosqlite:///:memory:") as new:
        yield new


async def test_everything_moves_to_another_database_while_one_reads_how_far_it_is(
    engine: AsyncEngine, other: AsyncEngine, matches: Matches, *, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    await play_out(matches, await begun(matches, BEN))
    moments = itertools.count(clock.now, chores.PROGRESS_SECONDS / 2)
    said = await chores.move_to(engine, other, clock=lambda: next(moments), sleep=Naps())

    assert await everything(other) == await everything(engine)
    assert "         2  players       " in said
    progress = capsys.readouterr().err.splitlines()
    assert "comparing matches: 1 rows …" in progress
    assert any(line.startswith("copying ") for line in progress)
    with pytest.raises(CannotStart, match="Nothing is copied: the other database has rows already, in"):
        await chores.move_to(engine, other, clock=clock, sleep=Naps())


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database in which nothing has been played yet, where the command finds it."""

    async def make() -> None:
        async with database("sqlite+aiosqlite:///old.sqlite3"):
            pass

    spare_migrations(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///old.sqlite3")
    asyncio.run(make())


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("way", ["an argument", "the standard input", "a terminal, which doesn't show it"])
def test_the_command_copies_to_the_address_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    address = "sqlite:///new.sqlite3"
    is_terminal = way.startswith("a terminal")
    monkeypatch.setattr(
        "sys.stdin", Mock(isatty=lambda: True, closed=False) if is_terminal else StringIO(f"{address}\n")
    )
    monkeypatch.setattr("bot.__main__.getpass", lambda _prompt: address)

    assert main(["move-to", address if way == "an argument" else "-"]) == 0

    *tables, conclusion = capsys.readouterr().out.splitlines()
    assert "Both databases have the same rows." in conclusion
    assert len({len(line) for line in tables}) == 1  # whatever their names, the checksums are in one column
    assert Path("new.sqlite3").is_file()


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://finte:c2VjcmV0@host/finte", "Nothing is copied: This is no address of a database"),
        ("sqlite:///file/new.sqlite3", "The address leads to no database that can be used"),
    ],
)
def test_an_address_that_leads_nowhere_is_not_quoted(
    address: str, said: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    Path("file").touch()

    assert main(["move-to", address]) == 1

    written = capsys.readouterr().err + caplog.text
    assert said in written
    assert "c2VjcmV0" not in written
