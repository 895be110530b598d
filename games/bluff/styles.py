"""Ways in which people play Bluff, for a search to imagine its opponents by. They are quick, and rough on purpose.

A style says whose bids a player believes, how unlikely a bid must be to be doubted, and which bids the player makes.
"""

from dataclasses import dataclass, field
from itertools import product
from math import inf
from typing import Final, Literal

from games.bluff.ranks import COUNTS, DOUBT, KEY, NO_BID, NUMBER, Counted, Prospects, key_of, prospects, reach

Trust = Literal["nobody", "last", "all"]
TRUSTS: Final[tuple[Trust, ...]] = ("nobody", "last", "all")
LAST: Final = TRUSTS.index("last")
ALL: Final = TRUSTS.index("all")

Bidding = Literal["highest", "lowest", "own", "same", "any"]

_REMEMBERED: Final = 200
"""So many answers of a mood are kept, so that all take no more than some megabytes."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How somebody plays.

    Shape: `doubts` are the odds below which they doubt the last bid; `compares`: they also doubt it where that is
    likelier to succeed than their own best bid, unless they have a safe one. They make the highest bid with the odds
    `safe`, or else the likeliest; with `safe` inf, the likeliest always. Or else they make the `lowest` bid, raise on
    the `same` face if they can, or make `any` bid that is safe.
    `lies` is how often they bid on the face of which they have fewest; then they raise as little as they can, or as if
    they had `pretends` more dice on it.
    """

    trust: Trust
    doubts: float
    compares: bool
    safe: float
    bids: Bidding = "highest"
    lies: float = 0.0
    pretends: int = 0
    trusts: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "trusts", TRUSTS.index(self.trust))


class PolicyState:
    """A style at one moment, when it always answers alike: lying or not, and by the luck of who makes any bid.

    Shape: `answers` are those it has given, by `key_of`.
    """

    __slots__ = ("answers", "luck", "lying", "style", "trusts")

    def __init__(self, style: PlayStyle, *, lying: bool = False, luck: float = 0.0) -> None:
        self.style = style
        self.lying = lying
        self.luck = luck
        self.trusts = style.trusts
        self.answers: dict[int, int] = {}

    def answer(self, counted: Counted, last: int, hidden: int, dice: int) -> int:
        """The number of the bid they make, or DOUBT.

        Shape: `counted` counts their own dice and what they know of others; for the rest see `InfoSet`.
        """
        key = counted << KEY | key_of(last, hidden, dice)
        found = self.answers.get(key)
        return self.find(key, counted, prospects(last, hidden, dice)) if found is None else found

    def find(self, key: int, counted: Counted, faced: Prospects) -> int:
        """An answer that has not been given yet."""
        if len(self.answers) >= _REMEMBERED:
            self.answers.clear()
        found = self.answers[key] = self._decide(counted, faced)
        return found

    def _decide(self, counted: Counted, faced: Prospects) -> int:
        style, raises = self.style, faced.raises
        if not raises:
            return DOUBT
        highest = faced.highest(counted, style.safe)
        odds = [row[counted >> shift & COUNTS] for shift, row in faced.rows] if highest == NO_BID else [1.0]
        best = max(odds)
        if faced.bid is not None:
            holds = faced.bid.odds[counted >> faced.bid.shift & COUNTS]
            if holds < style.doubts or (style.compares and highest == NO_BID and 1 - holds > best):
                return DOUBT
        if self.lying:
            return self._lie(counted, faced)
        if style.bids == "lowest":
            return raises[0].number
        if style.bids == "own":
            return self._own(counted, faced)
        if style.bids == "same" and faced.bid is not None:
            return next((one.number for one in raises if one.face == faced.bid.face), raises[0].number)
        if highest == NO_BID:
            return raises[odds.index(best)].number
        return highest if style.bids != "any" else self._any(counted, faced)

    def _own(self, counted: Counted, faced: Prospects) -> int:
        """The lowest bid on one of the two faces of which the player has most."""
        second = sorted([counted >> shift & COUNTS for shift, _ in faced.rows])[-2:][0]
        return next(one.number for one in faced.raises if counted >> one.shift & COUNTS >= second)

    def _any(self, counted: Counted, faced: Prospects) -> int:
        """One of the safe bids, all equally likely by luck."""
        safe = faced.safe(counted, self.style.safe)
        return safe[int(self.luck * len(safe))]

    def _lie(self, counted: Counted, faced: Prospects) -> int:
        """A bid on the face of which the player has fewest, as if they had some more: at least the lowest one."""
        least = min(faced.raises, key=lambda one: counted >> one.shift & COUNTS)
        quantity, pretends = least.quantity, self.style.pretends
        if pretends:
            reached = (counted >> least.shift & COUNTS) + pretends + reach(faced.hidden, self.style.safe)[least.face]
            quantity = max(quantity, min(reached, faced.dice))
        return NUMBER[quantity, least.face]


_LUCKS: Final = (0.125, 0.375, 0.625, 0.875)


def moods_of(style: PlayStyle) -> tuple[tuple[PolicyState, ...], tuple[float, ...]]:
    """The moods that a style can be in, and how often it is."""
    if style.lies:
        return (PolicyState(style), PolicyState(style, lying=True)), (1 - style.lies, style.lies)
    if style.bids == "any":
        return tuple(PolicyState(style, luck=luck) for luck in _LUCKS), (1 / len(_LUCKS),) * len(_LUCKS)
    return (PolicyState(style),), (1.0,)


_LIKELIEST: Final = inf

_BIDS: Final[tuple[tuple[float, Bidding, float, int], ...]] = (
    *((safe, "highest", 0.0, 0) for safe in (_LIKELIEST, 0.95, 0.8, 0.65, 0.5, 0.35)),
    (_LIKELIEST, "lowest", 0.0, 0),
    (_LIKELIEST, "own", 0.0, 0),
    (0.7, "same", 0.0, 0),
    (0.5, "any", 0.0, 0),
    (0.7, "highest", 0.35, 0),
    (0.7, "highest", 0.7, 2),
)
"""What people bid: the likeliest; the highest with these odds, from sure to bold; the lowest; one more of the same; any
that is likely enough; small and big lies."""

_DOUBTS: Final[tuple[tuple[float, bool], ...]] = (
    (0.0, True),
    (0.03, False),
    (0.15, False),
    (0.3, False),
    (0.45, False),
    (0.6, False),
    (0.78, False),
    (0.93, False),
)
"""When people doubt: by comparison, hardly ever, below these odds, nearly always."""

STYLES: Final = tuple(
    PlayStyle(trust, doubts, compares, *bids) for trust, (doubts, compares), bids in product(TRUSTS, _DOUBTS, _BIDS)
)
"""All of them. That there are many matters more than what exactly they are."""

SOUND: Final = PlayStyle(trust="all", doubts=0.0, compares=True, safe=0.85)
"""The style that wins most against all the others; measured."""
