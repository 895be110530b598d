"""The lists of `/table` and `/cancel`: tables that a person sits at, and those that they can cancel."""

from dataclasses import replace

import pytest

from bot.interactions.client import Finte
from bot.matches.lobby import MOST_TABLES
from bot.tables.table import Person as Player
from bot.tables.table import Place, Robot
from bot.words import ENGLISH
from cogs.commands.tables import link_line
from localcord import Localcord, Permission, Person
from localcord.components import buttons
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import BOT
from localcord.wire import JsonObject
from tests.cogs.tables import ANA, seated
from tests.end_to_end.tables import EPHEMERAL, labelled, labels, text_of


@pytest.mark.parametrize(
    ("guild_id", "address"),
    [(10, "https://discord.com/channels/10/20/30"), (0, "https://discord.com/channels/@me/20/30")],
    ids=["server", "direct message"],
)
def test_a_link_leads_to_the_board(guild_id: int, address: str) -> None:
    table = replace(seated(ANA, board_id=30), place=Place(guild_id, 20))

    assert link_line(table, ENGLISH) == (f"[Go to the table]({address})",)


async def test_a_table_that_never_got_its_message_gets_one(bot: Finte, discord: Localcord, ana: Person) -> None:
    """A crash between storing a table and showing it leaves it without a message."""
    place = Place(int(discord.guild_id), int(discord.channel_id))
    await bot.matches.lobby.open("bluff", options={}, capacity=2, place=place, host=Player(int(ana.id), "Ana"))

    answer = await ana.command("table")
    await bot.painter.settle(PATIENCE_SECONDS)

    assert answer.message is not None
    assert text_of(answer.message).startswith("## Bluff\nYou're the host")
    assert "1/2 seats taken" in text_of(discord.person("Ben").messages()[0])


async def open_most(bot: Finte, discord: Localcord, host: Person) -> None:
    """Opens as many tables as one person may sit at, full of people with the longest names."""
    place = Place(int(discord.guild_id), int(discord.channel_id))
    for number in range(MOST_TABLES):
        match = await bot.matches.lobby.open(
            "bluff", options={}, capacity=6, place=place, host=Player(int(host.id), "*" * 32)
        )
        for seat in range(5):
            await bot.matches.lobby.join(match.table.id, Player(100 * number + seat + 1, "_" * 32))
        await bot.matches.lobby.start(match.table.id, int(host.id))


async def test_the_longest_lists_fit_into_a_message(bot: Finte, discord: Localcord, ana: Person) -> None:
    await open_most(bot, discord, ana)

    own, to_cancel = await ana.command("table"), await ana.command("cancel")

    assert labels(own.message) == ["My dice"] * MOST_TABLES
    assert labels(to_cancel.message) == ["Cancel this table"] * MOST_TABLES


async def test_a_table_that_has_begun_meanwhile_is_not_cancelled(bot: Finte, discord: Localcord, ana: Person) -> None:
    place = Place(int(discord.guild_id), int(discord.channel_id))
    host = Player(int(ana.id), "Ana")
    match = await bot.matches.lobby.open(
        "bluff", options={}, capacity=3, place=place, host=host, robots=[Robot("steady")]
    )
    await ana.command("cancel")
    await bot.matches.lobby.start(match.table.id, host.user_id)

    await ana.click(ana.messages()[-1], labelled(ana.messages()[-1], "Cancel this table"))

    assert text_of(ana.messages()[-1]).startswith("The match has moved on, so it hasn't been cancelled yet.")
    assert (await bot.matches.get(match.table.id)).table.phase == "playing"


async def test_a_table_that_was_cancelled_meanwhile_leaves_the_rest_of_the_list(
    bot: Finte, discord: Localcord, ana: Person
) -> None:
    place, host = Place(int(discord.guild_id), int(discord.channel_id)), Player(int(ana.id), "Ana")
    gone, stays = [
        await bot.matches.lobby.open(game, options={}, capacity=3, place=place, host=host)
        for game in ("faehrte", "bluff")
    ]
    await ana.command("table")

    def own_list() -> JsonObject:
        (message,) = (message for message in ana.messages() if message["flags"] & EPHEMERAL)
        return message

    await bot.matches.seats.cancel(gone.table.id, host.user_id, "lobby", moderator=False)

    first, second = (button["custom_id"] for button in buttons(own_list()))
    await ana.click(own_list(), first)

    notice, title, *lines = text_of(own_list()).split("\n")
    assert notice.endswith("This table was cancelled before the match began. Type /play to open a new one.")
    assert "Auf falscher Fährte" in notice
    assert title == "## Your tables"
    assert "**Bluff**, match" in lines[0]

    await bot.matches.seats.cancel(stays.table.id, host.user_id, "lobby", moderator=False)
    await ana.click(own_list(), second)

    assert text_of(own_list()).endswith("You're not at any open table. Type /play to open one.")


async def tables_in(bot: Finte, host: Person, *channels: str) -> None:
    """Opens a table in each of these channels, and shows it."""
    for channel_id in channels:
        await host.command("play bluff", {"seats": 2}, channel_id=channel_id)
    await bot.painter.settle(PATIENCE_SECONDS)


def gone(discord: Localcord, channel_id: str) -> None:
    discord.world.remove_channel(discord.world.channel(channel_id))


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("is_thread", [False, True])
async def test_nothing_links_to_a_channel_that_is_gone(
    bot: Finte, discord: Localcord, ana: Person, *, is_thread: bool, others: int
) -> None:
    doomed = discord.add_thread("cards", ana) if is_thread else discord.add_channel("short-lived")
    await tables_in(bot, ana, doomed, *[discord.channel_id] * others)
    assert doomed in str((await ana.command("table")).message)
    gone(discord, doomed)

    shown = str((await ana.command("table")).message)

    assert doomed not in shown
    assert ("a deleted channel" in shown) == bool(others)


async def test_a_channel_that_is_out_of_sight_keeps_its_link(bot: Finte, discord: Localcord, ana: Person) -> None:
    place = discord.add_channel("staff")
    await tables_in(bot, ana, place)
    discord.set_bot_permissions(place, BOT & ~Permission.VIEW_CHANNEL)

    assert f"/{place}/" in str((await ana.command("table")).message)


async def test_a_list_asks_once_whether_each_channel_is_gone(bot: Finte, discord: Localcord, ana: Person) -> None:
    places = [discord.channel_id, discord.add_channel("another")]
    await tables_in(bot, ana, *places, *places)
    before = len(discord.requests)

    await ana.command("table")

    asked = [request.path.rpartition("/")[2] for request in discord.requests[before:] if request.method == "GET"]
    assert sorted(place for place in asked if place in places) == sorted(places)
