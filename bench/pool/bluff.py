"""Styles of Bluff: whom they believe, when they doubt, what they bid and what they show. They know no other cup."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Final, Literal

from games.bluff.actions import FACES, LIFT, STAND, STAR, Bid, Dice, Expose, Face, SeatAction
from games.bluff.view import BluffView
from games.core import Computer

Believed = Literal["nobody", "last", "all"]
Bidding = Literal["likeliest", "highest", "least", "bold", "expected", "echo", "scatter"]
Showing = Literal["never", "hits", "one", "weak"]

Chances = tuple[float, ...]
"""How likely each unseen die counts for a bid. Shape: sorted, one entry a die."""


@dataclass(frozen=True, slots=True)
class Style:
    """Policy of a player.

    Shape: a player whom `believes` names has the face of their last bid on each die with the probability `faith`.
    `doubts_at` is how likely a bid has to fail to be doubted; None: likelier than the best own bid to hold. `enough` is
    how likely a bid has to hold for the kinds of bidding that ask. `bluffs` is how often it bids on a face it lacks.
    """

    believes: Believed = "nobody"
    faith: float = 0.5
    doubts_at: float | None = None
    bids: Bidding = "likeliest"
    enough: float = 0.6
    bluffs: float = 0.0
    shows: Showing = "never"

    def __call__(self, view: BluffView, rng: Random) -> SeatAction:
        """Shows dice, doubts, or bids."""
        if view.table.phase == "expose":
            return _show(self.shows, view, rng)
        outlook = Outlook(self, view)
        if outlook.bid is not None and self._doubts(outlook, outlook.bid):
            return LIFT
        if self.bluffs and rng.random() < self.bluffs and (lies := outlook.lies()):
            return rng.choice(lies)
        return _BIDDING[self.bids](outlook, rng)

    def _doubts(self, outlook: "Outlook", bid: Bid) -> bool:
        """Whether the bid seems worth a doubt."""
        if not outlook.bids:
            return True
        if self.bids == "expected":
            return bid.quantity > outlook.expected(bid.face) + self.enough
        fails = 1 - outlook.holds(bid)
        return fails > (outlook.best if self.doubts_at is None else self.doubts_at)


class Outlook:
    """View as a player of some style sees it."""

    def __init__(self, style: Style, view: BluffView) -> None:
        table = view.table
        self.style = style
        self.bid = table.bid
        self.own = view.own_dice
        self.bids = [action for action in table.replies if isinstance(action, Bid)]
        self._seen: Dice = (*chain.from_iterable(table.exposed), *self.own)
        named: dict[int, Face] = {}
        for made in table.bids[-1:] if style.believes == "last" else table.bids:
            if style.believes != "nobody":
                named[made.seat] = made.bid.face
        self._cups = [(table.under_cup(seat), named.get(seat)) for seat in view.opponents]

    def holds(self, bid: Bid) -> float:
        """How likely the bid seems to hold."""
        needed = bid.quantity - bid.counts(self._seen)
        return _at_least(max(needed, 0), self._chances(bid.face))

    def expected(self, face: Face) -> float:
        """How many dice seem to count for a bid on this face."""
        return Bid(1, face).counts(self._seen) + sum(self._chances(face))

    @property
    def best(self) -> float:
        """How likely the likeliest bid seems to hold."""
        return max(map(self.holds, self.bids))

    def lies(self) -> list[Bid]:
        """The least raise on each face that the player lacks, as far as it might still hold."""
        firsts = (next((bid for bid in self.bids if bid.face == face), None) for face in FACES if face not in self.own)
        return [bid for bid in firsts if bid is not None and self.holds(bid) > 0.1]

    def _chances(self, face: Face) -> Chances:
        return tuple(sorted(_hit(face, named, self.style.faith) for dice, named in self._cups for _ in range(dice)))


def _hit(face: Face, named: Face | None, faith: float) -> float:
    """How likely a die counts for a bid on `face` if its owner, who is believed, has named a face."""
    star = 1 / 6 if named is None else faith if named == STAR else (1 - faith) / 5
    if face == STAR:
        return star
    return star + (1 / 6 if named is None else faith if named == face else (1 - faith) / 5)


@lru_cache(maxsize=2**14)
def _at_least(needed: int, chances: Chances) -> float:
    """How likely at least this many of these dice count."""
    exactly = [1.0, *[0.0] * len(chances)]
    for chance in chances:
        for hits in range(len(chances), 0, -1):
            exactly[hits] += chance * (exactly[hits - 1] - exactly[hits])
        exactly[0] *= 1 - chance
    return sum(exactly[needed:])


def _likeliest(outlook: Outlook, rng: Random) -> Bid:
    """The bid that seems likeliest to hold; the highest of several."""
    del rng
    return max(outlook.bids, key=lambda bid: (round(outlook.holds(bid), 9), bid.space, bid.face))  # equal but for noise


def _highest(outlook: Outlook, rng: Random) -> Bid:
    """The highest bid that is likely enough."""
    safe = [bid for bid in outlook.bids if outlook.holds(bid) >= outlook.style.enough]
    return safe[-1] if safe else _likeliest(outlook, rng)


def _least(outlook: Outlook, rng: Random) -> Bid:
    """The least raise, rather on one of the two faces that the player has most of."""
    del rng
    counts = sorted(FACES, key=outlook.own.count, reverse=True)
    return next((bid for bid in outlook.bids[:6] if bid.face in counts[:2]), outlook.bids[0])


def _bold(outlook: Outlook, rng: Random) -> Bid:
    """A jump as far as is likely enough, and a raise by one more where nothing is."""
    far = [bid for bid in outlook.bids if outlook.holds(bid) >= outlook.style.enough]
    return rng.choice(far[-3:]) if far else outlook.bids[0]


def _expected(outlook: Outlook, rng: Random) -> Bid:
    """The bid furthest below what the face is expected to come to; the lower of several."""
    del rng
    return max(outlook.bids, key=lambda bid: outlook.expected(bid.face) - bid.quantity)


def _echo(outlook: Outlook, rng: Random) -> Bid:
    """One more of the same; its first bid is the highest that is likely enough."""
    same = [bid for bid in outlook.bids if outlook.bid and bid.face == outlook.bid.face]
    return same[0] if same else _highest(outlook, rng)


def _scatter(outlook: Outlook, rng: Random) -> Bid:
    """Any bid that is likely enough."""
    likely = [bid for bid in outlook.bids if outlook.holds(bid) >= outlook.style.enough]
    return rng.choice(likely) if likely else _likeliest(outlook, rng)


_BIDDING: Final[Mapping[Bidding, Callable[[Outlook, Random], Bid]]] = {
    "likeliest": _likeliest,
    "highest": _highest,
    "least": _least,
    "bold": _bold,
    "expected": _expected,
    "echo": _echo,
    "scatter": _scatter,
}


def _show(how: Showing, view: BluffView, rng: Random) -> SeatAction:
    """The dice to show: all that count, one that does, or those that count if they are few."""
    bid, own = view.table.bids[-1].bid, view.own_dice
    hits = tuple([face for face in own if face in {bid.face, STAR}])
    shown = hits[: len(own) - 1]
    if how == "never" or not shown or (how == "weak" and 2 * len(hits) > len(own)):
        return STAND
    return Expose((rng.choice(shown),) if how == "one" else shown)


def _beginner(view: BluffView, rng: Random) -> SeatAction:
    """Any move that isn't silly: a raise by a few steps, or a doubt, that is no worse than three to two against."""
    if view.table.phase == "expose":
        return rng.choice(view.legal_actions)
    outlook = Outlook(Style(), view)
    sensible: list[SeatAction] = [bid for bid in outlook.bids[:12] if outlook.holds(bid) >= 0.4]
    if outlook.bid is not None and (not sensible or outlook.holds(outlook.bid) <= 0.6):
        sensible.append(LIFT)
    return rng.choice(sensible or outlook.bids[:1])


STYLES: Final[Mapping[str, Computer[BluffView, SeatAction]]] = {
    "plain": Style(doubts_at=0.5),
    "weighing": Style(bids="highest", enough=0.7, shows="hits"),
    "expecting": Style(bids="expected", enough=0.5),
    "daring": Style(bids="expected", enough=1.5, bluffs=0.1),
    "leaning": Style(believes="last", faith=0.35, shows="hits"),
    "trusting": Style(believes="all", faith=0.45, doubts_at=0.6, bids="highest", enough=0.7, shows="weak"),
    "sceptical": Style(doubts_at=0.4, bids="highest", enough=0.6, shows="one"),
    "patient": Style(doubts_at=0.9, enough=0.5, shows="hits"),
    "contrary": Style(doubts_at=0.2, bids="least"),
    "stubborn": Style(doubts_at=0.98, bids="least", shows="weak"),
    "crawling": Style(believes="last", faith=0.4, bids="least", shows="hits"),
    "jumping": Style(doubts_at=0.7, bids="bold", enough=0.35, shows="hits"),
    "bluffing": Style(doubts_at=0.6, bids="highest", enough=0.6, bluffs=0.35, shows="one"),
    "echoing": Style(believes="all", faith=0.35, doubts_at=0.65, bids="echo", enough=0.8, shows="one"),
    "scattering": Style(believes="last", faith=0.3, doubts_at=0.75, bids="scatter", enough=0.5, bluffs=0.1),
    "beginner": _beginner,
}
"""Every style, by name; the interval of doubts goes from nearly always to hardly ever."""
