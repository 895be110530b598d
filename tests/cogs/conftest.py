"""The bot, ready to play, on a Discord on loopback, and one clock that only tests move."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.here import ready_bot


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def discord(clock: Clock) -> AsyncIterator[Localcord]:
    async with Localcord(clock=clock, rate_limits=False) as server:
        yield server


@pytest.fixture
async def bot(discord: Localcord, clock: Clock, tmp_path: Path) -> AsyncIterator[Finte]:
    async with ready_bot(discord, clock, tmp_path) as client:
        yield client


@pytest.fixture
def ana(discord: Localcord) -> Person:
    """Somebody in the channel."""
    return discord.person("Ana")
