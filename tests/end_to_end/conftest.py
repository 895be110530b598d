"""A table that has just begun."""

from pathlib import Path

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Person
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table


@pytest.fixture
async def table(discord: Localcord, bot: Finte) -> Table:  # noqa: ARG001 - it plays here
    """A table at which Ana and Ben have just begun."""
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    return table


@pytest.fixture
def asked(table: Table) -> Person:
    """The player whose turn it is."""
    assert table.asked
    return table.asked


@pytest.fixture
def other(table: Table, asked: Person) -> Person:
    """The other player."""
    (person,) = (person for person in table.people if person is not asked)
    return person


@pytest.fixture
def proof(discord: Localcord, tmp_path: Path) -> Proof:
    """Knows what the bot acknowledges from now on, and checks what it has stored."""
    return Proof(discord, tmp_path / "finte.sqlite3")
