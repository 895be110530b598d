"""Fixtures for tests of commands and pages."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.bot.results import Played


@pytest.fixture
def ana(discord: Localcord) -> Person:
    """A person in the channel."""
    return discord.person("Ana")


@pytest.fixture
def ben(discord: Localcord) -> Person:
    """Another person in the channel."""
    return discord.person("Ben")


@pytest.fixture
async def played(bot: Finte, discord: Localcord) -> Played:
    """Stores results for the server that everyone is in."""
    return Played(bot.store, int(discord.guild_id))
