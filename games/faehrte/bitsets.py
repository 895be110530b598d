"""Sets of cards in numpy's arrays, and random numbers for them.

A set is 64 bits: four lanes of 16, one a colour, where bit n is the card with the value n. Seen as numbers of 16 bits,
the same memory shows the lanes, so that one operation handles all colours of all worlds. Jokers are counted elsewhere.
"""

from collections.abc import Sequence
from math import prod
from random import Random
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from games.cards import FOUR_COLOURS, JOKER, OF_COLOUR, Card, Cards, colour_of, value_of

Sets = NDArray[np.uint64]
"""Sets of cards; a card is a set of one, and a joker the empty set."""
Lanes = NDArray[np.uint16]
"""The same sets by colour, with one axis more, of four."""
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

COLOURS: Final = len(FOUR_COLOURS)
LANE: Final = 16
NONE: Final = np.uint64(0)
ALL: Final = np.uint64(2**64 - 1)
SUITS: Final[Sets] = np.array([(1 << LANE) - 1 << LANE * colour for colour in FOUR_COLOURS], np.uint64)
"""Every card of a colour, by colour."""

_SHIFT: Final = OF_COLOUR[0].bit_length()
_NEXT: Final = np.uint16(1)
_EXPONENT: Final = np.uint32(0x7F800000)
"""The bits of a float that tell the highest bit of a whole number."""
_MANTISSA: Final = np.uint32(23)
_BIAS: Final = 127


def packed(cards: Cards) -> int:
    """The set in lanes, without its jokers."""
    return sum((cards >> _SHIFT * colour & (1 << LANE) - 1) << LANE * colour for colour in FOUR_COLOURS)


def packed_card(card: Card) -> int:
    """A card in its lane; nothing for a joker."""
    return 0 if card == JOKER else 1 << LANE * colour_of(card) + value_of(card)


def unpacked_card(bit: int) -> Card:
    """The card that is this set; a joker for the empty one."""
    if not bit:
        return JOKER
    colour, value = divmod(bit.bit_length() - 1, LANE)
    return _SHIFT * colour + value


def lanes(sets: Sets) -> Lanes:
    """Sets by colour: the same memory."""
    return sets.view(np.uint16).reshape(*sets.shape, COLOURS)


def joined(by_colour: Lanes) -> Sets:
    """Lanes as sets: the same memory."""
    return by_colour.view(np.uint64)[..., 0]


def highest(by_colour: Lanes) -> Lanes:
    """The highest card of each lane."""
    floats = by_colour.astype(np.float32).view(np.uint32)
    return (floats & _EXPONENT).view(np.float32).astype(np.uint16)


def lowest(by_colour: Lanes) -> Lanes:
    """The lowest card of each lane."""
    return by_colour & -by_colour


def above(cards: Lanes) -> Lanes:
    """All that is higher than the one card of a lane; nothing in an empty lane."""
    return -(cards << _NEXT)


def values(cards: Lanes) -> Numbers:
    """The value of the one card of each lane; less than 0 for an empty lane."""
    return (cards.astype(np.float32).view(np.uint32) >> _MANTISSA).astype(np.int64) - _BIAS


def value_of_each(cards: Sets) -> Numbers:
    """The value of each card."""
    found: Numbers = np.maximum(values(lanes(cards)), 0).sum(axis=-1)
    return found


def sizes(sets: Sets) -> NDArray[np.uint8]:
    """How many cards each set has."""
    return np.bitwise_count(sets)


def suits_of(cards: Sets) -> Sets:
    """Every card of a card's colour; nothing for a joker."""
    return joined(np.negative(lanes(cards) != 0, dtype=np.uint16, casting="unsafe"))


def least(keys: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The least of the four keys of each row: quicker than `min` along so short an axis."""
    halves = np.minimum(keys[..., 0::2], keys[..., 1::2])
    found: NDArray[np.uint8] = np.minimum(halves[..., 0], halves[..., 1])
    return found


Number = TypeVar("Number", bound=np.generic)

_BITS = 32


def _integers(rng: Random, shape: tuple[int, ...]) -> NDArray[np.uint32]:
    """Whole numbers of 32 bits."""
    return np.frombuffer(rng.randbytes(prod(shape) * _BITS // 8), np.dtype("<u4")).reshape(shape)


def shares(rng: Random, *shape: int) -> NDArray[np.float64]:
    """Numbers from 0 to 1, without 1."""
    found: NDArray[np.float64] = _integers(rng, shape) / np.float64(1 << _BITS)
    return found


def drawn(rng: Random, chances: Sequence[float], *shape: int) -> Numbers:
    """Numbers from 0 on, each as likely as its chance says. The chances add up to 1."""
    reached = np.cumsum(chances)[:-1]
    return reached.searchsorted(shares(rng, *shape), side="right")


def mixed(rng: Random, rows: NDArray[Number], axis: int) -> NDArray[Number]:
    """The same numbers in any order along one axis, each order as likely as any other."""
    return np.take_along_axis(rows, _integers(rng, rows.shape).argsort(axis=axis), axis)
