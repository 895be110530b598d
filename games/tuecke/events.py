"""Events that everyone sees at Mit List und Tücke."""

from dataclasses import dataclass

from games.cards import NAMES, Card, Cards, listed
from games.core import Seat
from games.tuecke.scoring import Pile


@dataclass(frozen=True, slots=True)
class Blocked:
    """A player cannot play, which ends the round. `trick` as it was left: seats and their cards."""

    seat: Seat
    trick: tuple[tuple[Seat, Card], ...]

    def to_record(self) -> dict[str, object]:
        """The seat that could not play."""
        return {"event": "blocked", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick has been shared out.

    `cards` in the order played, from `leader` on; `second` is None, and the rest `removed`, where all cards
    were of one colour.
    """

    round: int
    leader: Seat
    cards: tuple[Card, ...]
    first: Seat
    second: Seat | None
    first_takes: Cards
    second_takes: Cards
    removed: Cards

    @property
    def shares(self) -> tuple[tuple[Seat, Cards], ...]:
        """Takers and their cards, the first taker first."""
        first = (self.first, self.first_takes)
        return (first,) if self.second is None else (first, (self.second, self.second_takes))

    def to_record(self) -> dict[str, object]:
        """Takers, their cards, and those that nobody got."""
        return {
            "event": "trick",
            "first": self.first,
            "second": self.second,
            "first_takes": _names(self.first_takes),
            "second_takes": _names(self.second_takes),
            "removed": _names(self.removed),
        }


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round has been scored. One entry a seat; `blocked` where somebody could not play."""

    round: int
    piles: tuple[Pile, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    blocked: Blocked | None

    def to_record(self) -> dict[str, object]:
        """The piles, the points and the totals of everyone."""
        return {
            "event": "round",
            "piles": [pile.to_record() for pile in self.piles],
            "points": list(self.points),
            "totals": list(self.totals),
        }


def _names(cards: Cards) -> list[str]:
    return [NAMES[card] for card in listed(cards)]
