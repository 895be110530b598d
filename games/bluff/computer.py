"""Computer players of Bluff that answer at once: from what their seat may know to what it does."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from itertools import chain
from math import comb
from random import Random
from typing import Final

from games.bluff.actions import FACES, LIFT, STAND, STAR, Bid, BluffAction, Dice, Expose, Face, SeatAction
from games.bluff.solved import is_solved, solved
from games.bluff.view import BluffView
from games.core import Computer
from games.review import Stakes
from games.turns import random

Odds = Callable[[Bid], float]
"""How likely a bid holds."""

Judge = Callable[[Dice, int], Odds]
"""The odds for a player who sees these dice, open and own, and is still to reroll this many of their own."""


def greedy(view: BluffView, rng: Random, judge: Judge, trusted: float, *, lowest: bool = False) -> SeatAction:
    """Makes the highest or lowest bid that is trusted: that holds with at least this probability.

    Without one, it doubts or makes the most probable bid, whichever is more likely to come out well. It shows dice to
    save a bid that it does not trust.
    """
    if view.table.phase == "expose":
        return _show(view, judge, trusted)
    holds = judge(open_dice(view) + view.own_dice, 0)
    bids = [action for action in view.legal_actions if isinstance(action, Bid)]
    odds = [*map(holds, bids)]
    if safe := [bid for bid, probability in zip(bids, odds, strict=True) if probability >= trusted]:
        space = safe[0 if lowest else -1].space
        return rng.choice([bid for bid in safe if bid.space == space])
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


TRUSTED: Final = 0.8
"""How likely a bid must be to hold to be trusted; measured: lower ones lose to `steady`, higher ones to itself."""

_NAMED: Final = 4.0
"""How much likelier than an unnamed one a die under a bidder's cup shows a face that they have bid on; measured."""

_NAMED_STAR: Final = 2.0
"""The same for a star, once for each number that they have bid on: stars count for all of them; measured."""

Cup = tuple[int, int]
"""Facts known of an opponent's cup: how many dice lie there, and which faces they have bid on since that roll.

Bit f of the second number for the face f. How often they have bid on it says nothing more: a player
that counts it loses two matches of three.
"""


def medium(view: BluffView, rng: Random) -> SeatAction:
    """Plays the solved strategy if there's one; else bids low, which tells little, and believes the others' bids."""
    if is_solved(view):
        return solved(view, rng)
    return greedy(view, rng, partial(_judge, _opposing_cups(view)), TRUSTED, lowest=True)


def _opposing_cups(view: BluffView) -> tuple[Cup, ...]:
    """Cups of the opponents who still have dice, ascending."""
    named = [0] * view.table.seats
    for made in view.table.bids:
        named[made.seat] = 0 if made.exposed else named[made.seat] | 1 << made.bid.face
    return tuple(sorted([(view.table.under_cup(seat), named[seat]) for seat in view.opponents]))


def _judge(cups: tuple[Cup, ...], seen: Dice, rolled: int) -> Odds:
    """How likely bids hold with the dice that are seen, those under the cups, and `rolled` fair dice to come."""
    hidden = (*cups, (rolled, 0))
    stars = seen.count(STAR)
    rows: dict[Face, tuple[int, tuple[float, ...]]] = {}

    def holds(bid: Bid) -> float:
        face = bid.face
        if face not in rows:  # who shows dice asks about one face only
            rows[face] = (stars if face == STAR else stars + seen.count(face), likely(hidden, face))
        shown, tail = rows[face]
        needed = bid.quantity - shown
        if needed <= 0:
            return 1.0
        return tail[needed] if needed < len(tail) else 0.0

    return holds


@lru_cache(maxsize=1 << 11)
def likely(cups: tuple[Cup, ...], face: Face) -> tuple[float, ...]:
    """How likely at least n dice in these cups count for a bid on `face`, one entry for each n, from 0."""
    exactly = [1.0]
    for dice, named in cups:
        chance = _hit(named, face)
        for _ in range(dice):
            exactly = [
                miss * (1 - chance) + gain * chance for miss, gain in zip([*exactly, 0.0], [0.0, *exactly], strict=True)
            ]
    tail = 0.0
    tails = [tail := tail + probability for probability in reversed(exactly)]
    return tuple(reversed(tails))


@cache
def _hit(named: int, face: Face) -> float:
    """How likely a die counts for a bid on `face` if its owner has bid on these faces."""
    weights = {number: _NAMED if named >> number & 1 else 1.0 for number in FACES}
    weights[STAR] *= _NAMED_STAR ** sum(named >> number & 1 for number in FACES if number != STAR)
    counting = weights[STAR] if face == STAR else weights[face] + weights[STAR]
    return counting / sum(weights.values())


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
