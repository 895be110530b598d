"""What has been deleted about somebody is no longer in SQLite's files."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import PrivacyStore, Store
from bot.tables.table import Person
from tests.bot.people import ANA
from tests.bot.results import Played
from tests.database import database

ZOE = Person(77_000_001, "Zoë Quux")


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as new:
        yield new


def is_in_a_file(text: str, folder: Path) -> bool:
    return any(text.encode() in file.read_bytes() for file in folder.iterdir())


async def test_the_name_is_in_no_file(engine: AsyncEngine, tmp_path: Path) -> None:
    match_id = await Played(Store(engine))((ANA, 1), (ZOE, 0))
    assert is_in_a_file(ZOE.name, tmp_path)

    await PrivacyStore(engine).forget(ZOE.user_id, [match_id])
    await PrivacyStore(engine).empty_log()

    assert not is_in_a_file(ZOE.name, tmp_path)


async def test_a_log_that_could_not_be_emptied_is_told(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.store.backup.PATIENCE_SECONDS", 0)
    match_id = await Played(Store(engine))((ANA, 1), (ZOE, 0))
    with closing(sqlite3.connect(tmp_path / "finte.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM players").fetchone()

        await PrivacyStore(engine).forget(ZOE.user_id, [match_id])
        await PrivacyStore(engine).empty_log()

    assert "traces of a deletion stay in SQLite's log" in caplog.text
