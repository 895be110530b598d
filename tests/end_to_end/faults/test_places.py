"""What happens to a match when its board, thread, channel or server goes, or the bot's rights there do."""

import pytest

from bot.interactions.client import Finte
from localcord import Localcord, Permission, Person
from localcord.entities import Thread
from localcord.permissions import BOT
from tests.clock import Clock
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table, text_of
from tests.end_to_end.time import pass_by

WITHDRAWN = {
    "send": Permission.SEND_MESSAGES,
    "attach files": Permission.ATTACH_FILES,
    "view the channel": Permission.VIEW_CHANNEL,
}


PING_AFTER_SECONDS = 45
"""The time after which a player is pinged."""


async def test_a_match_whose_channel_is_deleted_is_finished_from_another(
    table: Table, asked: Person, proof: Proof
) -> None:
    discord = table.discord
    await table.move(asked)
    place = discord.add_channel("elsewhere")
    discord.world.remove_channel(discord.world.channel(discord.channel_id))
    await proof.finish(table, channel_id=place)


async def test_a_match_whose_server_is_deleted_is_finished_on_another(
    table: Table, asked: Person, proof: Proof
) -> None:
    discord = table.discord
    await table.move(asked)
    other = discord.world.guild(discord.add_guild("Elsewhere"))
    place = next(channel.id for channel in discord.world.channels.values() if channel.guild_id == other.id)
    discord.world.remove_guild(discord.world.guild(discord.guild_id))
    await proof.finish(table, channel_id=place, is_listed=False)


@pytest.mark.parametrize("right", WITHDRAWN.values(), ids=WITHDRAWN)
async def test_a_right_that_is_withdrawn_and_given_back_costs_nothing(
    table: Table, asked: Person, other: Person, proof: Proof, right: Permission
) -> None:
    discord = table.discord
    discord.set_bot_permissions(discord.channel_id, BOT & ~right)
    assert (await table.move(asked)).answered
    discord.messages.delete(discord.world.messages[table.board["id"]])
    assert (await table.move(other)).answered
    discord.set_bot_permissions(discord.channel_id, BOT)
    await proof.finish(table)
    await table.until(lambda: table.is_over)


async def test_a_bot_that_is_removed_and_invited_again_goes_on(table: Table, asked: Person, proof: Proof) -> None:
    discord = table.discord
    guild = discord.world.guild(discord.guild_id)
    assert (await table.move(asked)).answered
    discord.world.remove_bot(guild)
    discord.world.invite_bot(guild)
    await proof.finish(table)
    await table.until(lambda: table.is_over)


async def test_no_ping_brings_a_player_back_into_a_thread_that_they_were_taken_out_of(
    discord: Localcord, bot: Finte, ana: Person, ben: Person, clock: Clock
) -> None:
    thread = discord.add_thread("cards", ana, ben)
    opened = await ana.command("play bluff", {"seats": 2}, channel_id=thread)
    assert opened.message
    table = await Table.shown_by(opened.message, discord, ana).joined_by(ben)
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)
    asked, panel = table.asked, table.panel(table.asked or ana)
    assert asked
    assert panel
    move = table.moves(asked)[0]
    discord.remove_from_thread(thread, asked)
    await pass_by(bot, clock, PING_AFTER_SECONDS)

    def waiting() -> list[str]:
        texts = (text_of(message.body) for message in discord.world.messages_in(thread))
        return [text for text in texts if "turn, but they aren't in this thread, so they can't see the table" in text]

    assert asked.user.name in waiting()[0]
    assert asked.pings == []
    assert asked.id not in (discord.world.channel(thread).thread or Thread("", "", 0, 0)).members
    await asked.raw_click(panel, move)
    await pass_by(bot, clock, 1)
    assert waiting() == []
