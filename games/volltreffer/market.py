"""The row of Volltreffer: which card lies under which price."""

from bisect import insort
from collections.abc import Iterable
from itertools import chain, groupby, permutations, product
from typing import Final

from games.cards import COLOURS, JOKER, Card, Colour, colour_of, value_of
from games.volltreffer.track import Square

PRICES: Final = (4, 2, 1, 0)

Row = tuple[Card, ...]
"""One card a price, in the order of PRICES; empty when nothing is for sale."""

_RANKS: Final = tuple(
    [-value_of(card) - 100 * (colour_of(card) is trump) for card in range(JOKER)] for trump in COLOURS
)
"""How far right a card lies, by trump and card: trumps by value, then the others by value. Source: RULES.md 3.1."""


def affordable(row: Row, square: Square) -> Row:
    """The cards that cost a player on `square` no more than there is. Source: RULES.md 3.4."""
    return (
        row
        if square >= PRICES[0]
        else tuple([card for card, price in zip(row, PRICES, strict=True) if price <= square])
    )


def refilled(row: Row, gap: int, turned: Card, trump: Colour) -> Row:
    """The row in order again after a purchase; the turned card goes to the right of those equal to it.

    Source: RULES.md 3.5.
    """
    cards = list(row)
    del cards[gap]
    insort(cards, turned, key=_RANKS[trump].__getitem__)
    return tuple(cards)


def opening_rows(cards: Iterable[Card], trump: Colour) -> tuple[Row, ...]:
    """Every row in which these cards may open a round; one where no equal values leave a choice.

    At most 24, equal cards in the order of the colours first.
    Source: RULES.md 3.1, 3.2.
    """
    rank = _RANKS[trump].__getitem__
    equals = (permutations(group) for _, group in groupby(sorted(sorted(cards), key=rank), key=rank))
    return tuple([tuple(chain.from_iterable(groups)) for groups in product(*equals)])


def swapped(row: Row, one: Card, other: Card) -> Row:
    """Source: RULES.md 9.3."""
    places = {one: other, other: one}
    return tuple([places.get(card, card) for card in row])
