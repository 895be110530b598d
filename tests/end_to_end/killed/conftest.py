"""A bot in a process of its own, which a test can kill and start again."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from localcord import Localcord
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer


@pytest.fixture
async def discord() -> AsyncIterator[Localcord]:
    """The stand-in on real time, because its bot is a separate process."""
    async with discord_for_children() as server:
        yield server


@pytest.fixture
def settings() -> Mapping[str, str]:
    """Environment variables of the bot beyond those that every child gets."""
    return {}


@pytest.fixture
async def child(
    discord: Localcord, tmp_path: Path, fork_server: ForkServer, settings: Mapping[str, str]
) -> AsyncIterator[Child]:
    """The bot, which runs."""
    process = Child(discord, tmp_path, fork_server, **settings)
    await process.start()
    yield process
    await process.killed()
