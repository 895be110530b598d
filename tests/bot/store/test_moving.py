"""A whole database copied into another one: from SQLite into every kind that the bot runs on."""

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import Table, delete, insert, select
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


@pytest.mark.parametrize("batch", [2, 500])
async def test_every_row_arrives_and_is_reported_and_no_number_is_given_twice(
    source: AsyncEngine, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(operations, "BATCH", batch)
    gone = await Store(source).open(draft(ANA, BEN))
    async with source.begin() as db:
        await db.execute(delete(matches_table).where(matches_table.c.id == gone.id))

    copied = await move(source, engine)

    kept = await rows(source)
    assert await rows(engine) == kept
    assert {one.table: one.rows for one in copied} == {name: len(found) for name, found in kept.items()}
    assert all(kept[name] for name in ("matches", "sitters", "moves", "results", "ratings", "panels", "preferences"))
    assert all(len(one.checksum) == 64 for one in copied)
    assert (await Store(engine).open(draft(ANA, BEN))).id == gone.id + 1


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
    before, read = await rows(engine), operations._batches

    async def blurred(table: Table, db: AsyncConnection) -> AsyncIterator[list[dict[str, Any]]]:
        """Reads another choice in the copy than was written."""
        async for batch in read(table, db):
            is_copy = table is preferences and db.engine is not source
            yield [row | {"pictures": True} for row in batch] if is_copy else batch

    monkeypatch.setattr(operations, "_batches", blurred)
    with pytest.raises(Unequal):
        await move(source, engine)

    assert await rows(engine) == before
