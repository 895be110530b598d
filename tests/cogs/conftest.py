"""Fixtures for tests of commands and pages."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from tests.bot.results import Played
from tests.cogs.replaying import Stored


@pytest.fixture
async def played(bot: Finte, discord: Localcord) -> Played:
    """Stores results for the server that everyone is in."""
    return Played(bot.store, int(discord.guild_id))


@pytest.fixture
def stored(bot: Finte, discord: Localcord) -> Stored:
    return Stored(bot, discord)
