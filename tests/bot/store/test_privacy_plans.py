"""Forgetting people finds their rows by indices, and so does what looks for lessons and lobbies that are over."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.privacy import ExportStore, PrivacyStore
from bot.store.retention import RetentionStore
from bot.store.store import Store
from tests.bot.people import ANA, BEN
from tests.bot.results import Played
from tests.bot.store.test_query_plans import Queries
from tests.database import database

SMALL = ("SCAN meetings", "SCAN panels", "SCAN rankings", "SCAN departures", "SCAN preferences")
"""Reads of tables that have few rows: those of a day, of 15 minutes, or a few for each server."""


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    """SQLite, whatever else there is: each kind of database explains its plans in its own words."""
    async with database("sqlite+aiosqlite:///:memory:") as new:
        yield new


async def slow(queries: Queries) -> list[str]:
    """The reads of whole large tables. Sorting one person's own rows costs little."""
    return [step for step in await queries.scans() if step.startswith("SCAN") and not step.startswith(SMALL)]


async def test_somebody_is_forgotten_by_indices(engine: AsyncEngine) -> None:
    await Played(Store(engine))((ANA, 1), (BEN, 0))
    queries = await Queries.of(engine)
    store = PrivacyStore(engine)

    await store.forget(ANA.user_id, await store.matches_of(ANA.user_id))

    assert await slow(queries) == []


async def test_an_export_is_read_by_indices(engine: AsyncEngine) -> None:
    await Played(Store(engine))((ANA, 1), (BEN, 0))
    queries = await Queries.of(engine)
    store = ExportStore(engine)

    await store.rows(ANA.user_id)
    await store.matches(await store.match_ids(ANA.user_id), ANA.user_id, with_moves=True)

    assert await slow(queries) == []


async def test_lessons_and_lobbies_that_are_over_are_found_by_indices(engine: AsyncEngine) -> None:
    queries = await Queries.of(engine)

    await RetentionStore(engine).ended_between(0, 100)

    assert await slow(queries) == []


async def test_a_server_is_forgotten_by_indices(engine: AsyncEngine) -> None:
    queries = await Queries.of(engine)
    store = RetentionStore(engine)

    await store.matches_in(10, 25)
    await store.open_in(10)
    await store.forget_some(10)

    assert await slow(queries) == []
