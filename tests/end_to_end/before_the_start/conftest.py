"""A table for three that has not started, with two of them at it."""

import pytest

from localcord import Localcord, Person
from tests.end_to_end.tables import Table, text_of


@pytest.fixture
async def table(discord: Localcord, ana: Person, ben: Person) -> Table:
    """Ana's table for three, at which Ben sits too."""
    table = await Table.opened(discord, ana, seats=3)
    table = await table.joined_by(ben)
    await table.until(lambda: "**Ben**" in text_of(table.board))
    return table
