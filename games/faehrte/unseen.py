"""Deals what a seat at Auf falscher Fährte cannot know: again and again for one view. Knows no more than that view."""

from random import Random
from typing import Final, NamedTuple

from games.cards import JOKERS, Card, Cards, gather, listed, without
from games.chance import shuffled
from games.core import Seat
from games.dealing import Distribution, Need
from games.faehrte.view import FaehrteView


class Dealt(NamedTuple):
    """Where all cards may lie. Shape: as in a state."""

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
