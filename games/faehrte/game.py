"""Auf falscher Fährte for the catalogue: options, the start of a match, and a new deal of what a seat cannot know."""

from random import Random
from typing import Final

from games.cards import Colour
from games.core import CHANCE_ALONE, Option, Options, Seat
from games.daily import Daily
from games.faehrte.actions import PLAYERS, FaehrteAction, parse_action
from games.faehrte.rules import FaehrteState, between_rounds
from games.faehrte.table import OpenTable
from games.faehrte.unseen import Unseen
from games.faehrte.view import FaehrteView
from games.turns import settle

MOST_ROUNDS: Final = 24
"""A long evening, and a multiple of both numbers of players: everyone deals equally often."""


class Faehrte:
    """The game. Source: RULES.md."""

    key: Final = "faehrte"
    rules_version: Final = 1
    seats: Final = PLAYERS

    def options(self, seats: int) -> tuple[Option, ...]:
        """Source: RULES.md 5.4, 6.13."""
        return (Option("jokers", default=False), Option("rounds", default=2 * seats, low=1, high=MOST_ROUNDS))

    def start(self, seats: int, options: Options) -> FaehrteState:
        """A match before its first deal. Raises: ValueError."""
        chosen = settle(self, seats, options)
        table = OpenTable(
            to_act=CHANCE_ALONE,
            decision=0,
            phase="deal",
            dealer=None,
            leftover=None,
            turned=(),
            trump=Colour.RED,
            changers=(),
            leader=Seat(0),
            trick=(),
            led=None,
            taken=(),
            last_trick=None,
            trump_news=(),
            results=(),
            seats=seats,
            jokers=bool(chosen["jokers"]),
            rounds=chosen["rounds"],
        )
        return between_rounds(table)

    def parse_action(self, text: str) -> FaehrteAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: FaehrteView, rng: Random) -> FaehrteState:
        """The same table with all cards that `view` has not seen dealt again to the places where they may be.

        No hand gets what its player has shown not to hold; a hidden card was laid before that.
        """
        table = view.table
        if table.phase in {"deal", "over"}:
            return between_rounds(table)
        return FaehrteState(table, *Unseen(view).deal(rng))


GAME: Final = Faehrte()

DAILY: Final = Daily(seats=4, options={"rounds": 2})
