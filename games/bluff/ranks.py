"""Bids of Bluff as numbers and the odds of dice as tables: what a search reads a million times. Knows no player."""

from functools import cache, lru_cache
from itertools import accumulate, product
from math import comb
from typing import Final, NamedTuple

from games.bluff.actions import DICE_EACH, FACES, MOST_DICE, PATH, PLAYERS, SIZES, STAR, Dice, Face

NO_BID: Final = -1
DOUBT: Final = -1
"""Bids are known by their places on the path, from 0. Before the first one stands NO_BID; a doubt is no bid either."""

QUANTITY: Final = tuple(bid.quantity for bid in PATH)
FACE: Final = tuple(bid.face for bid in PATH)
NUMBER: Final[dict[tuple[int, int], int]] = {(bid.quantity, bid.face): number for number, bid in enumerate(PATH)}

Counted = int
"""How many of some dice count for a bid on each face. Shape: `COUNTS` for each face; sums are those of the dice."""

COUNTS: Final = 63
SHIFT: Final = tuple(6 * face for face in range(STAR + 1))
"""A face's count is `counted >> SHIFT[face] & COUNTS`. It reaches that of all dice and those that are believed in."""

ONE: Final[tuple[Counted, ...]] = (0, *(1 << shift for shift in SHIFT[1:]))
"""One die that counts for a bid on this face alone. Shape: entry f for the face f; entry 0 is not used."""

ONE_OF: Final[tuple[Counted, ...]] = tuple(
    sum(ONE[face] for face in FACES if faces >> face & 1) for faces in range(1 << (STAR + 1))
)
"""One such die for each of some faces. Shape: by the faces, of which each is a bit."""


def _counted(dice: Dice) -> Counted:
    stars = dice.count(STAR)
    return sum((dice.count(face) + stars) * ONE[face] for face in FACES[:-1]) + stars * ONE[STAR]


COUNTED: Final[dict[Dice, Counted]] = {dice: _counted(dice) for dice in SIZES}
"""For all dice that one player can have. Source: RULES.md 3.1, 3.2."""

_OF_DIE: Final[dict[Face, Counted]] = {face: COUNTED[(face,)] for face in FACES}

ROLLED: Final[tuple[tuple[Counted, ...], ...]] = tuple(
    tuple(sum(dice) for dice in product(_OF_DIE.values(), repeat=count)) for count in range(DICE_EACH + 1)
)
"""What counts of every roll of this many dice, all equally likely, by the number of dice."""

SURE: Final = MOST_DICE + PLAYERS[-1]
"""Where the odds for no missing die stand in a tail: before it there is room for dice that are only believed in."""

Tail = tuple[float, ...]
"""How likely at least n of some unseen dice count for a bid. Shape: entry SURE + n, for n from -SURE to MOST_DICE."""


def count_shown(dice: Dice) -> Counted:
    """What counts of dice that several players have shown."""
    return sum(map(_OF_DIE.__getitem__, dice))


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
    """The least raise on one face. Shape: `odds` has how likely it holds by what counts of the dice that are known."""

    number: int
    face: int
    quantity: int
    shift: int
    odds: Tail


class Prospects:
    """What a player can answer to a bid with some of the dice unseen.

    Shape: `raises` has the lowest bid on each face that beats the bid, ascending; `rows` their shifts and odds. `bid`
    is the bid to answer, or None.
    """

    __slots__ = ("_highest", "bid", "dice", "hidden", "raises", "rows")

    def __init__(self, last: int, hidden: int, dice: int) -> None:
        self.hidden = hidden
        self.dice = dice
        self.raises = tuple([_raise(number, hidden) for number in _next(last) if QUANTITY[number] <= dice])
        self.rows = tuple([(one.shift, one.odds) for one in self.raises])
        self.bid = None if last == NO_BID else _raise(last, hidden)
        self._highest: dict[float, tuple[tuple[int, tuple[int, ...]], ...]] = {}

    def highest(self, counted: Counted, odds: float) -> int:
        """The highest bid that holds with at least these odds by what counts of the dice that are known, or NO_BID."""
        rows = self._highest.get(odds)
        if rows is None:
            reached = reach(self.hidden, odds) if odds <= 1 else _NOWHERE
            rows = self._highest[odds] = tuple(
                [(one.shift, _highest(one.face, one.quantity, reached[one.face], self.dice)) for one in self.raises]
            )
        return max([row[counted >> shift & COUNTS] for shift, row in rows])

    def safe(self, counted: Counted, odds: float) -> list[int]:
        """Every bid that holds with at least these odds. Shape: by faces."""
        reached = reach(self.hidden, odds)
        return [
            NUMBER[quantity, face]
            for _, face, least, shift, _ in self.raises
            for quantity in range(least, min((counted >> shift & COUNTS) + reached[face], self.dice) + 1)
        ]


_NOWHERE: Final = (-SURE - 1,) * (STAR + 1)


@lru_cache(maxsize=1 << 12)
def _highest(face: Face, least: int, reached: int, dice: int) -> tuple[int, ...]:
    """The highest bid on a face that says no more than so many unseen dice, by how many known ones count, or NO_BID."""
    quantities = [min(known + reached, dice) for known in range(SURE + 1)]
    return tuple([NUMBER[quantity, face] if quantity >= least else NO_BID for quantity in quantities])


@lru_cache(maxsize=1 << 10)
def prospects(last: int, hidden: int, dice: int) -> Prospects:
    """What can be answered to this bid, or NO_BID, with this many dice in play, of which some are hidden.

    Shape: no raise on a face that would need more dice than there are.
    Source: RULES.md 3.4, 3.5.
    """
    return Prospects(last, hidden, dice)


KEY: Final = 24
"""As many bits has a number that stands for what a player faces."""


def key_of(last: int, hidden: int, dice: int) -> int:
    """A number that stands for what a player faces. Shape: the bid that they face is to be added to that for bid 0."""
    return (hidden << 8 | dice) << 8 | last + 1


@cache
def _next(last: int) -> tuple[int, ...]:
    """The lowest bid on each face above `last`, ascending."""
    firsts = (next((bid for bid in range(last + 1, len(PATH)) if FACE[bid] == face), None) for face in FACES)
    return tuple(sorted(bid for bid in firsts if bid is not None))


@cache
def _raise(number: int, hidden: int) -> Raise:
    face, quantity = FACE[number], QUANTITY[number]
    return Raise(number, face, quantity, SHIFT[face], _odds(quantity, hidden, face == STAR))


@cache
def _odds(quantity: int, hidden: int, on_stars: bool) -> Tail:
    tail = tails(hidden)[STAR if on_stars else 1]
    return tuple(tail[SURE + quantity - known] for known in range(SURE + 1))


@cache
def reach(hidden: int, odds: float) -> tuple[int, ...]:
    """How many of this many fair dice count for a bid on each face with at least these odds.

    Shape: entry f for the face f; entry 0 is not used.
    """
    return tuple(max(needed for needed in range(hidden + 1) if tail[SURE + needed] >= odds) for tail in tails(hidden))
