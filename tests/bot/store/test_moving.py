"""A whole database copied into another one: from SQLite into every kind that the bot runs on."""

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.matches.intents import Matches
from bot.store import operations
from bot.store.operations import NotEmpty, Unequal, move
from bot.store.panels import PanelStore, PanelToken
from bot.store.preferences import Preference, PreferenceStore
from bot.store.schema import matches as matches_table
from bot.store.schema import metadata, preferences
from bot.store.store import Store
from tests.bot.people import ANA, BEN, begun, draft, play_out
from tests.clock import Clock
from tests.database import database

ALL = {table.name for table in metadata.sorted_tables}


@pytest.fixture
async def source(clock: Clock) -> AsyncIterator[AsyncEngine]:
    """A database in which a match has ended, its rematch is under way, and people have chosen what they like."""
    async with database("sqlite+aiosqlite:///:memory:") as filled:
        matches = Matches(Store(filled), clock=clock, rng=Random(1))
        over = await play_out(matches, await begun(matches, BEN))
        await matches.lobby.rematch(over.table.id, ANA, over.table.place)
        await PanelStore(filled).remember(PanelToken(over.table.id, ANA.user_id, 5, "token", "@original", "fr", 100))
        await PreferenceStore(filled).keep(Preference("person", BEN.user_id, pictures=False))
        yield filled


async def rows(engine: AsyncEngine) -> dict[str, set[str]]:
    """Every row of every table."""
    async with engine.connect() as db:
        return {table.name: {str(row) for row in await db.execute(select(table))} for table in metadata.sorted_tables}


async def test_every_row_arrives_and_is_reported(source: AsyncEngine, engine: AsyncEngine) -> None:
    copied = await move(source, engine)

    kept = await rows(source)
    assert await rows(engine) == kept
    assert {one.table: one.rows for one in copied} == {name: len(found) for name, found in kept.items()}
    assert {"matches", "sitters", "moves", "results", "ratings", "panels", "preferences"} <= {
        name for name, found in kept.items() if found
    }
    assert all(len(one.checksum) == 64 for one in copied)


async def test_the_checksum_tells_which_rows_were_copied(source: AsyncEngine, engine: AsyncEngine) -> None:
    before = {one.table: one.checksum for one in await move(source, engine)}
    async with source.begin() as db, engine.begin() as copy:
        await db.execute(update(preferences).values(pictures=True))
        for table in reversed(metadata.sorted_tables):
            await copy.execute(delete(table))

    after = {one.table: one.checksum for one in await move(source, engine)}

    assert {name for name in ALL if before[name] != after[name]} == {"preferences"}


async def test_many_rows_arrive_in_batches(
    source: AsyncEngine, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "BATCH", 2)

    await move(source, engine)

    assert await rows(engine) == await rows(source)


async def test_the_copy_never_numbers_a_match_like_one_that_is_gone(source: AsyncEngine, engine: AsyncEngine) -> None:
    newest = await Store(source).open(draft(ANA, BEN))
    async with source.begin() as db:
        await db.execute(delete(matches_table).where(matches_table.c.id == newest.id))

    await move(source, engine)

    assert (await Store(engine).open(draft(ANA, BEN))).id == newest.id + 1


async def test_an_empty_database_moves_too(engine: AsyncEngine) -> None:
    async with database("sqlite+aiosqlite:///:memory:") as empty:
        await move(empty, engine)

        assert await rows(engine) == await rows(empty)
    assert (await Store(engine).open(draft(ANA, BEN))).id == 1


async def test_nothing_is_copied_over_rows(source: AsyncEngine, engine: AsyncEngine) -> None:
    async with engine.begin() as db:
        await db.execute(insert(preferences).values(kind="person", id=1))
    before = await rows(engine)

    with pytest.raises(NotEmpty, match="preferences"):
        await move(source, engine)

    assert await rows(engine) == before


async def test_what_reads_differently_is_not_kept(
    source: AsyncEngine, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, read, copied = await rows(engine), operations._batches, set[str]()

    async def forgetful(table: Table, db: AsyncConnection) -> AsyncIterator[list[dict[str, Any]]]:
        """Leaves out a row when the table is copied, and none when it's read again."""
        batches = [batch async for batch in read(table, db)]
        if table is preferences and table.name not in copied:
            batches[0].pop(0)
        copied.add(table.name)
        for batch in filter(None, batches):
            yield batch

    monkeypatch.setattr(operations, "_batches", forgetful)
    with pytest.raises(Unequal):
        await move(source, engine)

    assert await rows(engine) == before
