"""Computer players for Bluff: from what their seat may know to what it does. They know no other cup."""

from collections.abc import Mapping
from functools import cache
from itertools import chain
from math import comb
from random import Random
from typing import Final

from games.bluff.actions import LIFT, STAND, STAR, Bid, BluffAction, Dice, Expose
from games.bluff.view import BluffView
from games.core import Computer, Search, TimeUp

_TRUSTED: Final = 0.75
"""How likely its own bid must be to hold for `steady` to trust it; measured: lower values lose to it, higher tie."""


def random(view: BluffView, rng: Random) -> BluffAction:
    """Any legal action, all equally likely."""
    return rng.choice(view.legal_actions)


def steady(view: BluffView, rng: Random) -> BluffAction:
    """Bids and doubts by what the dice that it cannot see will most likely show.

    It makes the highest bid that it trusts; without one, it doubts or makes the most probable bid, whichever is more
    likely to come out well. It shows dice to save a bid that it does not trust.
    """
    open_dice = tuple(chain.from_iterable(view.exposed))
    unseen = view.dice_in_play - len(open_dice) - len(view.own_dice)
    if view.phase == "expose":
        return _show(view, open_dice, unseen)
    seen = open_dice + view.own_dice
    odds = {bid: probability(bid, seen, unseen) for bid in view.legal_actions if isinstance(bid, Bid)}
    if trusted := [bid for bid, holds in odds.items() if holds >= _TRUSTED]:
        highest = trusted[-1].space
        return rng.choice([bid for bid in trusted if bid.space == highest])
    best = max(odds, key=odds.__getitem__, default=None)
    if best is None or (view.bid and 1 - probability(view.bid, seen, unseen) > odds[best]):
        return LIFT
    return best


def _show(view: BluffView, open_dice: Dice, unseen: int) -> BluffAction:
    """The dice to show so that the bid just made holds most probably; none where it does well as it is."""
    bid = view.bids[-1].bid
    odds: dict[BluffAction, float] = {STAND: probability(bid, open_dice + view.own_dice, unseen)}
    if odds[STAND] < _TRUSTED:
        for action in view.legal_actions:
            if isinstance(action, Expose):
                rolled = len(view.own_dice) - len(action.faces)
                odds[action] = probability(bid, open_dice + action.faces, unseen + rolled)
    return max(odds, key=odds.__getitem__)


def probability(bid: Bid, seen: Dice, unseen: int) -> float:
    """How likely `bid` holds when these dice are seen and so many are not."""
    return _at_least(bid.quantity - bid.counts(seen), unseen, 1 if bid.face == STAR else 2)


@cache
def _at_least(needed: int, dice: int, faces: int) -> float:
    """How likely at least `needed` of `dice` fair dice show one of so many faces."""
    hits = range(max(needed, 0), dice + 1)
    ways: int = sum(comb(dice, hit) * faces**hit * (6 - faces) ** (dice - hit) for hit in hits)
    rolls: int = 6**dice
    return ways / rolls


def hard(view: BluffView, rng: Random, is_time_up: TimeUp) -> BluffAction:  # noqa: ARG001 - a search comes
    """Plays like `medium`."""
    return steady(view, rng)


COMPUTERS: Final[Mapping[str, Computer[BluffView, BluffAction]]] = {
    "random": random,
    "steady": steady,
    "easy": steady,
    "medium": steady,
}
SEARCH: Final[Search[BluffView, BluffAction]] = hard
