"""How a table is opened: `/play`, and what the options of every game do."""

from typing import cast

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.errors import OutOfDate
from bot.interactions.client import Finte
from bot.interactions.replies import Reply, reply
from bot.tables.clock import Pace
from bot.tables.table import Robot
from bot.words import phrase
from cogs.parts.names import LEVEL_NAMES
from cogs.table.answers import board_locale, check_rights, new_table, person, place
from games.catalogue import LEVELS
from games.core import Options

play = app_commands.Group(name="play", description=phrase("Open a table in this channel"))
"""`/play`: each game adds its own subcommand."""


SHARED_OPTIONS = {
    "seats": phrase("Number of seats (default: as many as the game allows)"),
    "bots": phrase("Number of computer players (default: 0)"),
    "level": phrase("How strong the computer players are (default: medium)"),
    "pace": phrase("Time to think before the computer moves for you (default: live)"),
}
"""What the options of every game's `/play` do."""

LAST_CARD = phrase("Play the last card of a hand automatically (default: yes)")
"""The same of every game with cards."""

DEFAULT_LEVEL = "medium"

DEFAULT_PACE = "live"

PACE_CHOICES = [
    Choice(name=phrase("Live: 1 minute per move, plus 3 minutes in reserve per match"), value="live"),
    Choice(name=phrase("Relaxed: 10 minutes per move"), value="relaxed"),
    Choice(name=phrase("By correspondence: 1 day per move"), value="correspondence"),
]

LEVEL_CHOICES = [Choice(name=LEVEL_NAMES[level], value=level) for level in LEVELS]


async def open_table(
    interaction: discord.Interaction[Finte],
    game: str,
    *,
    seats: int,
    bots: int,
    level: str,
    pace: str,
    options: Options,
    plays_forced: bool = True,
) -> None:
    """Answers `/play <game>`: a lobby for everyone, or the match itself where no seat is left, and the host's panel."""

    async def opened() -> Reply:
        check_rights(interaction)
        if level not in LEVELS:
            raise OutOfDate
        match = await interaction.client.matches.lobby.open(
            game,
            options=options,
            capacity=seats,
            place=place(interaction),
            host=person(interaction),
            robots=[Robot(level)] * bots,
            pace=cast("Pace", pace),  # which is checked there
            plays_forced=plays_forced,
            locale=board_locale(interaction),
        )
        return new_table(interaction.client, interaction, match)

    await reply(interaction, opened())


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    bot.tree.add_command(play)
