"""Every kind of database that the bot runs on, and the clocks of a match in it."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.processes import Heartbeat
from tests.bot.gateway import FakeGateway
from tests.bot.people import BEN, begun
from tests.clock import Clock
from tests.database import empty_database
from tests.postgresql import DATABASES_THOROUGHLY


@pytest.fixture(params=DATABASES_THOROUGHLY)
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """An empty database."""
    async with empty_database(request) as new:
        yield new


@pytest.fixture
def gateway(clock: Clock) -> FakeGateway:
    return FakeGateway(clock)


@pytest.fixture
def heartbeat(engine: AsyncEngine) -> Heartbeat:
    return Heartbeat(engine)


@pytest.fixture
def deadlines(matches: Matches, heartbeat: Heartbeat, clock: Clock, gateway: FakeGateway) -> Deadlines:
    deadlines = Deadlines(matches, heartbeat, clock, gateway=gateway)
    matches.on_change.append(deadlines.watch)
    return deadlines


@pytest.fixture
async def match(matches: Matches, deadlines: Deadlines) -> Match:
    """Ana and Ben's match of Bluff, with its clocks watched."""
    match = await begun(matches, BEN)
    await deadlines.tick()
    return match
