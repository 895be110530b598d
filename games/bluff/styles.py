"""Ways in which people play Bluff, for a search to imagine its opponents by: quick, and rough on purpose.

Bids are numbers here, and the odds of dice are tables, because a search reads them a million times. A style says whose
bids a player believes, how unlikely a bid must be to be doubted, and which bids the player makes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate, product
from math import comb, inf
from typing import Final, Literal, NamedTuple

from games.bluff.actions import DICE_EACH, FACES, MOST_DICE, PATH, PLAYERS, SIZES, STAR, Dice, Face
from games.bluff.events import BidMade

NO_BID: Final = -1
DOUBT: Final = -1
"""Bids are known by their places on the path, from 0. Before the first one stands NO_BID; a doubt is no bid either."""

QUANTITY: Final = tuple(bid.quantity for bid in PATH)
FACE: Final = tuple(bid.face for bid in PATH)
NUMBER: Final[dict[tuple[int, int], int]] = {(bid.quantity, bid.face): number for number, bid in enumerate(PATH)}

Counted = int
"""How many of some dice count for a bid on each face: `COUNTS` for each face; sums are those of the dice."""

COUNTS: Final = 63
SHIFT: Final = tuple(6 * face for face in range(STAR + 1))
"""A face's count is `counted >> SHIFT[face] & COUNTS`. It reaches that of all dice and those that are believed in."""

ONE: Final[tuple[Counted, ...]] = (0, *(1 << shift for shift in SHIFT[1:]))
"""One die that counts for a bid on this face alone. Entry f for the face f; entry 0 is not used."""

ONE_OF: Final[tuple[Counted, ...]] = tuple(
    sum(ONE[face] for face in FACES if faces >> face & 1) for faces in range(1 << (STAR + 1))
)
"""One such die for each of some faces, by the faces, of which each is a bit."""


def _counted(dice: Dice) -> Counted:
    stars = dice.count(STAR)
    return sum((dice.count(face) + stars) * ONE[face] for face in FACES[:-1]) + stars * ONE[STAR]


COUNTED: Final[dict[Dice, Counted]] = {dice: _counted(dice) for dice in SIZES}
"""For all dice that one player can have. Source: RULES.md 3.1, 3.2."""

_OF_DIE: Final[dict[Face, Counted]] = {face: COUNTED[(face,)] for face in FACES}

ROLLED: Final[tuple[tuple[Counted, ...], ...]] = tuple(
    tuple(sum(dice) for dice in product(_OF_DIE.values(), repeat=count)) for count in range(DICE_EACH + 1)
)
"""Counts of every roll of this many dice, all equally likely, by the number of dice."""

SURE: Final = MOST_DICE + PLAYERS[-1]
"""Where the odds for no missing die stand in a tail: before it there is room for dice that are only believed in."""

Tail = tuple[float, ...]
"""How likely at least n of some unseen dice count for a bid. Entry SURE + n, for n from -SURE to MOST_DICE."""


def count_shown(dice: Dice) -> Counted:
    """Counts of dice that several players have shown."""
    return sum(map(_OF_DIE.__getitem__, dice))


@cache
def tails(hidden: int) -> tuple[Tail, ...]:
    """The tails of this many fair dice. Entry f for bids on the face f; entry 0 is not used."""
    number, star = _tail(hidden, 2), _tail(hidden, 1)
    return (*[number] * STAR, star)


def _tail(hidden: int, faces: int) -> Tail:
    rolls = 6**hidden
    exactly = [comb(hidden, hits) * faces**hits * (6 - faces) ** (hidden - hits) for hits in range(hidden + 1)]
    at_least = [ways / rolls for ways in accumulate(reversed(exactly))]
    return (*[1.0] * SURE, *reversed(at_least), *[0.0] * (MOST_DICE - hidden))


class Raise(NamedTuple):
    """The least raise on one face. `odds` has how likely it holds by what counts of the dice that are known."""

    number: int
    face: int
    quantity: int
    shift: int
    odds: Tail


class Prospects:
    """Answers of a player to a bid with some of the dice unseen.

    `raises` has the lowest bid on each face that beats the bid, ascending; `rows` their shifts and odds. `bid`
    is the bid to answer, or None.
    """

    __slots__ = ("_highest", "bid", "dice", "hidden", "raises", "rows")

    def __init__(self, last: int, hidden: int, dice: int) -> None:
        self.hidden = hidden
        self.dice = dice
        self.raises = tuple([_raise(number, hidden) for number in _next(last) if QUANTITY[number] <= dice])
        self.rows = tuple([(one.shift, one.odds) for one in self.raises])
        self.bid = None if last == NO_BID else _raise(last, hidden)
        self._highest: dict[float, tuple[tuple[int, tuple[int, ...]], ...]] = {}

    def highest(self, counted: Counted, odds: float) -> int:
        """The highest bid that holds with at least these odds by what counts of the dice that are known, or NO_BID."""
        rows = self._highest.get(odds)
        if rows is None:
            reached = reach(self.hidden, odds) if odds <= 1 else _NOWHERE
            rows = self._highest[odds] = tuple(
                [(one.shift, _highest(one.face, one.quantity, reached[one.face], self.dice)) for one in self.raises]
            )
        return max([row[counted >> shift & COUNTS] for shift, row in rows])

    def safe(self, counted: Counted, odds: float) -> list[int]:
        """Every bid that holds with at least these odds, by faces."""
        reached = reach(self.hidden, odds)
        return [
            NUMBER[quantity, face]
            for _, face, least, shift, _ in self.raises
            for quantity in range(least, min((counted >> shift & COUNTS) + reached[face], self.dice) + 1)
        ]


_NOWHERE: Final = (-SURE - 1,) * (STAR + 1)


@lru_cache(maxsize=1 << 9)
def _highest(face: Face, least: int, reached: int, dice: int) -> tuple[int, ...]:
    """The highest bid on a face that says no more than so many unseen dice, by how many known ones count, or NO_BID."""
    quantities = [min(known + reached, dice) for known in range(SURE + 1)]
    return tuple([NUMBER[quantity, face] if quantity >= least else NO_BID for quantity in quantities])


@lru_cache(maxsize=1 << 8)
def prospects(last: int, hidden: int, dice: int) -> Prospects:
    """Answers to this bid, or NO_BID, with this many dice in play, of which some are hidden.

    There is no raise on a face that would need more dice than there are.
    Source: RULES.md 3.4, 3.5.
    """
    return Prospects(last, hidden, dice)


KEY: Final = 24
"""As many bits has a number that stands for what a player faces."""


def key_of(last: int, hidden: int, dice: int) -> int:
    """A number that stands for what a player faces. The bid that they face is to be added to that for bid 0."""
    return (hidden << 8 | dice) << 8 | last + 1


@cache
def _next(last: int) -> tuple[int, ...]:
    """The lowest bid on each face above `last`, ascending."""
    firsts = (next((bid for bid in range(last + 1, len(PATH)) if FACE[bid] == face), None) for face in FACES)
    return tuple(sorted(bid for bid in firsts if bid is not None))


@cache
def _raise(number: int, hidden: int) -> Raise:
    face, quantity = FACE[number], QUANTITY[number]
    return Raise(number, face, quantity, SHIFT[face], _odds(quantity, hidden, face == STAR))


@cache
def _odds(quantity: int, hidden: int, on_stars: bool) -> Tail:
    tail = tails(hidden)[STAR if on_stars else 1]
    return tuple(tail[SURE + quantity - known] for known in range(SURE + 1))


@cache
def reach(hidden: int, odds: float) -> tuple[int, ...]:
    """How many of this many fair dice count for a bid on each face with at least these odds.

    Entry f for the face f; entry 0 is not used.
    """
    return tuple(max(needed for needed in range(hidden + 1) if tail[SURE + needed] >= odds) for tail in tails(hidden))


BELIEVABLE: Final = 2
"""Under fewer dice than this a player who has named a face is not taken to have an additional one."""


class InfoSet(NamedTuple):
    """Facts that a player's dice meet when the player is to bid or to doubt.

    `last` is the number of the bid to answer, or NO_BID; of the `dice` in play, `hidden` lie under other cups;
    `known` counts the dice that are shown and those that others are believed to have, by whom the player trusts.
    """

    last: int
    hidden: int
    dice: int
    known: tuple[Counted, Counted, Counted]


class PublicState(NamedTuple):
    """Everything that all can see.

    `last` is the number of the bid to answer, or NO_BID; `named` has a bit for each face that a seat has bid on
    since the dice under its cup were rolled; `under_cup` has how many dice lie there; `dice` are all in play; `shown`
    counts those that lie open.
    """

    last: int
    bidder: int
    named: tuple[int, ...]
    under_cup: tuple[int, ...]
    dice: int
    shown: Counted

    @property
    def believed(self) -> Counted:
        """The dice that players are believed to have because they have bid on them: one for each face and player."""
        cups = zip(self.named, self.under_cup, strict=True)
        return sum([ONE_OF[named] for named, dice in cups if dice >= BELIEVABLE])

    def standpoint(self, seat: int) -> InfoSet:
        """Information set of this seat."""
        cups, last, shown = self.under_cup, self.last, self.shown
        theirs = ONE_OF[self.named[seat]] if cups[seat] >= BELIEVABLE else 0
        latest = ONE[FACE[last]] if last != NO_BID and cups[self.bidder] >= BELIEVABLE else 0
        known = (shown, shown + latest, shown + self.believed - theirs)
        return InfoSet(last, sum(cups) - cups[seat], self.dice, known)

    def after(self, made: BidMade) -> "PublicState":
        """Public state after this bid."""
        named, under_cup = [*self.named], [*self.under_cup]
        named[made.seat] = 0 if made.exposed else named[made.seat] | 1 << made.bid.face
        under_cup[made.seat] -= len(made.exposed)
        last = NUMBER[made.bid.quantity, made.bid.face]
        shown = self.shown + count_shown(made.exposed)
        return PublicState(last, made.seat, tuple(named), tuple(under_cup), self.dice, shown)


def facing_after(dice_counts: Sequence[int], bids: Iterable[BidMade]) -> PublicState:
    """Public state after these bids."""
    facing = PublicState(NO_BID, 0, (0,) * len(dice_counts), tuple(dice_counts), sum(dice_counts), 0)
    for made in bids:
        facing = facing.after(made)
    return facing


Trust = Literal["nobody", "last", "all"]
TRUSTS: Final[tuple[Trust, ...]] = ("nobody", "last", "all")
LAST: Final = TRUSTS.index("last")
ALL: Final = TRUSTS.index("all")

Bidding = Literal["highest", "lowest", "own", "same", "any"]

_KEPT_ANSWERS: Final = 50
"""So many answers of a mood are kept, so that all take no more than some megabytes."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How somebody plays.

    `doubts` are the odds below which they doubt the last bid; `compares`: they also doubt it where that is
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

    `answers` are those it has given, by `key_of`.
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

        `counted` counts their own dice and what they know of others; for the rest see `InfoSet`.
        """
        key = counted << KEY | key_of(last, hidden, dice)
        found = self.answers.get(key)
        return self.find(key, counted, prospects(last, hidden, dice)) if found is None else found

    def find(self, key: int, counted: Counted, faced: Prospects) -> int:
        """An answer that has not been given yet."""
        if len(self.answers) >= _KEPT_ANSWERS:
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
"""Bids of people: the likeliest; the highest with these odds, from sure to bold; the lowest; one more of the same; any
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
