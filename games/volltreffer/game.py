"""Volltreffer for the catalogue: options, the start of a match, and a new shuffle of what a seat cannot know."""

from random import Random
from typing import Final

from games.cards import Cards, gather, listed
from games.core import CHANCE_ALONE, Option, Options
from games.daily import Daily
from games.turns import settle
from games.volltreffer import track
from games.volltreffer.actions import VolltrefferAction, declarations, parse_action
from games.volltreffer.melds import DECK
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.table import PLAYERS, OpenTable
from games.volltreffer.view import VolltrefferView

MOST_ROUNDS: Final = 1000
"""More than any match takes, however badly it is played."""


class Volltreffer:
    """The game. Source: RULES.md."""

    key: Final = "volltreffer"
    rules_version: Final = 1
    seats: Final = PLAYERS

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002 - the same at every table
        """Source: RULES.md 8.2, 9.5, 10.1."""
        return (
            Option("variant", default=False),
            Option("max_rounds", default=0, high=MOST_ROUNDS),
            Option("start", default=0, high=track.SQUARES[-1], for_lessons=True),
        )

    def start(self, seats: int, options: Options) -> VolltrefferState:
        """A match before its first deck. Raises: ValueError."""
        chosen = settle(self, seats, options)
        nothing = (0,) * seats
        table = OpenTable(
            to_act=CHANCE_ALONE,
            decision=0,
            phase="deal",
            round=0,
            first_buyer=None,
            trump_card=None,
            markers=(chosen["start"] or track.start(seats),) * seats,
            row=(),
            deck_left=0,
            bought=nothing,
            hands=nothing,
            leader=None,
            trick=(),
            tricks=nothing,
            last_bought=None,
            last_melds=None,
            last_smallest=None,
            last_trick=None,
            last_round=None,
            outcome=None,
            variant=bool(chosen["variant"]),
            max_rounds=chosen["max_rounds"],
        )
        return VolltrefferState(table, deck=(), declared=(None,) * seats)

    def parse_action(self, text: str) -> VolltrefferAction:
        """Raises: MalformedAction."""
        return parse_action(text)

    def redeal(self, view: VolltrefferView, rng: Random) -> VolltrefferState:
        """The same table with the deck shuffled again, and with any melds that the others may have chosen."""
        table = view.table
        cards = tuple(rng.sample(listed(_unseen(table)), table.deck_left))
        declared = [
            rng.choice(declarations(hand)) if table.has_declared(seat) else None
            for seat, hand in enumerate(table.hands)
        ]
        if view.seat is not None:
            declared[view.seat] = view.declared
        return VolltrefferState(table, cards, tuple(declared))


def _unseen(table: OpenTable) -> Cards:
    """The cards that still lie in the deck. Source: RULES.md 3.7."""
    seen = gather(table.row) if table.trump_card is None else gather((table.trump_card, *table.row))
    for cards in table.bought:
        seen |= cards
    return DECK & ~seen


GAME: Final = Volltreffer()

DAILY: Final = Daily(seats=3, options={"max_rounds": 2})
