"""Every kind of database that the bot runs on, and people who have played there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.store import Store
from tests.bot.results import Played
from tests.database import database, empty_database
from tests.postgresql import DATABASES


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a new SQLite database."""
    return tmp_path / "finte.sqlite3"


@pytest.fixture(params=DATABASES)
async def engine(request: pytest.FixtureRequest, file: Path) -> AsyncIterator[AsyncEngine]:
    """An empty database. A test may ask for SQLite in a "file" instead."""
    opening = database(f"sqlite+aiosqlite:///{file}") if request.param == "file" else empty_database(request)
    async with opening as new:
        yield new


@pytest.fixture
def played(store: Store) -> Played:
    return Played(store)
