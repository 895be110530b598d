"""The option of commands that look back at one match: its number, or else the latest one of the person who asks."""

from collections.abc import Collection

import discord
from discord import app_commands

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.tables.periods import earliest_open
from bot.tables.table import DECIDED_PHASES, Phase
from bot.words import phrase

LARGEST_NUMBER = 10**9 - 1
"""The largest number of a match that fits into a custom_id."""

MATCH_HELP = phrase("The number of the match, as its message and /history show it (default: your latest)")

MatchNumber = app_commands.Range[int, 1, LARGEST_NUMBER]


async def number_or_latest(
    bot: Finte, interaction: discord.Interaction, number: int | None, phases: Collection[Phase] = DECIDED_PHASES
) -> int:
    """The number that was given, or else that of this person's latest match that ended in one of these phases.

    Raises: NotAllowed if there is none.
    """
    if number is not None and number > await bot.history.highest():
        raise NotAllowed("There's no match {match}.", match=number)
    found = number or await bot.history.latest(interaction.user.id, phases, before_day=earliest_open(bot.clock()))
    if found is None:
        raise NotAllowed("You haven't played a match to the end yet. Start one with /play!")
    return found
