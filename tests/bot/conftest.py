"""A store in memory, tables on it, and a clock that only tests move."""

from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches import Matches
from bot.store import Store, connected
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    async with connected("sqlite+aiosqlite:///:memory:") as database:
        yield database


@pytest.fixture
def store(engine: AsyncEngine) -> Store:
    return Store(engine)


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock, rng=Random(1))
