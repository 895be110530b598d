"""How good piles are on their way: what they may come to, and whose will win. Knows no hand and no course of play."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import Final

from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, KEEPS, ColourSet
from games.tuecke.scoring import Pile

Sizes = tuple[float, ...]
"""How many cards, one entry a colour; a guess need not be whole."""

# The likeliest constants, together with those of `chances`, for who won 8000 rounds of four equal players.
_GROWTH: Final = 0.5
"""Which part of a colour's cards to come ends with somebody who collects it."""
_LITTER: Final = 0.09
"""Which part of the other colours' cards to come a player has to take."""
_CLEAN: Final = 0.5
"""What a discard without a card counts as: the first card in it costs nothing, but it will hardly be the last."""
_EDGE, _LATE_EDGE = 2.2, 3.5
"""How surely the best prospect wins: at any time, and how much more the fewer tricks are left."""
_NOTHING: Final = 0.05
"""What an empty pile counts as beside its growth: at the end there is none, and it has to be worth something."""

_PAIRS: Final[dict[ColourSet, tuple[int, ...]]] = {
    keep.colours: (*COLOURS_IN[keep.colours], *COLOURS_IN[ALL_COLOURS ^ keep.colours]) for keep in KEEPS
}
"""The two colours kept and the two given up, by the set of those kept."""


@lru_cache(maxsize=2**14)
def prospect(counts: Sizes, kept: ColourSet, to_come: Sizes) -> float:
    """The logarithm of what these piles may be worth in the end, with `to_come` cards of each colour still to be taken.

    Without a decision, with the two colours that promise most. Remembered, because roll-outs ask again and again.
    """
    if kept:
        return log(_product(counts, to_come, _PAIRS[kept]))
    return log(max([_product(counts, to_come, pair) for pair in _PAIRS.values()]))


def _product(counts: Sizes, to_come: Sizes, pair: tuple[int, ...]) -> float:
    """The formula of the score, with what the first two colours and the discard may still get."""
    one, other, third, fourth = pair
    return (
        (counts[one] + _GROWTH * to_come[one] + _NOTHING)
        * (counts[other] + _GROWTH * to_come[other] + _NOTHING)
        / (max(counts[third] + counts[fourth], _CLEAN) + _LITTER * (to_come[third] + to_come[fourth]))
    )


@lru_cache(maxsize=2**13)
def wants(counts: Sizes, kept: ColourSet, to_come: Sizes) -> tuple[float, ...]:
    """By how much one card of each colour betters the prospect; last, a card of which nothing is known yet."""
    so_far = prospect(counts, kept, to_come)
    red, yellow, green, blue = counts
    better = [
        prospect((red + 1, yellow, green, blue), kept, to_come) - so_far,
        prospect((red, yellow + 1, green, blue), kept, to_come) - so_far,
        prospect((red, yellow, green + 1, blue), kept, to_come) - so_far,
        prospect((red, yellow, green, blue + 1), kept, to_come) - so_far,
    ]
    return (*better, sum([want * count for want, count in zip(better, to_come, strict=True)]) / max(sum(to_come), 1))


def edge(tricks: int) -> float:
    """How strongly the odds of winning grow with a prospect when this many tricks are left; both are logarithms."""
    return _EDGE + _LATE_EDGE / tricks


def chances(prospects: Sequence[float], tricks: int) -> list[float]:
    """How likely each of these prospects wins the round when this many tricks are left."""
    factor = edge(tricks)
    odds = [exp(factor * prospect) for prospect in prospects]
    total = sum(odds)
    return [one / total for one in odds]


def victories(counts: Sequence[Sizes], kept: Sequence[ColourSet]) -> list[float]:
    """Each seat's share of the victory if the round ended with these piles. Guessed sizes are rounded."""
    points = [Pile(tuple(map(round, sizes)), colours).score.points for sizes, colours in zip(counts, kept, strict=True)]
    most = max(points)
    winners = points.count(most)
    return [(own == most) / winners for own in points]


def best_keep(counts: Sizes, to_come: Sizes) -> ColourSet:
    """The two colours that promise most."""
    return max(_PAIRS, key=lambda kept: prospect(counts, kept, to_come))
