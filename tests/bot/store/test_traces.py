"""SQLite's files after a deletion: nothing of the person is left in them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.privacy import PrivacyStore
from bot.tables.table import Person
from tests.bot.people import ANA
from tests.bot.results import Played

pytestmark = pytest.mark.parametrize("engine", ["file"], indirect=True)

ZOE = Person(77_000_001, "Zoë Quux")


async def forget(engine: AsyncEngine, *match_ids: int) -> None:
    await PrivacyStore(engine).forget(ZOE.user_id, match_ids)
    await PrivacyStore(engine).empty_log()


def is_in_a_file(text: bytes, folder: Path) -> bool:
    return any(text in file.read_bytes() for file in folder.iterdir())


async def test_neither_name_nor_id_is_left_after_pages_have_filled_up(
    engine: AsyncEngine, played: Played, tmp_path: Path
) -> None:
    """Rows move when a page is full, and then their old bytes have to go as well."""
    others = [Person(77_000_100 + number, f"Person {number}") for number in range(9)]
    ids = [
        await played((ZOE, number % 2), (others[number % 9], 1), at=3000 * number, game=("bluff", "tuecke")[number % 2])
        for number in range(40)
    ]
    assert is_in_a_file(ZOE.name.encode(), tmp_path)

    await forget(engine, *ids)

    assert not is_in_a_file(ZOE.name.encode(), tmp_path)
    assert not is_in_a_file(ZOE.user_id.to_bytes(4, "big"), tmp_path)


async def test_a_log_that_could_not_be_emptied_is_told(
    engine: AsyncEngine, played: Played, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.store.privacy.PATIENCE_SECONDS", 0)
    match_id = await played((ANA, 1), (ZOE, 0))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM players").fetchone()

        await forget(engine, match_id)

    assert "traces of a deletion stay in SQLite's log" in caplog.text
