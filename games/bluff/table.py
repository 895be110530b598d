"""The open part of a table of Bluff: bids, shown dice, how many dice each has."""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Final, Literal

from games import turns
from games.bluff.actions import STAR, Bid, Dice, Lift, replies
from games.bluff.events import BidMade, CupsLifted
from games.core import Outcome, Seat

Phase = Literal["opening", "roll", "bid", "expose", "reroll", "over"]

_OPENING: Final = 0.3
_SHOWING: Final = 0.5
_ANSWERING: Final = 0.2
"""How hard it looks to open a round, to choose dice to show, and at the least to answer a bid."""


@dataclass(frozen=True, slots=True)
class EndedRound:
    """The open part of a round that is over; `bids` oldest first."""

    bids: tuple[BidMade, ...]
    lifted: CupsLifted


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Everything that all can see.

    `dice_counts`, `exposed` and `out_in` have one entry a seat. `dice_counts` includes exposed dice. `bids` are
    this round's, oldest first; `opening` holds every roll for the first turn; `out_in` the round in which a seat lost
    its last die, None while it is in. `last_lift` is the latest challenge of the match, and the last of `ended`, which
    has every round before this one, oldest first. `round` counts from 1.
    """

    to_act: frozenset[Seat]
    decision: int
    phase: Phase
    bids: tuple[BidMade, ...]
    exposed: tuple[Dice, ...]
    round: int
    dice_counts: tuple[int, ...]
    opener: Seat | None
    last_lift: CupsLifted | None
    out_in: tuple[int | None, ...]
    outcome: Outcome | None
    opening: tuple[tuple[Dice, ...], ...]
    reroll: bool
    ended: tuple[EndedRound, ...] = ()

    @property
    def seats(self) -> int:
        """How many seats there are, including players who are out."""
        return len(self.dice_counts)

    @property
    def dice_in_play(self) -> int:
        """How many dice all players have together."""
        return sum(self.dice_counts)

    @property
    def still_in(self) -> frozenset[Seat]:
        """The seats that have dice. Source: RULES.md 5.1."""
        return frozenset(Seat(seat) for seat, dice in enumerate(self.dice_counts) if dice)

    @property
    def bid(self) -> Bid | None:
        """The bid to raise or to doubt."""
        return self.bids[-1].bid if self.bids else None

    @property
    def bidder(self) -> Seat | None:
        """Seat that made that bid."""
        return self.bids[-1].seat if self.bids else None

    @property
    def places(self) -> tuple[int, ...]:
        """Everyone's place so far: those who are in share the first. Source: RULES.md 5.2."""
        return places(self.out_in)

    @property
    def hardness(self) -> float:
        """The closer a bid is to what the dice show on average, the harder it looks to say whether it holds."""
        if self.phase != "bid":
            return _SHOWING
        bid = self.bid
        if bid is None:
            return _OPENING
        if len(self.replies) == 1:
            return 0.0
        hidden = sum(self.dice_counts) - sum(map(len, self.exposed))
        share = 1 / 6 if bid.face == STAR else 1 / 3
        expected = sum(map(bid.counts, self.exposed)) + hidden * share
        spread = sqrt(hidden * share * (1 - share))
        return max(_ANSWERING, 1 - abs(bid.quantity - expected) / (2 * spread))

    @property
    def replies(self) -> tuple[Bid | Lift, ...]:
        """Answers to the last bid, or bids that open the round. See `actions.replies`."""
        bids, dice = self.bids, sum(self.dice_counts)
        if not bids:
            return replies(dice, 0, 0)
        bid = bids[-1].bid
        return replies(dice, bid.space, bid.face)

    def under_cup(self, seat: Seat) -> int:
        """How many dice `seat` has under its cup: everyone can count the others."""
        return self.dice_counts[seat] - len(self.exposed[seat])


def places(out_in: tuple[int | None, ...]) -> tuple[int, ...]:
    """The places of seats that went out in these rounds, None for one that has not. Source: RULES.md 5.2."""
    return turns.places([inf if gone is None else gone for gone in out_in])
