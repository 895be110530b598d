"""Computer players for Bluff: from what their seat may know to what it does. They know no other cup."""

from collections.abc import Mapping
from functools import cache
from math import comb
from random import Random
from typing import Final

from games.bluff.actions import STAR, Bid, BluffAction, Dice
from games.bluff.greedy import greedy, open_dice
from games.bluff.medium import medium
from games.bluff.view import BluffView
from games.core import Computer
from games.review import Stakes
from games.turns import random

_TRUSTED: Final = 0.75
"""How likely its own bid must be to hold for `steady` to trust it; measured: lower values lose to it, higher tie."""

_CARELESS: Final = 0.15
"""How often `easy` does not think; with it a beginner wins now and then."""

_AT_HAND: Final = 6
"""How many actions come to its mind then: the next bids up, or the last action: in most cases a doubt."""


def steady(view: BluffView, rng: Random) -> BluffAction:
    """Bids and doubts by what the dice that it cannot see will most likely show."""
    hidden = view.table.dice_in_play - len(open_dice(view)) - len(view.own_dice)
    return greedy(view, rng, lambda seen, rolled: lambda bid: probability(bid, seen, hidden + rolled), _TRUSTED)


def easy(view: BluffView, rng: Random) -> BluffAction:
    """Plays like `steady`, but now and then does whatever comes to its mind."""
    if rng.random() < _CARELESS:
        return rng.choice(view.legal_actions[:_AT_HAND] + view.legal_actions[-1:])
    return steady(view, rng)


def probability(bid: Bid, seen: Dice, unseen: int) -> float:
    """How likely `bid` holds with these dice seen and `unseen` others."""
    return _at_least(bid.quantity - bid.counts(seen), unseen, 1 if bid.face == STAR else 2)


@cache
def _at_least(needed: int, dice: int, faces: int) -> float:
    """How likely at least `needed` of `dice` fair dice show one of `faces` faces."""
    hits = range(max(needed, 0), dice + 1)
    ways: int = sum(comb(dice, hit) * faces**hit * (6 - faces) ** (dice - hit) for hit in hits)
    rolls: int = 6**dice
    return ways / rolls


COMPUTERS: Final[Mapping[str, Computer[BluffView, BluffAction]]] = {
    "random": random,
    "steady": steady,
    "easy": easy,
    "medium": medium,
}

RATINGS: Final[Mapping[str, float]] = {
    "random": -4.2,
    "easy": 17.1,
    "steady": 19.5,
    "medium": 25.0,
    "hard": 26.5,
}
"""How strong each level is, in the units of a player's mu, found by `python -m bench.levels`."""

STAKES: Final = Stakes("match", least=0.03)
