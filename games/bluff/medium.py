"""The medium player of Bluff: reads the bids of each opponent as evidence about their dice. Knows no other cup."""

from functools import cache, lru_cache, partial
from random import Random
from typing import Final

from games.bluff.actions import FACES, STAR, Bid, Dice, Face, SeatAction
from games.bluff.greedy import Odds, greedy
from games.bluff.view import BluffView

_TRUSTED: Final = 0.8
"""How likely a bid must be to hold to be trusted; measured: lower ones lose to `steady`, higher ones to itself."""

_NAMED: Final = 4.0
"""How much likelier than an unnamed one a die under a bidder's cup shows a face that they have bid on; measured."""

_NAMED_STAR: Final = 2.0
"""The same for a star, once for each number that they have bid on: stars count for all of them; measured."""

Cup = tuple[int, int]
"""What is known of an opponent's cup: how many dice lie there, and which faces they have bid on since that roll.

Shape: bit f of the second number for the face f. How often they have bid on it says nothing more: a player
that counts it loses two matches of three.
"""


def medium(view: BluffView, rng: Random) -> SeatAction:
    """Bids and doubts by what the others probably have, believing that players have more of the faces they bid on."""
    return greedy(view, rng, partial(_judge, _opposing_cups(view)), _TRUSTED)


def _opposing_cups(view: BluffView) -> tuple[Cup, ...]:
    """Shape: ascending, one entry for each opponent who still has dice."""
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
            rows[face] = (stars if face == STAR else stars + seen.count(face), _at_least(hidden, face))
        shown, tail = rows[face]
        needed = bid.quantity - shown
        if needed <= 0:
            return 1.0
        return tail[needed] if needed < len(tail) else 0.0

    return holds


@lru_cache(maxsize=1 << 14)
def _at_least(cups: tuple[Cup, ...], face: Face) -> tuple[float, ...]:
    """How likely at least n dice in these cups count for a bid on `face`. Shape: one entry for each n, from 0."""
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
