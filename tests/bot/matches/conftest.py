"""A match of three, and the results of matches, on every kind of database that the bot runs on."""

from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Forgetting
from bot.matches.reviews import Reviews
from bot.store.privacy import PrivacyStore
from bot.store.reviews import ReviewStore
from bot.store.schema import results as results_table
from bot.store.store import Store
from bot.tables.table import Table
from tests.bot.finished import finished
from tests.bot.judging import Judge
from tests.bot.people import ANA, BEN, CLEO, begun
from tests.clock import Clock
from tests.database import empty_database
from tests.postgresql import DATABASES_THOROUGHLY

Results = Callable[[int], Awaitable[dict[int, tuple[int, int]]]]
"""Reads a match's results: wins and points of each user."""


@pytest.fixture(params=DATABASES_THOROUGHLY)
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """An empty database."""
    async with empty_database(request) as new:
        yield new


@pytest.fixture
def anew(engine: AsyncEngine, clock: Clock) -> Matches:
    """The same tables in another process, or after a restart, with other dice of the bot's own."""
    return Matches(Store(engine), clock=clock, rng=Random(2))


@pytest.fixture
async def match(matches: Matches) -> Match:
    """A match of Bluff between Ana, Ben and Cleo."""
    return await begun(matches, BEN, CLEO)


@pytest.fixture
def results(engine: AsyncEngine) -> Results:
    async def counted(match_id: int) -> dict[int, tuple[int, int]]:
        columns = results_table.c
        named = (columns.match_id == match_id) & (columns.user_id > 0)
        query = select(columns.user_id, columns.won, columns.points).where(named)
        async with engine.connect() as db:
            return {user_id: (won, points) for user_id, won, points in await db.execute(query)}

    return counted


@pytest.fixture
def forgetting(engine: AsyncEngine, matches: Matches) -> Forgetting:
    return Forgetting(matches, PrivacyStore(engine))


@pytest.fixture
async def ended(store: Store) -> Table:
    """A match of Ana, Ben and Cleo."""
    return await finished(store, ANA, BEN, CLEO)


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
async def reviews(engine: AsyncEngine, judge: Judge, clock: Clock) -> AsyncIterator[Reviews]:
    made = Reviews(Store(engine), ReviewStore(engine), judge, clock)
    yield made
    judge.go_on.set()
    await made.stop()
