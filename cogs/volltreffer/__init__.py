"""Volltreffer: how it looks, and `/play volltreffer`."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.interactions.client import Finte
from bot.pages.page import Part
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.table.opening import (
    DEFAULT_LEVEL,
    DEFAULT_PACE,
    LAST_CARD,
    LEVEL_CHOICES,
    PACE_CHOICES,
    SHARED_OPTIONS,
    open_table,
    play,
)
from cogs.volltreffer.afterthought import afterthought
from cogs.volltreffer.board import board, scored
from cogs.volltreffer.coach import advice, aim, coach
from cogs.volltreffer.deed import deed
from cogs.volltreffer.panel import panel, why
from games.core import Action
from games.volltreffer import GAME
from games.volltreffer.view import VolltrefferView

LEAST, MOST = GAME.seats.start, GAME.seats.stop - 1
MOST_ROUNDS = next(option.high for option in GAME.options(MOST) if option.key == "max_rounds")


class VolltrefferScreens:
    """The pages of Volltreffer."""

    title = phrase("Volltreffer (Bull's-eye)")
    accent = 0x7A4FA3
    hand_label = phrase("My cards")
    option_labels: Mapping[str, str] = {
        "variant": phrase("harder variant with swaps"),
        "max_rounds": phrase("rounds: {value} at most"),
        "start": phrase("everyone starts on {value}"),
    }

    def board(self, table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
        """See cogs/volltreffer/board.py."""
        return board(table, view, say)

    def panel(self, table: Table, view: VolltrefferView, say: Words, show: str) -> tuple[Part, ...]:
        """See cogs/volltreffer/panel.py."""
        return panel(table, view, say, show)

    def scored(self, table: Table, view: VolltrefferView, say: Words) -> tuple[Part, ...]:
        """See cogs/volltreffer/board.py."""
        return scored(table, view, say)

    def coach(self, table: Table, view: VolltrefferView, say: Words) -> tuple[str, ...]:
        """See cogs/volltreffer/coach.py."""
        return coach(table, view, say)

    def aim(self, view: VolltrefferView, say: Words) -> str:
        """See cogs/volltreffer/coach.py."""
        return aim(view, say)

    def advice(self, view: VolltrefferView) -> Action | None:
        """See cogs/volltreffer/coach.py."""
        return advice(view)

    def afterthought(
        self, table: Table, before: VolltrefferView, played: Action, view: VolltrefferView, say: Words
    ) -> str:
        """See cogs/volltreffer/afterthought.py."""
        return afterthought(table, before, played, view, say)

    def has_taught(self, view: VolltrefferView) -> bool:
        """After the one round that a lesson has."""
        return view.outcome is not None

    def deed(self, action: Action, say: Words) -> str:
        """See cogs/volltreffer/deed.py."""
        return deed(action, say)

    def why(self, view: VolltrefferView, say: Words, show: str) -> str:  # noqa: ARG002 - its reasons do not depend on it
        """See cogs/volltreffer/panel.py."""
        return why(view, say)


@app_commands.command(
    name="volltreffer",
    description=phrase("Volltreffer: buy cards, show melds, take tricks and land near 66, for 3 to 5 players"),
)
@app_commands.describe(
    variant=phrase("The harder variant: a smaller zone, and card swaps (default: no)"),
    max_rounds=phrase("Maximum number of rounds (default: no limit)"),
    last_card=LAST_CARD,
    **SHARED_OPTIONS,
)
@app_commands.choices(level=LEVEL_CHOICES, pace=PACE_CHOICES)
async def play_volltreffer(
    interaction: discord.Interaction[Finte],
    seats: Range[int, LEAST, MOST] = MOST,
    bots: Range[int, 0, MOST - 1] = 0,
    variant: bool = False,
    max_rounds: Range[int, 0, MOST_ROUNDS] = 0,
    last_card: bool = True,
    level: str = DEFAULT_LEVEL,
    pace: str = DEFAULT_PACE,
) -> None:
    chosen = {"variant": variant, "max_rounds": max_rounds}
    await open_table(
        interaction, GAME.key, seats=seats, bots=bots, level=level, pace=pace, options=chosen, plays_forced=last_card
    )


async def setup(_bot: Finte) -> None:
    """Loads the cog."""
    play.add_command(play_volltreffer)
