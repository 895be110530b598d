"""Mit List und Tücke for the catalogue: options, the start of a match, and a new deal of what a seat cannot know."""

from random import Random
from typing import Final

from games.core import CHANCE_ALONE, Option, Options, Seat
from games.daily import Daily
from games.tuecke.actions import NO_COLOUR, PLAYERS, TueckeAction, parse_action
from games.tuecke.guess import deal_hands, share_out
from games.tuecke.rules import TueckeState
from games.tuecke.table import OpenTable, Round
from games.tuecke.view import TueckeView
from games.turns import settle

MOST_ROUNDS: Final = 12
"""Two or three matches on end: an evening."""


class Tuecke:
    """The game. Source: RULES.md."""

    key: Final = "tuecke"
    rules_version: Final = 1
    seats: Final = PLAYERS

    def options(self, seats: int) -> tuple[Option, ...]:
        """Source: RULES.md 5.4, 7.1."""
        return Option("rounds", default=seats, low=1, high=MOST_ROUNDS), Option("open_counts", default=False)

    def start(self, seats: int, options: Options) -> TueckeState:
        """A match before its first deal. Raises: ValueError."""
        chosen = settle(self, seats, options)
        nothing = (0,) * seats
        before = Round(
            leader=Seat(0),
            collected=0,
            removed=0,
            colours=(),
            kept=(),
            counts=(),
            last_trick=None,
            number=1,
            dealer=None,
            ended=(),
            outcome=None,
            seats=seats,
            rounds=chosen["rounds"],
            open_counts=bool(chosen["open_counts"]),
        )
        table = OpenTable(
            to_act=CHANCE_ALONE,
            decision=0,
            phase="deal",
            trick=(),
            trick_colours=NO_COLOUR,
            played=0,
            round=before.cleared(),
        )
        return TueckeState(table, nothing, nothing)

    def parse_action(self, text: str) -> TueckeAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: TueckeView, rng: Random) -> TueckeState:
        """The same table with all cards that `view` does not know dealt again, in hands and in piles."""
        return TueckeState(view.table, deal_hands(view, rng), share_out(view, rng))


GAME: Final = Tuecke()

DAILY: Final = Daily(seats=4, options={"rounds": 2})
