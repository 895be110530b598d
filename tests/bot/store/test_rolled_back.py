"""SQLite takes a whole transaction back when the disk is full, not only the part in a savepoint."""

from collections.abc import AsyncIterator, Sequence

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Recount, Store, Unavailable
from bot.tables.match_result import MatchResult
from bot.tables.table import Table
from games.core import Move
from tests.bot.people import ANA, BEN, HERE
from tests.bot.results import NOW, Played, ending
from tests.database import database


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    async with database("sqlite+aiosqlite:///:memory:") as new:
        yield new


def fails(db: Connection, *_: object) -> None:
    """Fails as SQLite does when the disk is full: all of the transaction is gone."""
    db.exec_driver_sql("INSERT OR ROLLBACK INTO progress (id, counted) VALUES (1, 0)")


def read(table: Table, log: Sequence[Move]) -> MatchResult:
    assert log
    points = ((ANA, 1), (BEN, 0))
    return ending(table.id, *points, community_id=HERE.guild_id, game="bluff", field="people", at=NOW)


async def test_a_match_that_could_not_be_stored_is_not_taken_for_ended(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.sums.people.count", fails)

    with pytest.raises(IntegrityError):  # the cause, not that there is nothing left to roll back
        await Played(Store(engine))((ANA, 1), (BEN, 0))

    table = await Store(engine).table(1)
    assert table
    assert table.is_open


async def test_a_match_that_could_not_be_counted_waits_on(engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    recount = Recount(engine, read)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sums.standings.count", lambda *_, **__: 1 / 0)
        for _ in range(2):
            await Played(Store(engine))((ANA, 1), (BEN, 0))
        assert await recount.waiting() == 2
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sums.people.count", fails)
        with pytest.raises(IntegrityError):
            await recount.count_some()

    assert await recount.waiting() == 2


async def test_a_match_waits_on_while_the_database_is_locked(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_locked(*_: object) -> None:
        raise Unavailable("database is locked")

    recount = Recount(engine, read)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sums.people.count", is_locked)
        await Played(Store(engine))((ANA, 1), (BEN, 0))
        with pytest.raises(Unavailable):
            await recount.count_some()

    assert await recount.waiting() == 1
