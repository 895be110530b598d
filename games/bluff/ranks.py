"""Bids of Bluff as numbers and the odds of dice as tables: what a search reads a million times. Knows no player."""

from functools import cache
from itertools import accumulate
from math import comb
from typing import Final, NamedTuple

from games.bluff.actions import FACES, MOST_DICE, PATH, PLAYERS, SIZES, STAR, Dice

NO_BID: Final = -1
DOUBT: Final = -1
"""Bids are known by their places on the path, from 0. Before the first one stands NO_BID; a doubt is no bid either."""

QUANTITY: Final = tuple(bid.quantity for bid in PATH)
FACE: Final = tuple(bid.face for bid in PATH)
NUMBER: Final[dict[tuple[int, int], int]] = {(bid.quantity, bid.face): number for number, bid in enumerate(PATH)}

Counted = tuple[int, ...]
"""How many of some dice count for a bid on each face. Shape: entry f for the face f; entry 0 is not used."""

NOTHING: Final[Counted] = (0,) * (STAR + 1)

COUNTED: Final[dict[Dice, Counted]] = {
    dice: (0, *(dice.count(face) + dice.count(STAR) for face in FACES[:-1]), dice.count(STAR)) for dice in SIZES
}
"""For all dice that one player can have. Source: RULES.md 3.1, 3.2."""

SURE: Final = MOST_DICE + PLAYERS[-1]
"""Where the odds for no missing die stand in a tail: before it there is room for dice that are only believed in."""

Tail = tuple[float, ...]
"""How likely at least n of some unseen dice count for a bid. Shape: entry SURE + n, for n from -SURE to MOST_DICE."""


def plus(one: Counted, other: Counted) -> Counted:
    """What counts in both."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def count_shown(dice: Dice) -> Counted:
    """What counts of dice that several players have shown."""
    counted = NOTHING
    for die in dice:
        counted = plus(counted, COUNTED[(die,)])
    return counted


@cache
def tails(hidden: int) -> tuple[Tail, ...]:
    """The tails of this many fair dice. Shape: entry f for bids on the face f; entry 0 is not used."""
    number, star = _tail(hidden, 2), _tail(hidden, 1)
    return (*[number] * STAR, star)


def _tail(hidden: int, faces: int) -> Tail:
    rolls = 6**hidden
    exactly = [comb(hidden, hits) * faces**hits * (6 - faces) ** (hidden - hits) for hits in range(hidden + 1)]
    at_least = [ways / rolls for ways in accumulate(reversed(exactly))]
    return (*[1.0] * SURE, *reversed(at_least), *[0.0] * (MOST_DICE - hidden))


class Raise(NamedTuple):
    """The least raise on one face."""

    number: int
    face: int
    quantity: int


@cache
def least_raises(dice: int, last: int) -> tuple[Raise, ...]:
    """The lowest bid on each face that beats the bid `last` with this many dice in play.

    Shape: ascending; none on a face that would need more dice than there are.
    Source: RULES.md 3.4, 3.5.
    """
    found = {
        face: next((number for number in range(last + 1, len(PATH)) if FACE[number] == face), None) for face in FACES
    }
    return tuple(
        Raise(number, FACE[number], QUANTITY[number])
        for number in sorted(number for number in found.values() if number is not None)
        if QUANTITY[number] <= dice
    )


@cache
def reach(hidden: int, odds: float) -> tuple[int, ...]:
    """How many of this many fair dice count for a bid on each face with at least these odds. Shape: like Counted."""
    return tuple(max(needed for needed in range(hidden + 1) if tail[SURE + needed] >= odds) for tail in tails(hidden))
