"""What lies open at a table of Auf falscher Fährte, and what happens there. Knows no hand and no hidden card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from games.cards import (
    ALONE,
    COLOURED,
    JOKER,
    NAMES,
    OF_COLOUR,
    Card,
    Cards,
    Colour,
    add,
    colour_of,
    gather,
    left_of,
    listed,
    taker,
    value_of,
    without,
)
from games.core import Outcome, Seat
from games.faehrte.actions import DECKS

Phase = Literal["deal", "hide", "pile", "play", "trump", "over"]
Kind = Literal["plus", "minus"]

MOST_OF_MINUS: Final[Mapping[int, int]] = {3: 13, 4: 23}
"""The highest total of the hidden cards in a Minus round, by players. Source: RULES.md 2.3."""

PRIZES: Final[Mapping[int, tuple[int, ...]]] = {3: (3, 2, 0), 4: (4, 3, 2, 0)}
"""Points by place, by players. Source: RULES.md 5.1."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A complete trick. Shape: `cards` from the leader's on, clockwise; no winner where all are jokers."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    def to_record(self) -> dict[str, object]:
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
        return {"event": "reveal", "card": NAMES[self.card]}


@dataclass(frozen=True, slots=True)
class KindDecided:
    """All hidden cards lie open: now everyone knows what the round is about."""

    kind: Kind
    total: int

    def to_record(self) -> dict[str, object]:
        return {"event": "kind", "kind": self.kind, "total": self.total}


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round's result. Shape: `tricks`, `points` and `totals` have one entry a seat; `totals` include this round."""

    round: int
    kind: Kind
    total: int
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]

    def to_record(self) -> dict[str, object]:
        return {
            "event": "round",
            "tricks": list(self.tricks),
            "points": list(self.points),
            "totals": list(self.totals),
        }


class Table(NamedTuple):
    """What lies open for everyone.

    Shape: `trick` has the cards from the leader's on, and `led` the colour to follow, None before the first coloured
    card. `played` are the cards of this round's tricks, `voids` the cards that each seat has shown not to hold.
    `last_trick` is the latest complete one of the match. `changers` may change trump now, in that order.
    `turned` are the hidden cards that lie open, oldest first. `results` are the rounds scored, and `round` counts
    from 1; before the first deal it is 0, and there is no dealer. What a round leaves lies there until the next deal.

    A tuple, not a dataclass: every decision of a simulation makes one. Those fields that each card changes come first,
    so that the others can be handed on as one slice.
    """

    to_act: frozenset[Seat]
    decision: int
    trick: tuple[Card, ...]
    led: Colour | None
    played: Cards
    voids: tuple[Cards, ...]
    phase: Phase
    leader: Seat
    trump: Colour
    changers: tuple[Seat, ...]
    tricks: tuple[int, ...]
    tricks_done: int
    last_trick: TrickTaken | None
    turned: tuple[Card, ...]
    round: int
    dealer: Seat | None
    leftover: Card | None
    results: tuple[RoundScored, ...]
    outcome: Outcome | None
    jokers: bool
    rounds: int

    @property
    def seats(self) -> int:
        return len(self.tricks)

    @property
    def deck(self) -> Cards:
        return DECKS[self.seats, self.jokers]

    @property
    def hand_size(self) -> int:
        """Cards dealt to each. Source: RULES.md 1.2, 6.1."""
        return 14 if self.jokers else 13

    @property
    def tricks_in_round(self) -> int:
        """Source: RULES.md 3.5, 6.1."""
        return self.hand_size - 1

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be taken, with the one that is going on."""
        return self.tricks_in_round - self.tricks_done

    @property
    def next_dealer(self) -> Seat | None:
        """Source: RULES.md 1.3."""
        return None if self.dealer is None else left_of(self.dealer, self.seats)

    @property
    def unseen(self) -> Cards:
        """The cards of this round that have not been open to all."""
        shown = self.turned if self.leftover is None else (*self.turned, self.leftover)
        return without(self.deck, self.played, gather(shown))

    def card_of(self, seat: Seat) -> Card | None:
        """What `seat` has played to the trick that is going on."""
        place = (seat - self.leader) % self.seats
        return self.trick[place] if place < len(self.trick) else None

    @property
    def taking(self) -> Seat | None:
        """Who would take the trick as it lies. Source: RULES.md 3.4, 6.3."""
        if self.led is None:
            return None
        return left_of(self.leader, self.seats, taker(self.trick, self.led, self.trump))

    @property
    def total(self) -> int:
        """The total of the hidden cards turned so far."""
        return sum(map(value_of, self.turned))

    @property
    def total_range(self) -> tuple[int, int]:
        """The lowest and the highest total that the hidden cards can come to, by all that lies open."""
        values = sorted(map(value_of, listed(self.unseen & COLOURED)))
        face_down = self.seats - len(self.turned)
        return self.total + sum(values[:face_down]), self.total + sum(values[len(values) - face_down :])

    @property
    def kind(self) -> Kind | None:
        """What the round is about, None while hidden cards lie face down. Source: RULES.md 2.3."""
        if len(self.turned) < self.seats:
            return None
        return "minus" if self.total <= MOST_OF_MINUS[self.seats] else "plus"

    @property
    def totals(self) -> tuple[int, ...]:
        """All points so far."""
        return self.results[-1].totals if self.results else (0,) * self.seats

    def has_hidden(self, seat: Seat) -> bool:
        """Whether `seat` has laid its hidden card. Only within a round."""
        return self.phase != "hide" or seat not in self.to_act

    def cards_left(self, seat: Seat) -> int:
        """How many cards `seat` has in hand: everyone can count them. Only within a round."""
        if not self.has_hidden(seat):
            return self.hand_size
        return self.tricks_left - (self.card_of(seat) is not None)

    def with_card(self, seat: Seat, card: Card) -> "Table":
        """The table with one more card in the trick, and what that says about the hand that it comes from.

        Source: RULES.md 3.2, 6.4, 6.5, 6.6.
        """
        led, shown = self.led, 0
        if card == JOKER:
            shown = COLOURED if JOKER in self.trick else 0
        elif led is None:
            led = colour_of(card)
        elif not OF_COLOUR[led] >> card & 1:
            shown = OF_COLOUR[led]
        voids = self.voids
        if shown:
            voids = (*voids[:seat], voids[seat] | shown, *voids[seat + 1 :])
        following = ALONE[left_of(seat, len(self.tricks))]
        trick = (*self.trick, card)
        return Table(following, self.decision + 1, trick, led, add(self.played, card), voids, *self[6:])


def standing(kind: Kind, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """How well each seat does with these tricks: the higher the better. Source: RULES.md 2.4."""
    return tricks if kind == "plus" else tuple(-taken for taken in tricks)


def doing_worst(kind: Kind, tricks: tuple[int, ...]) -> tuple[Seat, ...]:
    """Source: RULES.md 4.2, 4.3."""
    how_well = standing(kind, tricks)
    return tuple(Seat(seat) for seat, own in enumerate(how_well) if own == min(how_well))


def points(kind: Kind, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """What a round with these tricks scores. Source: RULES.md 5.1, 5.2, 5.3."""
    how_well, prizes = standing(kind, tricks), PRIZES[len(tricks)]
    worst = min(how_well)
    return tuple(0 if own == worst else prizes[sum(other > own for other in how_well)] for own in how_well)
