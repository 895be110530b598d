"""Events that everyone sees at a table of Bluff."""

from dataclasses import dataclass

from games.bluff.actions import Bid, Dice
from games.core import Seat


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """The roll for the first turn: an empty entry for a seat that did not roll; no opener after a tie."""

    dice: tuple[Dice, ...]
    opener: Seat | None

    def to_record(self) -> None:
        """Says nothing that the action does not."""


@dataclass(frozen=True, slots=True)
class BidMade:
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


@dataclass(frozen=True, slots=True)
class CupsLifted:
    """A bid was doubted, and everything was counted.

    One entry a seat in `lost` (dice really lost), `cups` (what lay hidden) and `exposed` (what lay open);
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
        """The doubt, the count, and the dice that everyone lost."""
        return {
            "event": "lift",
            "bidder": self.bidder,
            "doubter": self.doubter,
            "bid": self.bid.to_text().removeprefix("bid "),
            "count": self.count,
            "lost": list(self.lost),
            "next": self.next,
        }
