"""Ways in which people play Bluff, for a search to imagine its opponents by. They are quick, and rough on purpose.

A style says whose bids a player believes, how unlikely a bid must be to be doubted, and which bids the player makes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Final, Literal, NamedTuple

from games.bluff.ranks import (
    DOUBT,
    FACE,
    NO_BID,
    NOTHING,
    NUMBER,
    QUANTITY,
    SURE,
    Counted,
    Raise,
    least_raises,
    plus,
    reach,
    tails,
)

Trust = Literal["nobody", "last", "all"]

_BELIEVABLE: Final = 2
"""Under fewer dice than this a player who has named a face is not taken to have an additional one."""


class Facing(NamedTuple):
    """What everybody can see when a player is to bid or to doubt.

    Shape: `last` is the number of the bid to answer, or NO_BID; `named` has a bit for each face that a seat has bid on
    since the dice under its cup were rolled; `under_cup` has how many dice lie there; `dice` are all in play.
    """

    last: int
    bidder: int
    named: Sequence[int]
    under_cup: Sequence[int]
    dice: int


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays.

    Shape: `doubts` are the odds below which they doubt the last bid; `compares`: they also doubt it where that is
    likelier to succeed than their own best bid, unless they have a safe one. They make the highest bid with the odds
    `safe`, or else the likeliest; with `safe` inf, the likeliest always. `creeps`: they make the lowest bid instead.
    `lies` is how often they bid on the face of which they have fewest; then they raise as little as they can, or as if
    they had `pretends` more dice on it.
    """

    trust: Trust
    doubts: float
    compares: bool
    safe: float
    creeps: bool = False
    lies: float = 0.0
    pretends: int = 0

    def answer(self, seat: int, held: Counted, facing: Facing, *, lying: bool = False) -> int:
        """The number of the bid they make, or DOUBT. Shape: `held` counts their own dice and all that are shown."""
        last, dice = facing.last, facing.dice
        raises = least_raises(dice, last)
        if not raises:
            return DOUBT
        counted = held if self.trust == "nobody" or last == NO_BID else plus(held, self._believed(seat, facing))
        hidden = sum(facing.under_cup) - facing.under_cup[seat]
        tail = tails(hidden)
        odds = [tail[face][SURE + quantity - counted[face]] for _, face, quantity in raises]
        best = max(odds)
        if last != NO_BID:
            holds = tail[FACE[last]][SURE + QUANTITY[last] - counted[FACE[last]]]
            if holds < self.doubts or (self.compares and best < self.safe and 1 - holds > best):
                return DOUBT
        if lying:
            return self._lie(counted, raises, hidden, dice)
        if self.creeps:
            return raises[0].number
        if best < self.safe:
            return raises[odds.index(best)].number
        return self._highest(counted, raises, odds, hidden, dice)

    def _highest(self, counted: Counted, raises: Sequence[Raise], odds: Sequence[float], hidden: int, dice: int) -> int:
        """The highest bid that is safe, of which there is one."""
        reached = reach(hidden, self.safe)
        return max(
            NUMBER[min(counted[one.face] + reached[one.face], dice), one.face]
            for one, chance in zip(raises, odds, strict=True)
            if chance >= self.safe
        )

    def _lie(self, counted: Counted, raises: Sequence[Raise], hidden: int, dice: int) -> int:
        """A bid on the face of which the player has fewest, as if they had some more: at least the lowest one."""
        face, quantity = min(raises, key=lambda one: counted[one.face])[1:]
        if self.pretends:
            quantity = max(quantity, min(counted[face] + self.pretends + reach(hidden, self.safe)[face], dice))
        return NUMBER[quantity, face]

    def _believed(self, seat: int, facing: Facing) -> Counted:
        """The dice that others are believed to have because they have bid on them: one for each face and player."""
        if self.trust == "last":
            return _ONE_OF[FACE[facing.last]] if facing.under_cup[facing.bidder] >= _BELIEVABLE else NOTHING
        believed = [0] * len(NOTHING)
        for other, named in enumerate(facing.named):
            if named and other != seat and facing.under_cup[other] >= _BELIEVABLE:
                for face in range(1, len(NOTHING)):
                    believed[face] += named >> face & 1
        return tuple(believed)


_ONE_OF: Final = tuple(tuple(int(other == face) for other in range(len(NOTHING))) for face in range(len(NOTHING)))

_LIKELIEST: Final = inf

_BIDS: Final[tuple[tuple[float, bool, float, int], ...]] = (
    *((safe, False, 0.0, 0) for safe in (_LIKELIEST, 0.999, 0.85, 0.75, 0.6, 0.4)),
    (_LIKELIEST, True, 0.0, 0),
    (0.7, False, 0.35, 0),
    (0.7, False, 0.7, 2),
)
"""What people bid: the likeliest; the highest with these odds, from sure to bold; the lowest; small and big lies."""

_DOUBTS: Final[tuple[tuple[float, bool], ...]] = (
    (0.0, True),
    (0.03, False),
    (0.3, False),
    (0.5, False),
    (0.75, False),
    (0.93, False),
)
"""When people doubt: by comparison, hardly ever, below these odds, nearly always."""

_TRUST: Final[tuple[Trust, ...]] = ("nobody", "last", "all")

STYLES: Final = tuple(
    Style(trust, doubts, compares, *bids) for trust, (doubts, compares), bids in product(_TRUST, _DOUBTS, _BIDS)
)
"""All of them. That there are many matters more than what exactly they are."""

SOUND: Final = Style(trust="all", doubts=0.0, compares=True, safe=0.85)
"""The style that wins most against all the others; measured."""
