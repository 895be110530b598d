"""Auf falscher Fährte: how it looks, and `/play faehrte`."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.interactions.client import Finte
from bot.pages.page import Part
from bot.tables.table import Table
from bot.words import Words, phrase
from cogs.faehrte.afterthought import afterthought
from cogs.faehrte.board import board, scored
from cogs.faehrte.coach import advice, aim, coach
from cogs.faehrte.deed import deed
from cogs.faehrte.panel import panel, why
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
from games.core import Action
from games.faehrte import GAME
from games.faehrte.view import FaehrteView

LEAST, MOST = GAME.seats.start, GAME.seats.stop - 1
MOST_ROUNDS = next(option.high for option in GAME.options(MOST) if option.key == "rounds")


class FaehrteScreens:
    """The pages of Auf falscher Fährte."""

    title = phrase("Auf falscher Fährte (On the Wrong Track)")
    accent = 0x2E7D4F
    hand_label = phrase("My cards")
    option_labels: Mapping[str, str] = {"jokers": phrase("with jokers"), "rounds": phrase("rounds: {value}")}

    def board(self, table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
        """See cogs/faehrte/board.py."""
        return board(table, view, say)

    def panel(self, table: Table, view: FaehrteView, say: Words, show: str) -> tuple[Part, ...]:
        """See cogs/faehrte/panel.py."""
        return panel(table, view, say, show)

    def scored(self, table: Table, view: FaehrteView, say: Words) -> tuple[Part, ...]:
        """See cogs/faehrte/board.py."""
        return scored(table, view, say)

    def coach(self, table: Table, view: FaehrteView, say: Words) -> tuple[str, ...]:
        """See cogs/faehrte/coach.py."""
        return coach(table, view, say)

    def aim(self, view: FaehrteView, say: Words) -> str:
        """See cogs/faehrte/coach.py."""
        return aim(view, say)

    def advice(self, view: FaehrteView) -> Action | None:
        """See cogs/faehrte/coach.py."""
        return advice(view)

    def afterthought(self, table: Table, before: FaehrteView, played: Action, view: FaehrteView, say: Words) -> str:
        """See cogs/faehrte/afterthought.py."""
        return afterthought(table, before, played, view, say)

    def has_taught(self, view: FaehrteView) -> bool:
        """After the one round that a lesson has."""
        return view.outcome is not None

    def deed(self, action: Action, say: Words) -> str:
        """See cogs/faehrte/deed.py."""
        return deed(action, say)

    def why(self, view: FaehrteView, say: Words, show: str) -> str:  # noqa: ARG002 - its reasons do not depend on it
        """See cogs/faehrte/panel.py."""
        return why(view, say)


@app_commands.command(
    name="faehrte",
    description=phrase("Auf falscher Fährte: hidden cards decide if tricks help or hurt you, for 3 or 4 players"),
)
@app_commands.describe(
    jokers=phrase("Play with jokers (default: no)"),
    rounds=phrase("Number of rounds (default: two per player)"),
    last_card=LAST_CARD,
    **SHARED_OPTIONS,
)
@app_commands.choices(level=LEVEL_CHOICES, pace=PACE_CHOICES)
async def play_faehrte(
    interaction: discord.Interaction[Finte],
    seats: Range[int, LEAST, MOST] = MOST,
    bots: Range[int, 0, MOST - 1] = 0,
    jokers: bool = False,
    rounds: Range[int, 1, MOST_ROUNDS] | None = None,
    last_card: bool = True,
    level: str = DEFAULT_LEVEL,
    pace: str = DEFAULT_PACE,
) -> None:
    chosen = {"jokers": jokers} | ({} if rounds is None else {"rounds": rounds})
    await open_table(
        interaction, GAME.key, seats=seats, bots=bots, level=level, pace=pace, options=chosen, plays_forced=last_card
    )


async def setup(_bot: Finte) -> None:
    """Loads the cog."""
    play.add_command(play_faehrte)
