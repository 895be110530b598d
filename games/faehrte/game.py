"""Auf falscher Fährte for the catalogue: options, the start of a match, and a new deal of what a seat cannot know."""

from random import Random
from typing import Final, NamedTuple

from games.cards import JOKERS, Card, Cards, Colour, gather, listed, without
from games.chance import shuffled
from games.core import CHANCE_ALONE, Option, Options, Seat
from games.daily import Daily
from games.dealing import Distribution, Need
from games.faehrte.actions import PLAYERS, FaehrteAction, parse_action
from games.faehrte.rules import FaehrteState, between_rounds
from games.faehrte.table import OpenTable
from games.faehrte.view import FaehrteView
from games.turns import settle


class Dealt(NamedTuple):
    """Where all cards may lie, as in a state."""

    hands: tuple[Cards, ...]
    hidden: tuple[Card | None, ...]
    pile: tuple[Card, ...]


class Unseen:
    """The cards that a seat has not seen, and where they may be. Only within a round."""

    def __init__(self, view: FaehrteView) -> None:
        table, own = view.table, view.hidden
        self._view: Final = view
        self._others: Final = [seat for seat in range(table.seats) if seat != view.seat]
        self._hiders: Final = [seat for seat in self._others if table.has_hidden(Seat(seat))]
        self._own: Final = [] if own is None else [own]
        self._face_up: Final = [card for card in table.turned if card != own]
        voids = table.voids
        needs = [Need(table.cards_left(Seat(seat)), voids[seat]) for seat in self._others]
        needs.append(Need(len(self._hiders) - len(self._face_up), JOKERS))
        self._cards: Final = Distribution(without(table.unseen, view.hand, gather(self._own)), needs)

    def deal(self, rng: Random) -> Dealt:
        """All unseen cards dealt to the places where they may be, each possible deal as likely as any other.

        No hand gets what its player has shown not to hold; a hidden card was laid before that.
        """
        view, table = self._view, self._view.table
        *dealt, rest = self._cards.draw(rng)
        face_down = listed(rest)
        hands, hidden = [view.hand] * table.seats, [view.hidden] * table.seats
        for seat, hand in zip(self._others, dealt, strict=True):
            hands[seat], hidden[seat] = hand, None
        for seat, card in zip(self._hiders, shuffled(self._face_up + face_down, rng), strict=True):
            hidden[seat] = card
        if table.phase not in {"play", "trump"}:
            return Dealt(tuple(hands), tuple(hidden), ())
        pile = [card for card in self._own if card not in table.turned] + face_down
        return Dealt(tuple(hands), tuple(hidden), tuple(shuffled(pile, rng)))


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
