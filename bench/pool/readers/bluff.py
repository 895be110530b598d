"""Readers of Bluff: they weigh every cup by how likely `medium` would have made its owner's bids with it.

`answers` is what `medium` does, for many cups at once; a test compares the two.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bluff.actions import FACES, PATH, Bid, BluffAction, Dice
from games.bluff.computer import TRUSTED, Cup, Odds, greedy, likely, medium
from games.bluff.rules import lost_by
from games.bluff.search import chance_to_win, following
from games.bluff.solved import is_solved
from games.bluff.styles import NUMBER
from games.bluff.view import BluffView
from games.core import Computer, Seat

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DOUBT: Final = -1
"""Number of a doubt, and of no bid; bids have their places on the path."""

_QUANTITY: Final = np.array([bid.quantity for bid in PATH])
_FACE: Final = np.array([bid.face - 1 for bid in PATH])
_SPACE: Final = np.array([bid.space for bid in PATH])
_NOWHERE: Final = 1 + PATH[-1].space

_UNLIKELY: Final = 1e-6
"""Likelihood of whatever `medium` never does, so that some cup is always possible."""


def counts_of(dice: Dice) -> list[int]:
    """How many of the dice count for a bid on each face, as `Bid.counts` has it."""
    return [Bid(1, face).counts(dice) for face in FACES]


class Cups(NamedTuple):
    """Every cup of some dice: what counts for each face, and how often it's rolled. Shape: cups × faces; cups."""

    counts: Ints
    odds: Floats


@cache
def cups_of(dice: int) -> Cups:
    """Every cup of this many dice."""
    cups = [*combinations_with_replacement(FACES, dice)]
    ways = [factorial(dice) / prod(factorial(cup.count(face)) for face in FACES) for cup in cups]
    return Cups(np.array([*map(counts_of, cups)]), np.array(ways) / 6**dice)


_TIES: Final = (np.arange(6) + 0.5) / 6
"""Lucks by which each of up to three equally low bids is chosen alike often; more are rare."""


@lru_cache(maxsize=1 << 12)
def _tails(cups: tuple[Cup, ...]) -> Floats:
    """How likely at least n dice under these cups count, as `medium` believes. Shape: faces × n, the last one 0."""
    tails = np.array([(*likely(cups, face), 0.0) for face in FACES])
    tails[:, 0] = 1.0
    return tails


def answers(last: Ints, tails: Floats, counts: Ints, dice: int, luck: Floats) -> Ints:
    """Answer of `medium` in each row, to the bid `last` with `counts` of its own: the number of a bid, or DOUBT.

    `luck` chooses between bids that are equally good to it.
    """
    rows, top = np.arange(len(last)), tails.shape[2] - 1
    bids = np.flatnonzero(dice >= _QUANTITY)

    def holds(counts: Ints, numbers: Ints) -> Floats:
        own = counts[rows[:, None], _FACE[numbers]]
        odds: Floats = tails[rows[:, None], _FACE[numbers], np.clip(_QUANTITY[numbers] - own, 0, top)]
        return odds

    legal = bids > last[:, None]
    odds = np.where(legal, holds(counts, bids[None]), -1.0)
    best = odds.max(1)
    fails = 1 - holds(counts, np.maximum(last, 0)[:, None])[:, 0]
    doubts = (best < 0) | ((best < TRUSTED) & (last >= 0) & (fails > best))
    spaces = np.where(odds >= TRUSTED, _SPACE[bids], _NOWHERE)
    lowest = (spaces == spaces.min(1)[:, None]) & (spaces < _NOWHERE)
    tied = lowest.sum(1)
    chosen = (lowest.cumsum(1) > (luck * tied).astype(int)[:, None]).argmax(1)
    return np.where(doubts, DOUBT, bids[np.where(tied > 0, chosen, odds.argmax(1))])


@lru_cache(maxsize=1 << 12)
def likelihoods(last: int, rivals: tuple[Cup, ...], own: int, dice: int) -> Floats:
    """How likely `medium` gives each answer with each cup. Shape: cups × answers, a doubt last."""
    counts, tails = cups_of(own).counts, _tails(rivals)
    cups = len(counts)
    found = np.zeros((cups, len(PATH) + 1))
    for luck in _TIES:
        every = np.full(cups, luck)
        given = answers(np.full(cups, last), np.broadcast_to(tails, (cups, *tails.shape)), counts, dice, every)
        found[np.arange(cups), given] += 1 / len(_TIES)
    return found


def rivals_of(seat: int, dice_counts: Sequence[int], named: Mapping[int, int]) -> tuple[Cup, ...]:
    """The cups that this seat's rivals have, as `medium` sorts them."""
    return tuple(sorted((dice_counts[other], faces) for other, faces in named.items() if other != seat))


def posteriors(view: BluffView) -> dict[int, Floats]:
    """How likely each cup is that of each rival, by all that they have bid."""
    table, counts = view.table, view.table.dice_counts
    found = {int(seat): cups_of(counts[seat]).odds for seat in view.opponents}
    named, last = dict.fromkeys(map(int, table.still_in), 0), DOUBT
    for made in table.bids:
        seat, number = int(made.seat), NUMBER[made.bid.quantity, made.bid.face]
        if seat in found:
            likely = likelihoods(last, rivals_of(seat, counts, named), counts[seat], table.dice_in_play)
            found[seat] = found[seat] * (likely[:, number] + _UNLIKELY)
        named[seat] |= 1 << made.bid.face
        last = number
    return {seat: weights / weights.sum() for seat, weights in found.items()}


def is_closed(view: BluffView) -> bool:
    """Whether there's nothing to read: in solved rounds, which `medium` plays as well as can be, or with shown dice."""
    return is_solved(view) or view.table.reroll


def reader(view: BluffView, rng: Random, *, lowest: bool = False) -> BluffAction:
    """Makes the highest or lowest bid that it trusts by all that the bids tell of the cups, or doubts."""
    if is_closed(view):
        return medium(view, rng)
    counted = {face: np.ones(1) for face in FACES}
    for seat, weights in posteriors(view).items():
        cups = cups_of(view.table.dice_counts[seat]).counts
        for face in FACES:
            counted[face] = np.convolve(counted[face], np.bincount(cups[:, face - 1], weights))

    def judge(seen: Dice, _: int) -> Odds:
        def holds(bid: Bid) -> float:
            needed = bid.quantity - bid.counts(seen)
            return 1.0 if needed <= 0 else float(counted[bid.face][needed:].sum())

        return holds

    return greedy(view, rng, judge, TRUSTED, lowest=lowest)


WORLDS: Final = 60
"""How many worlds `replier` tries."""


def replier(view: BluffView, rng: Random) -> BluffAction:
    """Plays the action that wins most if everyone goes on like `medium`, with cups as likely as the bids tell."""
    if is_closed(view) or len(view.legal_actions) == 1:
        return medium(view, rng)
    return view.legal_actions[int(worths(view, np.random.default_rng(rng.getrandbits(32))).argmax())]


def worths(view: BluffView, random: np.random.Generator) -> Floats:
    """How likely each legal action wins the match. All are tried in the same worlds, a row for each of both."""
    assert view.seat is not None
    table, counts, after = view.table, view.table.dice_counts, following(view.table.dice_counts)
    actor, actions = int(view.seat), len(view.legal_actions)
    held = {actor: np.tile(counts_of(view.own_dice), (WORLDS * actions, 1))}
    for seat, weights in posteriors(view).items():
        drawn = random.choice(len(weights), WORLDS, p=weights)
        held[seat] = np.tile(cups_of(counts[seat]).counts[drawn], (actions, 1))
    counted: Ints = np.sum([*held.values()], axis=0)
    named = {seat: np.zeros(len(counted), np.int64) for seat in held}
    last, bidder = np.full(len(counted), DOUBT), np.zeros(len(counted), np.int64)
    for made in table.bids:
        named[made.seat] |= 1 << made.bid.face
        last[:], bidder[:] = NUMBER[made.bid.quantity, made.bid.face], made.seat
    numbers = [
        NUMBER[action.quantity, action.face] if isinstance(action, Bid) else DOUBT for action in view.legal_actions
    ]
    answer, playing = np.repeat(numbers, WORLDS), np.arange(len(counted))
    worth = np.zeros(len(counted))

    @cache
    def end(bidder: int, doubter: int, surplus: int) -> float:
        lost = lost_by(counts, Seat(bidder), Seat(doubter), surplus)
        assert view.seat is not None
        return chance_to_win([had - gone for had, gone in zip(counts, lost, strict=True)], view.seat)

    while True:
        for row in playing[answer == DOUBT]:
            surplus = counted[row, _FACE[last[row]]] - _QUANTITY[last[row]]
            worth[row] = end(int(bidder[row]), actor, int(surplus))
        playing, answer = playing[answer != DOUBT], answer[answer != DOUBT]
        if not len(playing):
            means: Floats = worth.reshape(actions, WORLDS).mean(1)
            return means
        last[playing], bidder[playing] = answer, actor
        named[actor][playing] |= 2 << _FACE[answer]
        actor = after[actor]
        rivals = np.stack([named[seat][playing] for seat in held if seat != actor], axis=1)
        kinds, which = np.unique(rivals, axis=0, return_inverse=True)
        dice = [counts[seat] for seat in held if seat != actor]
        tails = np.stack([_tails(tuple(sorted(zip(dice, map(int, kind), strict=True)))) for kind in kinds])
        luck = random.random(len(playing))
        answer = answers(last[playing], tails[which.ravel()], held[actor][playing], table.dice_in_play, luck)


READERS: Final[Mapping[str, Computer[BluffView, BluffAction]]] = {
    "reader": reader,
    "low-reader": partial(reader, lowest=True),
    "replier": replier,
}
"""Two who trust what they have read, and one who also knows how its bids would be answered."""
