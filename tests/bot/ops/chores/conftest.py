"""A database in a file, as the host's commands find it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.database import database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "finte.sqlite3"


@pytest.fixture
async def engine(file: Path) -> AsyncIterator[AsyncEngine]:
    async with database(f"sqlite+aiosqlite:///{file}") as made:
        yield made
