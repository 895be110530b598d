"""What a card is worth at Auf falscher Fährte before it is known what comes: tables, made once. Knows no hand.

A card is worth what it may bring now, less what it may bring later. So in Plus an ace waits until it is sure, and the
cheapest card that takes a trick takes it; in Minus one ducks as high as one can.
"""

from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from games.cards import COLOURED, FOUR_COLOURS, JOKER, OF_COLOUR, Cards, colour_of, gather, listed, taker
from games.faehrte.actions import DECKS, PLAYERS
from games.faehrte.table import MOST_OF_MINUS

STEPS: Final = 8
"""How finely players tell how likely Plus is: 0 is Minus for sure, and STEPS is Plus."""

Worths = tuple[tuple[float, ...], ...]
"""Points. Shape: by how many unseen cards of its colour are higher than a card, then how many are lower."""

_COLOUR_SIZE: Final = {seats: (DECKS[seats, False].bit_count()) // len(FOUR_COLOURS) for seats in PLAYERS}

# The numbers below are fitted to some 4000 choices, each judged by 40 worlds played to their end by players like these,
# and then improved by matches against each other. Points are points of the game.
_LEAD_IN_PLUS: Final = 0.19
_LEAD_IN_MINUS: Final = -0.54
_NOW_IN_PLUS: Final = 0.85
_LATER_IN_PLUS: Final = -0.86
_NOW_IN_MINUS: Final = -0.72
_LATER_IN_MINUS: Final = 0.61

_Lengths = tuple[tuple[float, ...], tuple[float, ...]]
"""Points for a trump, and for another card, by how many cards of its colour one holds."""

LONG: Final = 4
"""Colours with this many cards or more count as equally long."""

_LEAD_FROM_IN_PLUS: Final[_Lengths] = ((0.0, 0.03, -0.02, -0.12, -0.26), (0.0, 0.15, 0.08, -0.17, -0.02))
_LEAD_FROM_IN_MINUS: Final[_Lengths] = ((0.0, 0.39, 0.06, -0.1, -0.2), (0.0, 0.2, 0.03, -0.08, -0.27))
_SPARE_FROM_IN_PLUS: Final[_Lengths] = ((0.0, 0.16, 0.18, 0.05, -0.04), (0.0, -0.15, -0.14, -0.17, -0.25))
_SPARE_FROM_IN_MINUS: Final[_Lengths] = ((0.0, 0.0, -0.3, -0.38, 0.02), (0.0, 0.26, 0.39, 0.1, 0.08))


@cache
def _beating(trump: int) -> tuple[Cards, ...]:
    deck = listed(DECKS[4, False])
    beating = [0] * JOKER + [COLOURED]
    for card in deck:
        beating[card] = gather(other for other in deck if taker((card, other), colour_of(card), FOUR_COLOURS[trump]))
    return tuple(beating)


BEATING: Final = tuple(map(_beating, FOUR_COLOURS))
"""The cards that take the trick from a card if they come later, by trump, then by card; from a joker every card."""


COLOUR_OF: Final = tuple([OF_COLOUR[colour_of(card)] for card in range(JOKER)])
"""Every card of a card's colour, by card."""


@cache
def plus_chances(seats: int, unknown: int) -> tuple[int, ...]:
    """How likely the round is Plus, in steps, by the total of the hidden cards that one knows of.

    Each unknown card may be any card. People do hide high and low cards far more often than middling ones, but knowing
    that makes a good player no better.
    """
    chances, values = [1.0], _COLOUR_SIZE[seats]
    for _ in range(unknown):
        sums = [0.0, *accumulate(chances)]
        chances = [
            (sums[min(total + 1, len(chances))] - sums[max(total + 1 - values, 0)]) / values
            for total in range(len(chances) + values - 1)
        ]
    most, up_to = MOST_OF_MINUS[seats], [0.0, *accumulate(chances)]
    return tuple(
        [
            round(STEPS * (1 - up_to[min(max(most + 1 - known, 0), len(chances))]))
            for known in range((seats - unknown) * (values - 1) + 1)
        ]
    )


def _takes_in_plus(others: int, to_come: int, higher: int, lower: int, trumps: int) -> float:
    """How likely a card takes the trick when the players after it want the trick too, and beat it if they can."""
    elsewhere = 1 - 1 / others
    safe = elsewhere**higher - elsewhere ** (higher + lower) * (1 - elsewhere**trumps)
    return max(0.0, safe) ** to_come


def _takes_in_minus(others: int, to_come: int, higher: int, lower: int) -> float:
    """How likely a card takes the trick when nobody wants it, and others beat it only if they must."""
    elsewhere = 1 - 1 / others
    return (1 - elsewhere**lower * (1 - elsewhere**higher)) ** to_come


class Judgement(NamedTuple):
    """What the cards of a trump or of another colour are worth: where they take the trick as it lies, and where not.

    Shape: `length` is added where one may choose between colours, by how many cards of its colour one holds.
    """

    taking: Worths
    losing: Worths
    length: tuple[float, ...]


@cache
def judgements(seats: int, plus: int, to_come: int, trumps: int) -> tuple[Judgement, Judgement]:
    """What trumps are worth, and what other cards are.

    Shape: `plus` is in steps; so many players are `to_come`, and so many `trumps` are unseen.
    """
    likely, leads = plus / STEPS, to_come == seats - 1
    in_plus = _LEAD_FROM_IN_PLUS if leads else _SPARE_FROM_IN_PLUS
    in_minus = _LEAD_FROM_IN_MINUS if leads else _SPARE_FROM_IN_MINUS
    trump, other = (
        tuple(likely * a + (1 - likely) * b for a, b in zip(*both, strict=True))
        for both in zip(in_plus, in_minus, strict=True)
    )
    return Judgement(*_worths(seats, plus, to_come, 0), trump), Judgement(*_worths(seats, plus, to_come, trumps), other)


@cache
def _worths(seats: int, plus: int, to_come: int, trumps: int) -> tuple[Worths, Worths]:
    """The two tables of a `Judgement`. Shape: `trumps` is how many unseen trumps can beat a card."""
    others, likely = seats - 1, plus / STEPS
    leads = to_come == others

    def worth(higher: int, lower: int, *, takes: bool) -> float:
        later_in_plus = _takes_in_plus(others, others, higher, lower, trumps)
        later_in_minus = _takes_in_minus(others, others, higher, lower)
        if leads:
            return likely * (_LEAD_IN_PLUS * later_in_plus) + (1 - likely) * (_LEAD_IN_MINUS * later_in_minus)
        in_plus, in_minus = _LATER_IN_PLUS * later_in_plus, _LATER_IN_MINUS * later_in_minus
        if takes:
            in_plus += _NOW_IN_PLUS * _takes_in_plus(others, to_come, higher, lower, trumps)
            in_minus += _NOW_IN_MINUS * _takes_in_minus(others, to_come, higher, lower)
        return likely * in_plus + (1 - likely) * in_minus

    counts = range(_COLOUR_SIZE[seats] + 1)
    taking, losing = (
        tuple(tuple(worth(higher, lower, takes=takes) for lower in counts[: len(counts) - higher]) for higher in counts)
        for takes in (True, False)
    )
    return taking, losing
