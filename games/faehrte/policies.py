"""Cheap players of Auf falscher Fährte: what they play, name and hide, in many worlds at once.

People aren't `medium`. A search that believes they are is beaten by whoever plays otherwise, so it asks which of these
players explain best what somebody has done in this round.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product, starmap
from math import prod
from operator import mul
from typing import Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from games.cards import Card, listed, value_of
from games.faehrte.actions import DECKS, PLAYERS
from games.faehrte.bitsets import (
    COLOURS,
    LANE,
    NONE,
    SUITS,
    Flags,
    Lanes,
    Numbers,
    Sets,
    above,
    highest,
    joined,
    lanes,
    least,
    lowest,
    sizes,
    values,
)
from games.faehrte.computer import (
    JOKER_SAVES,
    LENGTH,
    LONG,
    STEPS,
    TRUMP,
    TRUMP_IS_WORTH,
    fair_strength,
    judgements,
    plus_chances,
)

MEDIUM: Final = 0
"""The style of `medium`; the others are numbered from 1 on as in `GREEDY_STYLES`."""
AS_MEDIUM: Final = 0.25
"""How common it is."""

Aim = Literal["likelier", "plus", "minus"]
"""Reason for which a player takes tricks: because the likelier kind rewards it, always (plus), or never (minus)."""


class Style(NamedTuple):
    """A player who looks no further than one trick.

    Whoever is `gentle` takes a trick as cheaply as they can even if others are to come, and not as surely.
    Whoever is `meek` leads their weakest card even if they want the trick. Whoever `saves` holds trumps back until the
    last tricks.
    """

    aim: Aim = "likelier"
    gentle: bool = False
    meek: bool = False
    saves: bool = False

    @property
    def commonness(self) -> float:
        """How common the style is beside others."""
        by_aim = {"likelier": 0.6, "plus": 0.2, "minus": 0.2}[self.aim]
        return by_aim * prod(0.35 if has else 0.65 for has in self[1:])


GREEDY: Final = Style()
GREEDY_STYLES: Final = tuple(starmap(Style, product(get_args(Aim), *[(False, True)] * 3)))
"""Every style but `medium`'s."""

SAVED_UNTIL: Final = 6
"""With so many tricks left, trumps are no longer held back."""


_HIGHEST: Final = {seats: value_of(listed(DECKS[seats, False])[-1]) for seats in PLAYERS}

BY_HAND: Final = 0
"""Hides what `medium` would: a high card of a strong hand, a low one of a weak one."""
HIGHEST: Final = 1
LOWEST: Final = 2
ANY: Final = 3

HABITS: Final = (BY_HAND, HIGHEST, LOWEST, ANY)
HABIT_COMMONNESS: Final = (0.5, 0.2, 0.2, 0.1)
"""How common each habit of hiding is, by habit."""


def habit_chances(seats: int, turned: Sequence[Card]) -> tuple[list[float], float]:
    """How likely each habit is if all the others share one and have hidden these cards; how likely it is that they do.

    A player of one table often plays like the next, and where all hide low cards, no hand of one's own makes it Plus.
    """
    shared, apart = list(HABIT_COMMONNESS), 1.0
    for card in turned:
        chances = [_chance(habit, seats, value_of(card)) for habit in HABITS]
        shared = [so_far * chance for so_far, chance in zip(shared, chances, strict=True)]
        apart *= sum(map(mul, HABIT_COMMONNESS, chances))
    together = sum(shared)
    return [chance / together for chance in shared], _SHARED * together / (_SHARED * together + (1 - _SHARED) * apart)


_SHARED: Final = 0.6
"""How often all the others have one habit."""


def _chance(habit: int, seats: int, value: int) -> float:
    """How likely the card that a player of this habit hides has this value: most hands have extremes."""
    low, high = (0.7 * 0.3**steps + 0.004 for steps in (value, _HIGHEST[seats] - value))
    return {BY_HAND: (low + high) / 2, HIGHEST: high, LOWEST: low, ANY: 1 / (1 + _HIGHEST[seats])}[habit]


_TIES: Final = np.arange(COLOURS - 1, -1, -1, dtype=np.uint8)
"""Of cards that are alike the strongest is of the last colour, the weakest of the first."""
_PLACES: Final = np.uint8(2)
_NO_CARD: Final = np.uint8(255)
_ONE: Final = np.uint64(1)
_MOST_TRUMPS: Final = 14
"""One more than there are."""


def greedy(
    playable: Sets, unseen: Sets, beating: Sets, trumps: Sets, *, wants: Flags, gentle: Flags, last: Flags | bool
) -> Sets:
    """The coloured card of players who look no further than this trick.

    Cards of `beating` would take the trick as it lies; nobody plays after the `last`. Whoever `wants` the trick
    takes it as cheaply as they can if they are last or `gentle`, else as surely; others lose it with their strongest
    card.
    """
    taking = playable & beating
    first = np.where(wants, taking, playable ^ taking)
    has = first != 0
    strong = np.where(last, ~wants, has & ~(wants & gentle))
    return extreme(np.where(has, first, playable), unseen, trumps, strong)


_STYLES: Final = (GREEDY, *GREEDY_STYLES)
"""By number; that of `medium` has nothing to say here."""
GENTLE: Final = np.array([style.gentle for style in _STYLES])
MEEK: Final = np.array([style.meek for style in _STYLES])
SAVES: Final = np.array([style.saves for style in _STYLES])
_ASKS: Final = np.array([style.aim == "likelier" for style in _STYLES])
_GRABS: Final = np.array([style.aim == "plus" for style in _STYLES])
COMMONNESS: Final = np.array([AS_MEDIUM / (1 - AS_MEDIUM), *[style.commonness for style in GREEDY_STYLES]])


def wanting(styles: Numbers, plus: Numbers) -> Flags:
    """Whether players of these styles take tricks where Plus is so likely, in steps."""
    return np.where(_ASKS[styles], 2 * plus > STEPS, _GRABS[styles])


def either(first: Sets, otherwise: Sets) -> Sets:
    """The first set, or another one where it's empty."""
    return np.where(first != 0, first, otherwise)


def extreme(cards: Sets, unseen: Sets, trumps: Sets, strong: Flags) -> Sets:
    """The card that the fewest unseen ones beat where it is to be `strong`, else the one that the most do."""
    by_colour, out = lanes(cards), lanes(unseen)
    ends = np.where(strong[:, None], highest(by_colour), lowest(by_colour))
    beaters = sizes_by_colour(out & above(ends))
    beaters += (lanes(trumps) == 0) * sizes(unseen & trumps)[:, None]
    keys = (beaters << _PLACES | _TIES) ^ (~strong).view(np.uint8)[:, None] * _NO_CARD
    keys |= (ends == 0).view(np.uint8) * _NO_CARD
    return joined(ends * (keys == least(keys)[:, None]))


def sizes_by_colour(by_colour: Lanes) -> NDArray[np.uint8]:
    """How many cards each lane has."""
    return np.bitwise_count(by_colour)


class _Worths(NamedTuple):
    """The tables of `judgements`, for all that a player may have to judge.

    `cards` by how likely Plus is, players to come, unseen trumps that can beat a card, unseen cards of its
    colour, whether it takes the trick, and how many of those cards are higher; `lengths` by how likely Plus is,
    whether one leads, whether the colour is trump, and how many cards of it one holds.
    """

    cards: NDArray[np.float64]
    lengths: NDArray[np.float64]


@cache
def _worths(seats: int) -> _Worths:
    """Made from those for Plus and for Minus: what lies between is their mean."""
    cards = np.zeros((2, seats, _MOST_TRUMPS, _MOST_TRUMPS, 2, _MOST_TRUMPS))
    lengths = np.zeros((2, 2, 2, LONG + 1))
    for which, plus in enumerate((0, STEPS)):
        for to_come in range(seats):
            for trumps in range(_MOST_TRUMPS):
                trump, other = judgements(seats, plus, to_come, trumps)
                lengths[which, int(to_come == seats - 1)] = other.length, trump.length
                for takes, table in enumerate((other.losing, other.taking)):
                    for higher, row in enumerate(table):
                        cards[which, to_come, trumps, higher : higher + len(row), takes, higher] = row
    likely = np.arange(STEPS + 1) / STEPS
    return _Worths(_between(likely, cards), _between(likely, lengths))


def _between(likely: NDArray[np.float64], table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Interpolates between Minus and Plus; the first axis is in steps."""
    by_step = likely.reshape(-1, *[1] * (table.ndim - 1))
    found: NDArray[np.float64] = by_step * table[1] + (1 - by_step) * table[0]
    return found


class Choices(NamedTuple):
    """Choices of players of `medium`'s kind, one a world.

    As for `to_play` of `medium`, but `beating` tells which cards would take the trick, and `joker` whether one
    may be played.
    """

    playable: Sets
    unseen: Sets
    beating: Sets
    trumps: Sets
    to_come: Numbers
    plus: Numbers
    joker: Flags

    def of(self, chosen: Numbers) -> "Choices":
        """Only those of these worlds."""
        return Choices(
            self.playable[chosen],
            self.unseen[chosen],
            self.beating[chosen],
            self.trumps[chosen],
            self.to_come[chosen],
            self.plus[chosen],
            self.joker[chosen],
        )


def as_medium(choice: Choices, seats: int) -> Sets:
    """The card of the highest worth; a joker where it is worth more. There is a card in each world."""
    tables = _worths(seats)
    first, added = _of_lanes(choice, seats)
    rows, lane, numbers = _each(choice.playable)
    takes = lanes(choice.beating).reshape(-1).take(lane) >> numbers & 1
    higher = sizes_by_colour(lanes(choice.unseen).reshape(-1).take(lane) >> numbers)
    worths = tables.cards.reshape(-1).take(first.take(lane) + (takes * _MOST_TRUMPS + higher)) + added.take(lane)
    best = np.maximum.reduceat(worths, np.searchsorted(rows, np.arange(len(choice.playable))))
    chosen = np.flatnonzero(worths == best.take(rows))[::-1]  # of equals, the first is written last
    found = np.zeros_like(choice.playable)
    places = (lane[chosen] % COLOURS * LANE).astype(np.uint64) + numbers[chosen]
    found[rows[chosen]] = _ONE << places
    found[choice.joker & (best <= -JOKER_SAVES * (STEPS - choice.plus) / STEPS)] = NONE
    return found


def _of_lanes(choice: Choices, seats: int) -> tuple[Numbers, NDArray[np.float64]]:
    """Where the worths of a colour's cards begin in the table, and what is added to them.

    By world, then by colour.
    """
    tables = _worths(seats)
    is_trump = lanes(choice.trumps) != 0
    trumping = np.where(is_trump, 0, sizes(choice.unseen & choice.trumps)[:, None])
    first = (choice.plus * seats + choice.to_come)[:, None] * _MOST_TRUMPS + trumping
    first = (first * _MOST_TRUMPS + sizes_by_colour(lanes(choice.unseen))) * (2 * _MOST_TRUMPS)
    held = sizes_by_colour(lanes(choice.playable))
    kind = (choice.plus * 2 + (choice.to_come == seats - 1))[:, None] * 2 + is_trump
    added = tables.lengths.reshape(-1).take(kind * (LONG + 1) + np.minimum(held, LONG))
    added *= (choice.joker | ((held != 0).sum(axis=1) > 1))[:, None]
    return first, added


def _each(sets: Sets) -> tuple[Numbers, Numbers, Lanes]:
    """Every card of every set, one after the other: its world, its lane among those of all worlds, and its value.

    In the order in which `medium` looks at them, the last colour first and its lowest card first.
    """
    backwards = np.ascontiguousarray(lanes(sets)[:, ::-1])
    bits = np.unpackbits(backwards.view(np.uint8).reshape(-1), bitorder="little")
    places = np.flatnonzero(bits.view(np.bool_))
    return places >> 6, (places >> 4) ^ (COLOURS - 1), (places & LANE - 1).astype(np.uint16)


def to_name(hands: Sets, trumps: Sets, plus: Numbers) -> Sets:
    """The trump with which a hand is strongest, or weakest where Minus is likelier; rather the trump that is."""
    counts = sizes_by_colour(lanes(hands)).astype(np.int64)
    keys = (counts * np.where(2 * plus > STEPS, 1, -1)[:, None]) * 2 + (lanes(trumps) != 0)
    named: Sets = SUITS[keys.argmax(axis=1)]
    return named


def to_hide(cards: Sets, trump: int, habits: Numbers, seats: int) -> Sets:
    """Card that a player of a habit hides of these. No habit is ANY."""
    by_colour = lanes(cards)
    counts = sizes_by_colour(by_colour)
    strength = _value_sums(by_colour) + TRUMP_IS_WORTH * counts[:, trump]
    strong = strength > fair_strength(seats) * counts.sum(axis=1)
    by_hand = habits == BY_HAND
    high = np.where(by_hand, strong, habits == HIGHEST)
    ends = np.where(high[:, None], highest(by_colour), lowest(by_colour))
    worth = np.where(high[:, None], 1, -1) * values(ends) - (LENGTH * counts) * by_hand[:, None]
    worth[:, trump] -= TRUMP * by_hand
    worth[ends == 0] = -np.inf
    rows, place = np.arange(len(cards)), worth.argmax(axis=1)
    found = np.zeros_like(ends)
    found[rows, place] = ends[rows, place]
    return joined(found)


def _value_sums(by_colour: Lanes) -> Numbers:
    """The values of all cards of a set added up."""
    sums = np.zeros(by_colour.shape[:-1], np.int64)
    for bit in range(4):
        with_bit = np.uint16(sum(1 << value for value in range(16) if value >> bit & 1))
        sums += sizes_by_colour(by_colour & with_bit).sum(axis=-1, dtype=np.int64) << bit
    return sums


@cache
def plus_table(seats: int) -> Numbers:
    """`plus_chances` in one table, by how many hidden cards one doesn't know, and the total of the others."""
    rows = [plus_chances(seats, unknown) for unknown in range(seats + 1)]
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, chances in zip(table, rows, strict=True):
        row[: len(chances)] = chances
    return table
