"""Computer players for Volltreffer: from what their seat may know to what it does. They know no deck."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.cards import PLAYS, Card, Cards, Colour, colour_of, following, listed, taker, value_of
from games.core import Computer, Seat
from games.review import Stakes
from games.turns import left_of, random
from games.volltreffer import track
from games.volltreffer.actions import BUYS, Swap, VolltrefferAction
from games.volltreffer.market import PRICES, Row, affordable, swapped
from games.volltreffer.medium import medium
from games.volltreffer.melds import OF_VALUE
from games.volltreffer.moves import TRICK
from games.volltreffer.table import OpenTable
from games.volltreffer.view import VolltrefferView

_TRUMP_WORTH: Final = 5.0
_TRUMP_VALUE_WORTH: Final = 0.3
_HIGHEST_WORTH: Final = 2.5
_MELD_WORTH: Final = (0.2, 0.9, 4.0, 4.5, 5.0)
"""What a card is worth to `steady`, in squares: a trump, each point of its value, the ten of another colour, and the
next card of a number of which so many are held. Measured: it loses to itself with other figures, or about ties."""


_CARELESS: Final = 0.2
"""How often `easy` does just anything. Measured: it wins always against `random`, and 8% against `medium` (4 seats)."""


def steady(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    """Buys what is worth most beyond its price, shows all it can, and takes tricks that do not lead past the zone.

    It swaps so that the next player finds the worst bargain.
    """
    table, legal = view.table, view.legal_actions
    match table.phase:
        case "buy":
            return BUYS[max(view.affordable, key=lambda card: _gain(table, view.hand, table.row, card))]
        case "swap":
            return min((action for action in legal if isinstance(action, Swap)), key=lambda swap: _left(table, swap))
        case "declare":
            return legal[0]
        case "play":
            return PLAYS[_choose(table, view.playable)]
    return rng.choice(legal)


def worth(hand: Cards, card: Card, trump: Colour) -> float:
    """What `card` will bring to a player with `hand`. Units: squares."""
    value = value_of(card)
    meld = _MELD_WORTH[(hand & OF_VALUE[value]).bit_count()]
    if colour_of(card) == trump:
        return meld + _TRUMP_WORTH + _TRUMP_VALUE_WORTH * value
    return meld + _HIGHEST_WORTH * (value / 10) ** 2


def _gain(table: OpenTable, hand: Cards, row: Row, card: Card) -> float:
    """What buying `card` from `row` brings beyond its price. Units: squares."""
    return worth(hand, card, table.trump) - PRICES[row.index(card)]


def _left(table: OpenTable, swap: Swap) -> float:
    """The best bargain for the next player after this swap. Units: squares."""
    (buyer,) = table.to_act
    following_buyer = left_of(buyer, table.seats)
    row = swapped(table.row, *swap.cards)
    hand = table.hands[following_buyer]
    return max(_gain(table, hand, row, card) for card in affordable(row, table.markers[following_buyer]))


def _choose(table: OpenTable, playable: Cards) -> Card:
    """To take a trick, the weakest card that surely does, else the weakest; to lose it, the strongest that does.

    A trick is worth taking unless it leads further away from the zone.
    """
    (seat,) = table.to_act
    cards = sorted(listed(playable), key=lambda card: (colour_of(card) == table.trump, value_of(card)))
    if is_welcome(table, seat):
        return next((card for card in cards if will_take(table, seat, card)), cards[0])
    return next((card for card in reversed(cards) if not _takes(table.trick, card, table.trump)), cards[0])


def is_welcome(table: OpenTable, seat: Seat) -> bool:
    """Whether a trick would not lead `seat` further away from the zone."""
    square = table.markers[seat]
    return track.off_zone(track.advance(square, TRICK), table.zone) <= track.off_zone(square, table.zone)


def will_take(table: OpenTable, seat: Seat, card: Card) -> bool:
    """Whether nobody who is still to play can beat `card`: everyone has seen what they bought."""
    if not _takes(table.trick, card, table.trump):
        return False
    trick = (*table.trick, card)
    behind = [left_of(seat, table.seats, steps) for steps in range(1, table.seats - len(table.trick))]
    answers = [following(table.hands[other], colour_of(trick[0])) for other in behind]
    return not any(_takes(trick, answer, table.trump) for cards in answers for answer in listed(cards))


def _takes(trick: tuple[Card, ...], card: Card, trump: Colour) -> bool:
    """Whether `card` would be the best of the trick so far."""
    cards = (*trick, card)
    return cards[taker(cards, colour_of(cards[0]), trump)] == card


def easy(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    """Plays like `steady`, but often without thinking."""
    return (random if rng.random() < _CARELESS else steady)(view, rng)


COMPUTERS: Final[Mapping[str, Computer[VolltrefferView, VolltrefferAction]]] = {
    "random": random,
    "steady": steady,
    "easy": easy,
    "medium": medium,
}

RATINGS: Final[Mapping[str, float]] = {
    "random": -17.4,
    "easy": 16.1,
    "steady": 24.5,
    "medium": 25.0,
    "hard": 33.7,
}
"""How strong each level is, in the units of a player's mu, found by `python -m bench.levels`."""

STAKES: Final = Stakes("match", least=0.03)
