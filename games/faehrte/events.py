"""Events that everyone sees at a table of Auf falscher Fährte."""

from dataclasses import dataclass
from typing import Literal

from games.cards import NAMES, Card, Colour
from games.core import Seat

Kind = Literal["plus", "minus"]


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A complete trick: `cards` from the leader's on, clockwise; no winner where all are jokers."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    def to_record(self) -> dict[str, object]:
        """The seat that has taken the trick."""
        return {"event": "trick", "winner": self.winner}


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """Someone who might change trump did, or kept it."""

    seat: Seat
    trump: Colour
    changed: bool

    def to_record(self) -> None:
        """Says nothing that the action does not."""


@dataclass(frozen=True, slots=True)
class TrumpStays:
    """With four cards left several do worst, so nobody may change trump."""

    worst: tuple[Seat, ...]

    def to_record(self) -> None:
        """Says nothing that the tricks do not."""


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A hidden card, nobody says whose, is turned."""

    card: Card

    def to_record(self) -> dict[str, object]:
        """The card that was turned."""
        return {"event": "reveal", "card": NAMES[self.card]}


@dataclass(frozen=True, slots=True)
class KindDecided:
    """All hidden cards lie open: now everyone knows what the round is about."""

    kind: Kind
    total: int

    def to_record(self) -> dict[str, object]:
        """Plus or Minus, and the total that decided it."""
        return {"event": "kind", "kind": self.kind, "total": self.total}


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round's result.

    `hidden` as they were turned; `tricks`, `points` and `totals` have one entry a seat; `totals` include this
    round.
    """

    round: int
    kind: Kind
    hidden: tuple[Card, ...]
    total: int
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]

    def to_record(self) -> dict[str, object]:
        """The tricks, the points and the totals of everyone."""
        return {
            "event": "round",
            "tricks": list(self.tricks),
            "points": list(self.points),
            "totals": list(self.totals),
        }
