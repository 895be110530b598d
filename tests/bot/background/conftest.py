"""Every kind of database that the bot runs on."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.database import empty_database
from tests.postgresql import DATABASES_THOROUGHLY


@pytest.fixture(params=DATABASES_THOROUGHLY)
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """An empty database."""
    async with empty_database(request) as new:
        yield new
