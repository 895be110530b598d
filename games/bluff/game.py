"""Bluff for the catalogue: options, the start of a match, and a new roll of the dice a seat cannot know."""

from random import Random
from typing import Final

from games.bluff.actions import DICE_EACH, PLAYERS, BluffAction, parse_action, roll
from games.bluff.rules import BluffState
from games.bluff.table import OpenTable
from games.bluff.view import BluffView
from games.core import CHANCE_ALONE, Option, Options, Seat
from games.daily import Daily
from games.turns import settle


class Bluff:
    """The game. Source: RULES.md."""

    key: Final = "bluff"
    rules_version: Final = 1
    seats: Final = PLAYERS

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002 - the same at every table
        """Source: RULES.md 6.6."""
        return (Option("reroll", default=False),)

    def start(self, seats: int, options: Options) -> BluffState:
        """A match before its first roll. Raises: ValueError."""
        nothing = ((),) * seats
        table = OpenTable(
            to_act=CHANCE_ALONE,
            decision=0,
            phase="opening",
            bids=(),
            exposed=nothing,
            round=1,
            dice_counts=(DICE_EACH,) * seats,
            opener=None,
            last_lift=None,
            out_in=(None,) * seats,
            outcome=None,
            opening=(),
            reroll=bool(settle(self, seats, options)["reroll"]),
        )
        return BluffState(table, nothing)

    def parse_action(self, text: str) -> BluffAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: BluffView, rng: Random) -> BluffState:
        """The same table with fair dice under every cup that `view` cannot look into."""
        table = view.table
        if table.phase not in {"bid", "expose", "reroll"}:
            return BluffState(table, ((),) * table.seats)
        cups = [
            view.own_dice if seat == view.seat else roll(rng, table.under_cup(Seat(seat)))
            for seat in range(table.seats)
        ]
        return BluffState(table, tuple(cups))


GAME: Final = Bluff()

DAILY: Final = Daily(seats=4, options={})
