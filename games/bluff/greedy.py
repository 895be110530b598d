"""How the quick players of Bluff choose, once they know how likely each bid holds. Knows no way to work that out."""

from collections.abc import Callable
from itertools import chain
from random import Random

from games.bluff.actions import LIFT, STAND, Bid, Dice, Expose, SeatAction
from games.bluff.view import BluffView

Odds = Callable[[Bid], float]
"""How likely a bid holds."""

Judge = Callable[[Dice, int], Odds]
"""The odds for a player who sees these dice, open and own, and is still to reroll this many of their own."""


def greedy(view: BluffView, rng: Random, judge: Judge, trusted: float) -> SeatAction:
    """Makes the highest bid that is trusted: that holds with at least this probability.

    Without one, it doubts or makes the most probable bid, whichever is more likely to come out well. It shows dice to
    save a bid that it does not trust.
    """
    if view.table.phase == "expose":
        return _show(view, judge, trusted)
    holds = judge(open_dice(view) + view.own_dice, 0)
    bids = [action for action in view.legal_actions if isinstance(action, Bid)]
    odds = [*map(holds, bids)]
    if safe := [bid for bid, probability in zip(bids, odds, strict=True) if probability >= trusted]:
        highest = safe[-1].space
        return rng.choice([bid for bid in safe if bid.space == highest])
    best = max(odds, default=0.0)
    if not bids or (view.table.bid and 1 - holds(view.table.bid) > best):
        return LIFT
    return bids[odds.index(best)]


def _show(view: BluffView, judge: Judge, trusted: float) -> SeatAction:
    """The dice to show so that the bid just made holds most probably; none where it does well as it is."""
    bid, seen = view.table.bids[-1].bid, open_dice(view)
    odds: dict[SeatAction, float] = {STAND: judge(seen + view.own_dice, 0)(bid)}
    if odds[STAND] < trusted:
        for action in view.legal_actions:
            if isinstance(action, Expose):
                odds[action] = judge(seen + action.faces, len(view.own_dice) - len(action.faces))(bid)
    return max(odds, key=odds.__getitem__)


def open_dice(view: BluffView) -> Dice:
    """All dice that have been shown in this round."""
    return tuple(chain.from_iterable(view.table.exposed))
