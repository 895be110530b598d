"""Every database that the bot runs on: SQLite always, PostgreSQL where `TEST_POSTGRESQL_URL` leads to one."""

import os
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.store.connection
from bot.store import open_database
from bot.store.schema import metadata
from bot.store.sums.schema import progress
from tests.database import database

POSTGRESQL_URL = os.environ.get("TEST_POSTGRESQL_URL", "")
_migrated: list[str] = []
"""The server's database, once it has this version's schema."""

KINDS = ("sqlite", "postgresql") if POSTGRESQL_URL else ("sqlite",)


@pytest.fixture(params=KINDS)
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """An empty database."""
    if request.param == "sqlite":
        async with database("sqlite+aiosqlite:///:memory:") as new:
            yield new
        return
    if not _migrated:
        async with open_database(POSTGRESQL_URL):
            _migrated.append(POSTGRESQL_URL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.store.connection, "migrate", lambda _: None)
        async with open_database(POSTGRESQL_URL) as server:
            await _empty(server)
            yield server


async def _empty(server: AsyncEngine) -> None:
    """Deletes every row, and begins to number rows anew."""
    async with server.begin() as db:
        tables = ", ".join(table.name for table in metadata.sorted_tables)
        await db.execute(text(f"TRUNCATE {tables} RESTART IDENTITY"))
        await db.execute(insert(progress).values(id=1, counted=0))
