"""What everybody at a table of Bluff can see when a player is to bid or to doubt, as a search reads it."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.bluff.events import BidMade
from games.bluff.ranks import FACE, NO_BID, NUMBER, ONE, ONE_OF, Counted, count_shown

BELIEVABLE: Final = 2
"""Under fewer dice than this a player who has named a face is not taken to have an additional one."""


class InfoSet(NamedTuple):
    """What a player's dice meet when they are to bid or to doubt.

    Shape: `last` is the number of the bid to answer, or NO_BID; of the `dice` in play, `hidden` lie under other cups;
    `known` counts the dice that are shown and those that others are believed to have, by whom the player trusts.
    """

    last: int
    hidden: int
    dice: int
    known: tuple[Counted, Counted, Counted]


class PublicState(NamedTuple):
    """What everybody can see.

    Shape: `last` is the number of the bid to answer, or NO_BID; `named` has a bit for each face that a seat has bid on
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
        """What it is to this seat."""
        cups, last, shown = self.under_cup, self.last, self.shown
        theirs = ONE_OF[self.named[seat]] if cups[seat] >= BELIEVABLE else 0
        latest = ONE[FACE[last]] if last != NO_BID and cups[self.bidder] >= BELIEVABLE else 0
        known = (shown, shown + latest, shown + self.believed - theirs)
        return InfoSet(last, sum(cups) - cups[seat], self.dice, known)

    def after(self, made: BidMade) -> "PublicState":
        """What they see after this bid."""
        named, under_cup = [*self.named], [*self.under_cup]
        named[made.seat] = 0 if made.exposed else named[made.seat] | 1 << made.bid.face
        under_cup[made.seat] -= len(made.exposed)
        last = NUMBER[made.bid.quantity, made.bid.face]
        shown = self.shown + count_shown(made.exposed)
        return PublicState(last, made.seat, tuple(named), tuple(under_cup), self.dice, shown)


def facing_after(dice_counts: Sequence[int], bids: Iterable[BidMade]) -> PublicState:
    """What everybody can see after these bids."""
    facing = PublicState(NO_BID, 0, (0,) * len(dice_counts), tuple(dice_counts), sum(dice_counts), 0)
    for made in bids:
        facing = facing.after(made)
    return facing
