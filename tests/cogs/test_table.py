"""`/table`: the way back to where one sits, and from there to the board."""

from dataclasses import replace

import pytest

from bot.client import Finte
from bot.table import Person as Player
from bot.table import Place
from bot.words import ENGLISH
from cogs.table import link
from localcord import Localcord, Person
from tests.cogs.tables import ANA, seated
from tests.end_to_end.tables import text_of


@pytest.mark.parametrize(
    ("guild_id", "address"),
    [(10, "https://discord.com/channels/10/20/30"), (0, "https://discord.com/channels/@me/20/30")],
    ids=["server", "direct message"],
)
def test_a_link_leads_to_the_board(guild_id: int, address: str) -> None:
    table = replace(seated(ANA, board_id=30), place=Place(guild_id, 20))

    assert [found.url for found in link(table, ENGLISH)] == [address]


async def test_a_table_that_never_got_its_message_gets_one(bot: Finte, discord: Localcord, ana: Person) -> None:
    """As after a crash between storing a table and showing it."""
    place = Place(int(discord.guild_id), int(discord.channel_id))
    await bot.matches.open("bluff", options={}, capacity=2, place=place, host=Player(int(ana.id), "Ana"))

    answer = await ana.command("table")
    await bot.painter.settle(5)

    assert answer.message is not None
    assert text_of(answer.message).startswith("## Bluff\nYou are the host")
    assert "1 of 2 seats are taken" in text_of(discord.person("Ben").messages()[0])
