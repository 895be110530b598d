"""The databases on which the store is measured."""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.ext.asyncio import AsyncEngine

from bench.children import database_url
from bot.store.connection import open_database
from bot.store.schema import metadata

POSTGRESQL = "BENCH_POSTGRESQL_URL"
"""The environment variable with the URL of an empty database to measure too."""


async def empty_databases() -> AsyncIterator[tuple[str, AsyncEngine]]:
    """An empty database of each kind, with its name."""
    with TemporaryDirectory() as folder:
        async with open_database(database_url(Path(folder))) as engine:
            yield "SQLite", engine
    if url := os.environ.get(POSTGRESQL):
        async with open_database(url) as engine:
            async with engine.begin() as db:
                await db.run_sync(metadata.drop_all)
                await db.run_sync(metadata.create_all)
            yield "PostgreSQL", engine
