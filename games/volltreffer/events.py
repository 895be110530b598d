"""Events that everyone sees at a table of Volltreffer."""

from dataclasses import dataclass

from games.cards import NAMES, Card, Cards, listed
from games.core import Seat
from games.volltreffer.melds import Melds
from games.volltreffer.track import Markers


@dataclass(frozen=True, slots=True)
class CardBought:
    """A player took a card of the row."""

    seat: Seat
    card: Card
    price: int

    def to_record(self) -> None:
        """Says nothing that the action does not."""


@dataclass(frozen=True, slots=True)
class RowLaid:
    """The row as it now lies: one card a price; None where none was turned after the last purchase."""

    row: tuple[Card | None, ...]

    def to_record(self) -> dict[str, object]:
        """The cards under the prices."""
        return {"event": "row", "cards": [None if card is None else NAMES[card] for card in self.row]}


@dataclass(frozen=True, slots=True)
class MeldsShown:
    """Everyone has shown what they meld. One entry a seat, in it one a meld, in the order of `declare`."""

    melds: tuple[Melds, ...]
    cards: tuple[tuple[Cards, ...], ...]

    def to_record(self) -> dict[str, object]:
        """The cards that everyone melds."""
        return {
            "event": "melds",
            "shown": [[[NAMES[card] for card in listed(meld)] for meld in shown] for shown in self.cards],
        }


@dataclass(frozen=True, slots=True)
class SmallestTotal:
    """The totals of eight cards were compared. One sum a seat; `seats` ascend; `lead` leads the first trick."""

    sums: tuple[int, ...]
    seats: tuple[Seat, ...]
    lead: Seat

    def to_record(self) -> dict[str, object]:
        """The totals, who has the smallest, and who leads."""
        return {"event": "smallest", "sums": list(self.sums), "seats": list(self.seats), "lead": self.lead}


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick was completed: the cards in the order played, the first by `leader`."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    def to_record(self) -> dict[str, object]:
        """The seat that has taken the trick."""
        return {"event": "trick", "winner": self.winner}


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Where everyone stands after the tricks.

    `tricks` has one number a seat; `winners` ascend, and are empty where the match goes on.
    """

    round: int
    markers: Markers
    tricks: tuple[int, ...]
    winners: tuple[Seat, ...]

    def to_record(self) -> dict[str, object]:
        """Where the markers stand, and who has won."""
        return {"event": "round", "markers": list(self.markers), "winners": list(self.winners)}
