"""Turning points of Bluff, found in the rounds of a finished match: all dice lie open by then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import sub
from typing import Final

from games.bluff.actions import DICE_EACH, Bid
from games.bluff.computer import probability
from games.bluff.events import CupsLifted
from games.bluff.table import EndedRound, OpenTable
from games.core import Seat
from games.highlights import Moment, lateness

BOLD: Final = 0.4
"""Most likely that a bid may be, judging by its player's own dice, to be told as a bluff."""
A_DIE: Final = 0.9
"""How much each die is worth telling that somebody loses at once."""
FEW: Final = 2
"""How few dice somebody has to be down to for a comeback, and how many the others need together."""
MANY: Final = 4


@dataclass(frozen=True, slots=True)
class Doubt(Moment):
    """A doubted bid, told of who was right.

    `left` are everyone's dice after it; `own` is how many of the dice that count were the bidder's own.
    """

    lifted: CupsLifted
    left: tuple[int, ...]
    own: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class Bluff(Moment):
    """A bid on more dice than there were (`count`) that nobody doubted: `believer` raised it to what was doubted.

    `is_out` says whether that cost them their last die.
    """

    bid: Bid
    count: int
    believer: Seat
    is_out: bool
    lifted: CupsLifted


@dataclass(frozen=True, slots=True)
class Comeback(Moment):
    """The winner once had so few `dice` when a round began, against so many `others`."""

    dice: int
    others: int
    round: int
    lifted: CupsLifted


@dataclass(frozen=True, slots=True)
class Unscathed(Moment):
    """The winner has lost no die, or one."""

    lost: int
    lifted: CupsLifted


def moments(table: OpenTable) -> Iterator[Moment]:
    """Everything worth telling about a finished match."""
    dice, had = (DICE_EACH,) * table.seats, []
    for ended in table.ended:
        had.append(dice)
        left = tuple(map(sub, dice, ended.lifted.lost))
        doubt = _doubt(ended.lifted, dice, left, is_last=ended is table.ended[-1])
        told: tuple[Doubt | Bluff, ...] = (doubt, *_bluffs(ended, dice))
        late = 0.5 + 0.5 * lateness(ended.lifted.round, len(table.ended))
        yield from (replace(one, weight=one.weight * late) for one in told)
        dice = left
    (winner,) = table.still_in
    last = table.ended[-1].lifted
    yield from _comebacks(winner, had, last)
    lost = DICE_EACH - dice[winner]
    if lost <= 1 and len(table.ended) > 2:
        yield Unscathed(winner, 3.6 - 1.4 * lost, lost, last)


def _doubt(lifted: CupsLifted, dice: Sequence[int], left: tuple[int, ...], *, is_last: bool) -> Doubt:
    bid, bidder, lost = lifted.bid, lifted.bidder, max(lifted.lost)
    own_dice = lifted.cups[bidder] + lifted.exposed[bidder]
    own, others = bid.counts(own_dice), sum(dice) - len(own_dice)
    surprise = 1 - probability(bid, own_dice, others)
    out = sum(bool(had) and not has for had, has in zip(dice, left, strict=True))
    off = lifted.count - bid.quantity
    if is_last and sum(dice) == 2:  # one against one
        weight = 2.2 + surprise
    elif not off:
        losers = sum(map(bool, lifted.lost))
        weight = 0.4 * losers + out + (1.2 + surprise if losers > 1 else 0.8 * out)
    elif off > 0:
        weight = A_DIE * lost + 2 * surprise + 0.5 * out + (0 if own else 1)
    else:
        weight = A_DIE * lost + 0.5 * out
    return Doubt(bidder if off >= 0 else lifted.doubter, weight, lifted, left, own, is_last)


def _bluffs(ended: EndedRound, dice: Sequence[int]) -> Iterator[Bluff]:
    """Bids that weren't true and got through, while the player who raised them was caught."""
    lifted, bids = ended.lifted, ended.bids
    if any(made.rerolled for made in bids) or lifted.count >= lifted.bid.quantity or len(bids) < 2:
        return
    made = bids[-2]
    count = made.bid.counts(sum(lifted.cups + lifted.exposed, ()))
    own = lifted.cups[made.seat] + lifted.exposed[made.seat]
    chance = probability(made.bid, own, sum(dice) - len(own))
    short = made.bid.quantity - count
    if short > 0 and chance <= BOLD:
        weight = 0.7 * max(lifted.lost) + 0.5 * short + 1.5 * (1 - chance)
        believer = bids[-1].seat
        is_out = lifted.lost[believer] == dice[believer]
        yield Bluff(made.seat, weight + 0.5 * is_out, made.bid, count, believer, is_out, lifted)


def _comebacks(winner: Seat, had: Sequence[Sequence[int]], last: CupsLifted) -> Iterator[Comeback]:
    """The winner's worst moment, if it was one."""
    for number, dice in enumerate(had, 1):
        own, others = dice[winner], sum(dice) - dice[winner]
        if own <= FEW and others >= MANY * own:
            yield Comeback(winner, 2.0 + 0.5 * others - 2.0 * (own - 1), own, others, number, last)
