"""`python -m bot move-to`: everything a bot has stored, in another database."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.__main__ import main
from bot.errors import CannotStart
from bot.matches.intents import Matches
from bot.ops import chores
from bot.store.connection import open_database
from bot.store.operations import Unequal
from bot.store.processes import Heartbeat
from bot.store.schema import metadata, players
from bot.store.store import Store
from tests.bot.people import BEN, begun, play_out
from tests.clock import Clock, Naps
from tests.database import database


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    async with database("sqlite+aiosqlite:///:memory:") as old:
        yield old


@pytest.fixture
def matches(engine: AsyncEngine, clock: Clock) -> Matches:
    return Matches(Store(engine), clock=clock, rng=Random(1))


async def everything(engine: AsyncEngine) -> list[str]:
    """All rows of all tables."""
    async with engine.connect() as db:
        return sorted([str(row) for table in metadata.sorted_tables for row in await db.execute(select(table))])


async def test_everything_moves_to_another_database(
    engine: AsyncEngine, matches: Matches, clock: Clock, tmp_path: Path
) -> None:
    await play_out(matches, await begun(matches, BEN))
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}") as other:
        said = await chores.move_to(engine, other, clock=clock, sleep=Naps())

        assert await everything(other) == await everything(engine)
        assert "         2  players       " in said
        with pytest.raises(CannotStart, match="Nothing is copied: the other database has rows already, in"):
            await chores.move_to(engine, other, clock=clock, sleep=Naps())


async def test_a_long_copy_says_every_few_seconds_how_far_it_is(
    engine: AsyncEngine, matches: Matches, clock: Clock, *, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await play_out(matches, await begun(matches, BEN))
    moments = itertools.count(clock.now, chores.PROGRESS_SECONDS / 2)
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}") as other:
        await chores.move_to(engine, other, clock=lambda: next(moments), sleep=Naps())

    said = capsys.readouterr().err.splitlines()
    assert "comparing matches: 1 rows …" in said
    assert any(line.startswith("copying ") for line in said)


async def test_nothing_is_copied_if_the_disk_is_full(engine: AsyncEngine, clock: Clock, tmp_path: Path) -> None:
    async with engine.begin() as db:
        await db.execute(
            insert(players), [{"community_id": 1, "user_id": number, "name": "Ana"} for number in range(1, 10_000)]
        )
    async with open_database(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}") as other:
        before = await everything(other)
        async with other.begin() as db:
            pages = (await db.exec_driver_sql("PRAGMA page_count")).scalar_one()
            await db.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CannotStart, match=r"Nothing is copied: .*\(database or disk is full\)"):
            await chores.move_to(engine, other, clock=clock, sleep=Naps())

        assert await everything(other) == before


async def test_while_the_bot_runs_nothing_moves(engine: AsyncEngine, matches: Matches, clock: Clock) -> None:
    await play_out(matches, await begun(matches, BEN))
    heartbeat = Heartbeat(engine)
    await heartbeat.beat(int(clock.now), {0: 0})

    async def beat(seconds: float) -> None:
        clock.now += seconds
        await heartbeat.beat(int(clock.now), {0: 0})

    async with open_database("sqlite+aiosqlite:///:memory:") as other:
        before = await everything(other)
        with pytest.raises(CannotStart, match="stop it first"):
            await chores.move_to(engine, other, clock=clock, sleep=beat)

        assert await everything(other) == before


async def test_a_copy_that_reads_differently_or_fails_says_so(
    engine: AsyncEngine, matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_out(matches, await begun(matches, BEN))
    async with open_database("sqlite+aiosqlite:///:memory:") as other:
        for error, reason in (
            (Unequal("moves"), "moves reads differently there"),
            (SQLAlchemyError(), "SQLAlchemyError"),
        ):
            monkeypatch.setattr(chores, "move", Mock(side_effect=error))
            with pytest.raises(CannotStart, match=f"Nothing is copied: {reason}"):
                await chores.move_to(engine, other, clock=clock, sleep=Naps())


def use_a_database(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the command find a database in which nothing has been played yet."""

    async def make() -> None:
        async with open_database("sqlite+aiosqlite:///old.sqlite3"):
            pass

    monkeypatch.chdir(folder)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///old.sqlite3")
    asyncio.run(make())


def test_the_command_copies_and_says_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_a_database(tmp_path, monkeypatch)

    assert main(["move-to", "sqlite:///new.sqlite3"]) == 0

    *tables, conclusion = capsys.readouterr().out.splitlines()
    assert "Both databases have the same rows." in conclusion
    assert len({len(line) for line in tables}) == 1  # whatever their names, the checksums are in one column
    assert Path("new.sqlite3").is_file()


def test_the_address_can_come_from_the_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_a_database(tmp_path, monkeypatch)
    monkeypatch.setattr("sys.stdin", StringIO("sqlite:///new.sqlite3\n"))

    assert main(["move-to", "-"]) == 0

    assert Path("new.sqlite3").is_file()


def test_a_person_is_asked_for_the_address_without_showing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_a_database(tmp_path, monkeypatch)
    monkeypatch.setattr("sys.stdin", Mock(isatty=lambda: True, closed=False))
    monkeypatch.setattr("bot.__main__.getpass", lambda _prompt: "sqlite:///new.sqlite3")

    assert main(["move-to", "-"]) == 0

    assert Path("new.sqlite3").is_file()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://finte:c2VjcmV0@host/finte", "Nothing is copied: This is no address of a database"),
        ("sqlite:///file/new.sqlite3", "The address leads to no database that can be used"),
    ],
)
def test_an_address_that_leads_nowhere_is_not_quoted(
    address: str,
    said: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    use_a_database(tmp_path, monkeypatch)
    Path("file").touch()

    assert main(["move-to", address]) == 1

    written = capsys.readouterr().err + caplog.text
    assert said in written
    assert "c2VjcmV0" not in written
