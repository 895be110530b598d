"""The bot and the stand-in for Discord in one process, on one clock, and a table that has just begun."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import Table


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
async def table(discord: Localcord, bot: Finte) -> Table:  # noqa: ARG001 - it plays here
    """A table at which Ana and Ben have just begun."""
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    return table


@pytest.fixture
def asked(table: Table) -> Person:
    """The one whose turn it is."""
    assert table.asked
    return table.asked


@pytest.fixture
def other(table: Table, asked: Person) -> Person:
    """The one who waits."""
    (person,) = (person for person in table.people if person is not asked)
    return person
