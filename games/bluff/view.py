"""What one seat at a game of Bluff may know and do, and why not more. Knows nothing that lies under another's cup."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.bluff.actions import (
    STAND,
    Bid,
    BluffAction,
    Dice,
    Expose,
    Lift,
    SeatAction,
    Stand,
    exposures,
    replies,
)
from games.core import IMPOSSIBLE, IllegalAction, Outcome, Seat
from games.values import value

Phase = Literal["opening", "roll", "bid", "expose", "reroll", "over"]


@value
class OpeningRolled:
    """The roll for the first turn. Shape: an empty entry for a seat that did not roll; no opener after a tie."""

    dice: tuple[Dice, ...]
    opener: Seat | None

    def to_record(self) -> None:
        """Says nothing that the action does not."""


class BidMade(NamedTuple):
    """A bid, and what its player went on to show with it."""

    seat: Seat
    bid: Bid
    exposed: Dice = ()
    rerolled: int = 0

    def to_record(self) -> None:
        """Says nothing that the action does not."""


@dataclass(frozen=True, slots=True)
class DiceExposed:
    """A player showed dice after their own bid, and rolled the others again."""

    seat: Seat
    faces: Dice
    rerolled: int

    def to_record(self) -> None:
        """Says nothing that the action does not."""


@value
class CupsLifted:
    """A bid was doubted, and everything was counted.

    Shape: one entry a seat in `lost` (dice really lost), `cups` (what lay hidden) and `exposed` (what lay open);
    `next` opens the next round, None when the match is over.
    """

    round: int
    bidder: Seat
    doubter: Seat
    bid: Bid
    count: int
    lost: tuple[int, ...]
    next: Seat | None
    cups: tuple[Dice, ...]
    exposed: tuple[Dice, ...]

    def to_record(self) -> dict[str, object]:
        return {
            "event": "lift",
            "bidder": self.bidder,
            "doubter": self.doubter,
            "bid": self.bid.to_text().removeprefix("bid "),
            "count": self.count,
            "lost": list(self.lost),
            "next": self.next,
        }


class BluffView(NamedTuple):
    """Everything one seat may know.

    Shape: `dice_counts`, `exposed` and `out_in` have one entry a seat. `dice_counts` includes exposed dice; `own_dice`
    are those under this seat's cup, empty for a spectator. `bids` are this round's, oldest first; `opening` holds every
    roll for the first turn; `out_in` the round in which a seat lost its last die, None while it is in.
    `last_lift` is the latest challenge of the match. `round` counts from 1.

    A tuple, not a dataclass: every decision of a simulation makes three of them. Those fields that an action changes
    within a round come first, so that the others can be handed on as one slice.
    """

    seat: Seat | None
    own_dice: Dice
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

    @property
    def seats(self) -> int:
        return len(self.dice_counts)

    @property
    def rounds_over(self) -> int:
        """Each round ends with a doubt."""
        return self.last_lift.round if self.last_lift else 0

    @property
    def continues_turn(self) -> bool:
        """Dice are shown with a bid."""
        return self.phase == "expose"

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """All others who still have dice."""
        return tuple([Seat(seat) for seat, dice in enumerate(self.dice_counts) if dice and seat != self.seat])

    @property
    def dice_in_play(self) -> int:
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
        return self.bids[-1].seat if self.bids else None

    @property
    def places(self) -> tuple[int, ...]:
        """The places so far: those who are in share the first. Source: RULES.md 5.2."""
        return places(self.out_in)

    def go_on(
        self, to_act: frozenset[Seat], phase: Phase, bids: tuple[BidMade, ...], exposed: tuple[Dice, ...]
    ) -> "BluffView":
        """The table one decision later in the same round."""
        now = (self.seat, self.own_dice, to_act, self.decision + 1, phase, bids, exposed)
        return tuple.__new__(BluffView, now + self[7:])

    def seen_by(self, seat: Seat, own_dice: Dice) -> "BluffView":
        """The same table with what lies under one seat's cup."""
        return tuple.__new__(BluffView, (seat, own_dice, *self[2:]))

    def under_cup(self, seat: Seat) -> int:
        """How many dice `seat` has under its cup: everyone can count the others."""
        return self.dice_counts[seat] - len(self.exposed[seat])

    @property
    def legal_actions(self) -> tuple[SeatAction, ...]:
        """Every action this seat may take now.

        Shape: see `replies` and `exposures`; empty unless this seat is to act.
        Source: RULES.md 2.2, 2.3, 3.4, 3.5, 6.1.
        """
        if self.seat not in self.to_act:
            return ()
        return self._replies if self.phase == "bid" else exposures(self.own_dice)

    @property
    def public_actions(self) -> tuple[SeatAction, ...]:
        """What a public message may offer: which dice can be shown is for their owner's eyes."""
        if self.phase == "bid":
            return self._replies
        return (STAND,) if self.phase == "expose" else ()

    @property
    def forced_action(self) -> None:
        """Nothing plays itself: that only the cups are left to lift is for their player to see."""

    @property
    def _replies(self) -> tuple[Bid | Lift, ...]:
        if not self.bids:
            return replies(sum(self.dice_counts), 0, 0)
        bid = self.bids[-1].bid
        return replies(sum(self.dice_counts), bid.space, bid.face)

    def check(self, action: BluffAction) -> None:
        """Raises: IllegalAction, unless `action` is one of `legal_actions`."""
        if self.seat not in self.to_act:
            raise IllegalAction(IMPOSSIBLE)
        if self.phase == "bid" and isinstance(action, Bid):
            self._check_bid(action)
            return
        match action:
            case Lift() if self.phase == "bid":
                if not self.bids:
                    raise IllegalAction("There's no bid to doubt yet: open the round with one.")
            case Expose() if self.phase == "expose":
                self._check_expose(action.faces)
            case Stand() if self.phase == "expose":
                pass
            case _:
                raise IllegalAction(IMPOSSIBLE)

    def _check_bid(self, bid: Bid) -> None:
        dice = sum(self.dice_counts)
        if bid.quantity < 1:
            raise IllegalAction(IMPOSSIBLE)
        if bid.quantity > dice:
            raise IllegalAction("You can't bid on more dice than are in play: {dice}.", dice=dice)
        if not self.bids or bid.beats(self.bids[-1].bid):
            return
        lowest = self._replies[0]
        if isinstance(lowest, Lift):
            raise IllegalAction("No bid is higher than {bid}: you can only doubt it.", bid=str(self.bid))
        raise IllegalAction(
            "Anything up to {bid} is too low: bid {lowest} or more, or doubt.", bid=str(self.bid), lowest=str(lowest)
        )

    def _check_expose(self, faces: Dice) -> None:
        if len(faces) == len(self.own_dice):
            raise IllegalAction("You can't show all your dice: at least one stays under the cup.")
        if not faces or list(faces) != sorted(faces) or Counter(faces) - Counter(self.own_dice):
            raise IllegalAction(IMPOSSIBLE)


def places(out_in: tuple[int | None, ...]) -> tuple[int, ...]:
    """The places of seats that went out in these rounds. Source: RULES.md 5.2."""
    return tuple(1 + sum(own is not None and (later is None or later > own) for later in out_in) for own in out_in)
