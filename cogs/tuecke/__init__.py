"""Mit List und Tücke: how it looks, and `/play tuecke`."""

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
from cogs.tuecke.afterthought import afterthought
from cogs.tuecke.board import board, scored
from cogs.tuecke.coach import advice, aim, coach
from cogs.tuecke.deed import deed
from cogs.tuecke.panel import panel, why
from games.core import Action
from games.tuecke import GAME
from games.tuecke.view import TueckeView

LEAST, MOST = GAME.seats.start, GAME.seats.stop - 1
MOST_ROUNDS = next(option.high for option in GAME.options(MOST) if option.key == "rounds")


class TueckeScreens:
    """The pages of Mit List und Tücke."""

    title = phrase("Mit List und Tücke (With Cunning and Guile)")
    accent = 0x9C3A4B
    hand_label = phrase("My cards")
    option_labels: Mapping[str, str] = {
        "open_counts": phrase("open card counts"),
        "rounds": phrase("rounds: {value}"),
    }

    def board(self, table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
        """See cogs/tuecke/board.py."""
        return board(table, view, say)

    def panel(self, table: Table, view: TueckeView, say: Words, show: str) -> tuple[Part, ...]:
        """See cogs/tuecke/panel.py."""
        return panel(table, view, say, show)

    def scored(self, table: Table, view: TueckeView, say: Words) -> tuple[Part, ...]:
        """See cogs/tuecke/board.py."""
        return scored(table, view, say)

    def coach(self, table: Table, view: TueckeView, say: Words) -> tuple[str, ...]:
        """See cogs/tuecke/coach.py."""
        return coach(table, view, say)

    def aim(self, view: TueckeView, say: Words) -> str:
        """See cogs/tuecke/coach.py."""
        return aim(view, say)

    def advice(self, view: TueckeView) -> Action | None:
        """See cogs/tuecke/coach.py."""
        return advice(view)

    def afterthought(self, table: Table, before: TueckeView, played: Action, view: TueckeView, say: Words) -> str:
        """See cogs/tuecke/afterthought.py."""
        return afterthought(table, before, played, view, say)

    def has_taught(self, view: TueckeView) -> bool:
        """After the one round that a lesson has."""
        return view.outcome is not None

    def deed(self, action: Action, say: Words) -> str:
        """See cogs/tuecke/deed.py."""
        return deed(action, say)

    def why(self, view: TueckeView, say: Words, show: str) -> str:
        """See cogs/tuecke/panel.py."""
        return why(view, say, show)


@app_commands.command(
    name="tuecke", description=phrase("Mit List und Tücke: two players share every trick, for 4 to 6 players")
)
@app_commands.describe(
    rounds=phrase("Number of rounds (default: one per player)"),
    open_counts=phrase("Show how many cards of each colour everyone has taken (default: no)"),
    last_card=LAST_CARD,
    **SHARED_OPTIONS,
)
@app_commands.choices(level=LEVEL_CHOICES, pace=PACE_CHOICES)
async def play_tuecke(
    interaction: discord.Interaction[Finte],
    seats: Range[int, LEAST, MOST] = MOST,
    bots: Range[int, 0, MOST - 1] = 0,
    rounds: Range[int, 1, MOST_ROUNDS] | None = None,
    open_counts: bool = False,
    last_card: bool = True,
    level: str = DEFAULT_LEVEL,
    pace: str = DEFAULT_PACE,
) -> None:
    chosen = {"open_counts": open_counts} | ({} if rounds is None else {"rounds": rounds})
    await open_table(
        interaction, GAME.key, seats=seats, bots=bots, level=level, pace=pace, options=chosen, plays_forced=last_card
    )


async def setup(_bot: Finte) -> None:
    """Loads the cog."""
    play.add_command(play_tuecke)
