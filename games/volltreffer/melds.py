"""The melds of Volltreffer: which a hand allows, with which cards, what they score."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final, NamedTuple

from games.cards import COLOURS, OF_COLOUR, Cards, deck_of, gather, listed

VALUES: Final = range(1, 11)
DECK: Final[Cards] = deck_of(COLOURS, VALUES)
"""Source: RULES.md 1.1."""

OF_VALUE: Final = {value: deck_of(COLOURS, [value]) for value in VALUES}
"""Every card with a number, by number."""


class Meld(NamedTuple):
    """Three, four or five cards with one number, or one card of each colour.

    `three:7` and the like, with its number as `value`, or `colours`, with 0; melds ascend by their texts.
    """

    text: str
    value: int
    size: int
    points: int

    def choices(self, cards: Cards) -> Iterator[Cards]:
        """The cards that could make this meld, by the lowest card in which they differ."""
        if self.value:
            return map(gather, combinations(listed(cards & OF_VALUE[self.value]), self.size))
        return map(gather, product(*(listed(cards & colour) for colour in OF_COLOUR)))


Melds = tuple[Meld, ...]
"""Melds in ascending order; at most two, as three would take more than eight cards."""

FIVE_COLOURS: Final = Meld("colours", value=0, size=5, points=5)
"""Source: RULES.md 4.2."""

_EQUALS: Final = {
    value: (
        Meld(f"three:{value}", value, size=3, points=5),
        Meld(f"four:{value}", value, size=4, points=10),
        Meld(f"five:{value}", value, size=5, points=15),
    )
    for value in VALUES
}
"""Melds of equal cards, by number. Source: RULES.md 4.1."""

MELDS: Final[Melds] = tuple(sorted((FIVE_COLOURS, *(meld for melds in _EQUALS.values() for meld in melds))))
"""Every meld there is."""


def points(melds: Melds) -> int:
    """Score of these melds together. Units: squares."""
    return sum([meld.points for meld in melds])


def total(hand: Cards) -> int:
    """The values of the cards added up. Source: RULES.md 5.1."""
    return sum([value * (hand & cards).bit_count() for value, cards in OF_VALUE.items()])


def held(hand: Cards, meld: Meld) -> int:
    """How many cards that could serve in `meld` a hand has: of its number, or of different colours."""
    if meld == FIVE_COLOURS:
        return sum([hand & colour > 0 for colour in OF_COLOUR])
    return (hand & OF_VALUE[meld.value]).bit_count()


def possible(hand: Cards) -> tuple[Melds, ...]:
    """Every set of melds that eight cards can show at once.

    Worth most first, then by text, so the best set leads and no meld at all comes last. At most 12: with two
    numbers four times 9, and 3 with the five colours.
    Source: RULES.md 4.1-4.4.
    """
    single = _single(hand)
    pairs = [pair for pair in combinations(single, 2) if laid_out(hand, pair)]
    return tuple(sorted([*((meld,) for meld in single), *pairs, ()], key=points, reverse=True)) if single else ((),)


def _single(hand: Cards) -> list[Meld]:
    """Every meld that is possible by itself, ascending. Source: RULES.md 4.1, 4.2."""
    counts = [(value, (hand & cards).bit_count()) for value, cards in OF_VALUE.items()]
    melds = [meld for value, count in counts if count >= 3 for meld in _EQUALS[value][: count - 2]]
    if all(map(hand.__and__, OF_COLOUR)):
        melds.append(FIVE_COLOURS)
    melds.sort()
    return melds


def laid_out(hand: Cards, melds: Melds) -> tuple[Cards, ...] | None:
    """The cards that each of these melds is shown with, None where `hand` has not enough for all of them.

    In the order of the melds; where there is a choice, the first that leaves the other melds possible.
    Source: RULES.md 4.3.
    """
    if not melds:
        return ()
    for cards in melds[0].choices(hand):
        others = laid_out(hand & ~cards, melds[1:])
        if others is not None:
            return (cards, *others)
    return None
