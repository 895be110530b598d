"""Bluff: how it looks, and `/play bluff`."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.interactions.client import Finte
from bot.pages.page import Part
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.bluff.afterthought import afterthought
from cogs.bluff.board import board, scored
from cogs.bluff.coach import advice, aim, coach, has_taught
from cogs.bluff.deed import deed
from cogs.bluff.panel import panel, why
from cogs.table.opening import (
    DEFAULT_LEVEL,
    DEFAULT_PACE,
    LEVEL_CHOICES,
    PACE_CHOICES,
    SHARED_OPTIONS,
    open_table,
    play,
)
from games.bluff import GAME
from games.bluff.view import BluffView
from games.core import Action

LEAST, MOST = GAME.seats.start, GAME.seats.stop - 1


class BluffScreens:
    """The pages of Bluff."""

    title = phrase("Bluff")
    accent = 0xC9A227
    hand_label = phrase("My dice")
    option_labels: Mapping[str, str] = {"reroll": phrase("show dice and reroll")}

    def board(self, table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
        """See cogs/bluff/board.py."""
        return board(table, view, say)

    def panel(self, table: Table, view: BluffView, say: Words, show: str) -> tuple[Part, ...]:
        """See cogs/bluff/panel.py."""
        return panel(table, view, say, show)

    def scored(self, table: Table, view: BluffView, say: Words) -> tuple[Part, ...]:
        """See cogs/bluff/board.py."""
        return scored(table, view, say)

    def coach(self, table: Table, view: BluffView, say: Words) -> tuple[str, ...]:
        """See cogs/bluff/coach.py."""
        return coach(table, view, say)

    def aim(self, view: BluffView, say: Words) -> str:
        """See cogs/bluff/coach.py."""
        return aim(view, say)

    def advice(self, view: BluffView) -> Action | None:
        """See cogs/bluff/coach.py."""
        return advice(view)

    def afterthought(self, table: Table, before: BluffView, played: Action, view: BluffView, say: Words) -> str:
        """See cogs/bluff/afterthought.py."""
        return afterthought(table, before, played, view, say)

    def has_taught(self, view: BluffView) -> bool:
        """After two doubts: a match has many."""
        return has_taught(view)

    def deed(self, action: Action, say: Words) -> str:
        """See cogs/bluff/deed.py."""
        return deed(action, say)

    def why(self, view: BluffView, say: Words, show: str) -> str:
        """See cogs/bluff/panel.py."""
        return why(view, say, show)


@app_commands.command(name="bluff", description=phrase("Bluff: liar's dice with stars, for 2 to 6 players"))
@app_commands.describe(
    reroll=phrase("After a bid, players can show dice and reroll the others (default: no)"),
    **SHARED_OPTIONS,
)
@app_commands.choices(level=LEVEL_CHOICES, pace=PACE_CHOICES)
async def play_bluff(
    interaction: discord.Interaction[Finte],
    seats: Range[int, LEAST, MOST] = MOST,
    bots: Range[int, 0, MOST - 1] = 0,
    reroll: bool = False,
    level: str = DEFAULT_LEVEL,
    pace: str = DEFAULT_PACE,
) -> None:
    await open_table(interaction, GAME.key, seats=seats, bots=bots, level=level, pace=pace, options={"reroll": reroll})


async def setup(_bot: Finte) -> None:
    """Loads the cog."""
    play.add_command(play_bluff)
