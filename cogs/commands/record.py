"""`/record`: a finished match as a file that programs can read."""

import discord
from discord import app_commands

from bot.interactions.client import Finte
from bot.interactions.interactions import Private, reply
from bot.pages.page import Document, Page, Text
from bot.words import Words, phrase
from cogs.commands.lookups import MATCH_HELP, MatchNumber, lookup_limit, number_or_latest
from cogs.table.answers import say_to

MOST_RECORDS = 5
"""Records that one person may ask for within the time of `lookup_limit`: each match is played through for them."""


def recorded(match_id: int, content: bytes, accent: int, say: Words) -> Page:
    """The file, and what is in it."""
    text = say(
        "## Match {match}, as a file\nIt has every move, roll and deal, and no names. You can check it and step "
        "through it with Python: see docs/records.md in the bot's source code.", match=match_id,
    )  # fmt: skip
    return Page((Text(text), Document(f"finte-{match_id}.jsonl", content)), accent)


async def setup(bot: Finte) -> None:
    """Adds the command, and the handler of the button on a replay."""
    limit = lookup_limit(bot, MOST_RECORDS)

    async def record_of(interaction: discord.Interaction, number: int | None) -> Private:
        """The record of a match that this person played in; without a number, their latest. Raises: NotAllowed."""
        limit.take(interaction.user.id)
        match_id = await number_or_latest(bot, interaction, number, {"over"})
        content = await bot.matches.replays.record(match_id, interaction.user.id)
        table = await bot.matches.replays.table(match_id)
        page = recorded(match_id, content, bot.game_uis[table.game].accent, say_to(interaction))
        return Private(page, in_new_message=True)

    bot.router.on("record", lambda click: record_of(click.interaction, click.id.match_id))

    @bot.tree.command(name="record", description=phrase("Get a finished match of yours as a file"))
    @app_commands.describe(match=MATCH_HELP)
    async def record(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, record_of(interaction, match))
