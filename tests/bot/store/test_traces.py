"""What has been deleted about somebody is no longer in SQLite's files."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.privacy import PrivacyStore
from bot.store.store import Store
from bot.tables.table import Person
from tests.bot.people import ANA
from tests.bot.results import Played
from tests.database import database

ZOE = Person(77_000_001, "Zoë Quux")


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    async with database(f"sqlite+aiosqlite:///{tmp_path / 'finte.sqlite3'}") as new:
        yield new


def is_in_a_file(text: str | bytes, folder: Path) -> bool:
    stored = text.encode() if isinstance(text, str) else text
    return any(stored in file.read_bytes() for file in folder.iterdir())


async def test_the_name_is_in_no_file(engine: AsyncEngine, tmp_path: Path) -> None:
    match_id = await Played(Store(engine))((ANA, 1), (ZOE, 0))
    assert is_in_a_file(ZOE.name, tmp_path)

    await PrivacyStore(engine).forget(ZOE.user_id, [match_id])
    await PrivacyStore(engine).empty_log()

    assert not is_in_a_file(ZOE.name, tmp_path)


async def test_neither_name_nor_id_is_left_after_pages_have_filled_up(engine: AsyncEngine, tmp_path: Path) -> None:
    """Rows move when a page is full, and then their old bytes have to go as well."""
    played, others = Played(Store(engine)), [Person(77_000_100 + number, f"Person {number}") for number in range(9)]
    ids = [
        await played((ZOE, number % 2), (others[number % 9], 1), at=3000 * number, game=("bluff", "tuecke")[number % 2])
        for number in range(40)
    ]

    await PrivacyStore(engine).forget(ZOE.user_id, ids)
    await PrivacyStore(engine).empty_log()

    assert not is_in_a_file(ZOE.name, tmp_path)
    assert not is_in_a_file(ZOE.user_id.to_bytes(4, "big"), tmp_path)


async def test_a_log_that_could_not_be_emptied_is_told(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.store.privacy.PATIENCE_SECONDS", 0)
    match_id = await Played(Store(engine))((ANA, 1), (ZOE, 0))
    with closing(sqlite3.connect(tmp_path / "finte.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM players").fetchone()

        await PrivacyStore(engine).forget(ZOE.user_id, [match_id])
        await PrivacyStore(engine).empty_log()

    assert "traces of a deletion stay in SQLite's log" in caplog.text
