"""Fixtures for tests of commands and pages."""

import pytest

from localcord import Localcord, Person


@pytest.fixture
def ana(discord: Localcord) -> Person:
    """A person in the channel."""
    return discord.person("Ana")
