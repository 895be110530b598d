"""Somebody who uses the bot."""

import pytest

from localcord import Localcord, Person


@pytest.fixture
def ana(discord: Localcord) -> Person:
    """Somebody in the channel."""
    return discord.person("Ana")
