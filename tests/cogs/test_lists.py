"""The lists of `/table` and `/cancel`: tables that a person sits at, and those that they can cancel."""

import asyncio
from dataclasses import replace

import pytest

from bot.interactions.client import Finte
from bot.matches.match import Match
from bot.tables.table import Person as Player
from bot.tables.table import Place
from bot.words import ENGLISH
from cogs.commands.tables import link_line
from localcord import Localcord, Person
from localcord.components import buttons
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.cogs.tables import ANA, seated
from tests.end_to_end.tables import EPHEMERAL, text_of


@pytest.mark.parametrize(("guild_id", "there"), [(10, "10"), (0, "@me")], ids=["server", "direct message"])
def test_a_link_leads_to_the_board(guild_id: int, there: str) -> None:
    table = replace(seated(ANA, board_id=30), place=Place(guild_id, 20))

    assert link_line(table, ENGLISH) == (f"[Go to the table](https://discord.com/channels/{there}/20/30)",)


async def opened(bot: Finte, discord: Localcord, game: str = "bluff", capacity: int = 3, name: str = "Ana") -> Match:
    """A table of Ana's that has no message yet."""
    place, host = Place(int(discord.guild_id), int(discord.channel_id)), Player(int(discord.person("Ana").id), name)
    return await bot.matches.lobby.open(game, options={}, capacity=capacity, place=place, host=host)


async def test_a_table_that_never_got_its_message_gets_one(bot: Finte, discord: Localcord, ana: Person) -> None:
    """A crash between storing a table and showing it leaves it without a message."""
    await opened(bot, discord)

    answer = await ana.command("table")
    await bot.painter.settle(PATIENCE_SECONDS)

    assert answer.message is not None
    assert text_of(answer.message).startswith("## Bluff\nYou're the host")
    assert "1/3 seats taken" in text_of(discord.person("Ben").messages()[0])


async def test_a_table_that_was_cancelled_meanwhile_leaves_the_rest_of_the_list(
    bot: Finte, discord: Localcord, ana: Person
) -> None:
    gone, stays = await opened(bot, discord, "faehrte"), await opened(bot, discord)
    await ana.command("table")

    def own_list() -> JsonObject:
        (message,) = (message for message in ana.messages() if message["flags"] & EPHEMERAL)
        return message

    first, second = (button["custom_id"] for button in buttons(own_list()))
    await bot.matches.seats.cancel(gone.table.id, int(ana.id), "lobby", moderator=False)
    await ana.click(own_list(), first)

    notice, title, line, *_ = text_of(own_list()).split("\n")
    assert notice.endswith("This table was cancelled before the match began. Type /play to open a new one.")
    assert "Auf falscher Fährte" in notice
    assert title == "## Your tables"
    assert "**Bluff**, match" in line

    await bot.matches.seats.cancel(stays.table.id, int(ana.id), "lobby", moderator=False)
    await ana.click(own_list(), second)
    assert text_of(own_list()).endswith("You're not at any open table. Type /play to open one.")


async def listed(bot: Finte, host: Person, *channels: str) -> str:
    """Opens a table in each of these channels, and lists them."""
    for channel_id in channels:
        await host.command("play bluff", {"seats": 2}, channel_id=channel_id)
    await asyncio.gather(*bot.admission._answers)  # which store where the boards are
    await bot.painter.settle(PATIENCE_SECONDS)
    return str((await host.command("table")).message)


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("is_thread", [False, True])
async def test_nothing_links_to_a_channel_that_is_gone(
    bot: Finte, discord: Localcord, ana: Person, *, is_thread: bool, others: int
) -> None:
    doomed = discord.add_thread("cards", ana) if is_thread else discord.add_channel("short-lived")
    assert doomed in await listed(bot, ana, doomed, *[discord.channel_id] * others)
    discord.world.remove_channel(discord.world.channel(doomed))

    shown = await listed(bot, ana)

    assert doomed not in shown
    assert ("a deleted channel" in shown) == bool(others)
