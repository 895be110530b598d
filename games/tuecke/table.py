"""The open part of a table of Mit List und Tücke, and who takes a trick."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from games.cards import Card, Cards, Colour, colour_of, taker
from games.core import Outcome, Seat
from games.tuecke.actions import (
    ALL_COLOURS,
    COLOURS_IN,
    COLOURS_OF,
    FULL,
    HAND_SIZE,
    NO_COLOUR,
    VALUES,
    ColourSet,
)
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.scoring import NOTHING, Counts, colours_in, counts_of
from games.turns import ALONE, hardness_of_playing

_ABOVE_ALL: Final = max(VALUES) + 1

Phase = Literal["deal", "play", "take", "keep", "over"]

_TAKING: Final = 0.6
_KEEPING: Final = 0.9
"""How hard it looks to take cards from a trick, and to choose the colours to keep."""


@dataclass(frozen=True, slots=True)
class Round:
    """Everything open when a trick begins.

    `colours`, `kept` and `counts` have one entry a seat. `colours` are all that were taken, those given up too;
    `kept` is empty before the decision; `counts` has no entry at all without the option `open_counts`. `collected` are
    the cards of this round's complete tricks, `removed` those of them that nobody got. `last_trick` may be of the
    round before. `leader` leads the trick; `dealer` is None until the first is drawn; `number` counts from 1.
    """

    leader: Seat
    collected: Cards
    removed: Cards
    colours: tuple[ColourSet, ...]
    kept: tuple[ColourSet, ...]
    counts: tuple[Counts, ...]
    last_trick: TrickTaken | None
    number: int
    dealer: Seat | None
    ended: tuple[RoundEnded, ...]
    outcome: Outcome | None
    seats: int
    rounds: int
    open_counts: bool

    @property
    def tricks(self) -> int:
        """How many tricks of this round are complete."""
        return self.collected.bit_count() // self.seats

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all rounds so far, by seat."""
        return self.ended[-1].totals if self.ended else (0,) * self.seats

    @property
    def deciding(self) -> Seat | None:
        """Seat that must decide which colours to keep before play goes on. Source: RULES.md 4.2, 4.4."""
        assert self.last_trick is not None
        for seat in (self.last_trick.first, self.last_trick.second):
            if seat is not None and self.colours[seat] == ALL_COLOURS and not self.kept[seat]:
                return seat
        return None

    def before(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours that lie before `seat`. Source: RULES.md 4.1, 5.1."""
        return COLOURS_IN[self.kept[seat] or self.colours[seat]]

    def given_up(self, seat: Seat) -> tuple[Colour, ...]:
        """Source: RULES.md 4.2, 5.1."""
        return COLOURS_IN[self.colours[seat] & ~self.kept[seat]] if self.kept[seat] else ()

    def with_trick(self, trick: TrickTaken, taken: Sequence[Cards]) -> "Round":
        """The round after one more trick. `taken` are all cards that each seat then has.

        Source: RULES.md 3.5, 3.6, 4.1.
        """
        colours, counts = list(self.colours), list(self.counts)
        for seat, cards in trick.shares:
            colours[seat] |= colours_in(cards)
            if self.open_counts:
                counts[seat] = counts_of(taken[seat])
        return replace(
            self,
            leader=trick.first if trick.second is None else trick.second,
            collected=self.collected | trick.first_takes | trick.second_takes | trick.removed,
            removed=self.removed | trick.removed,
            colours=tuple(colours),
            counts=tuple(counts),
            last_trick=trick,
        )

    def cleared(self) -> "Round":
        """The round before anyone has taken a card."""
        nothing = (NO_COLOUR,) * self.seats
        counts = (NOTHING,) * self.seats if self.open_counts else ()
        return replace(self, collected=0, removed=0, colours=nothing, kept=nothing, counts=counts)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Everything that all can see.

    `trick` has the cards in the order in which they were played, and `trick_colours` their colours; once taken,
    it is `round.last_trick`. `played` are all cards of the round that were played, those of the trick too.
    """

    to_act: frozenset[Seat]
    decision: int
    phase: Phase
    trick: tuple[Card, ...]
    trick_colours: ColourSet
    played: Cards
    round: Round

    def ask(self, seat: Seat, phase: Phase, after: Round) -> "OpenTable":
        """The table without a trick, and `seat` to act."""
        return replace(
            self,
            to_act=ALONE[seat],
            decision=self.decision + 1,
            phase=phase,
            trick=(),
            trick_colours=NO_COLOUR,
            played=after.collected,
            round=after,
        )

    @property
    def outcome(self) -> Outcome | None:
        """The result once the match is over."""
        return self.round.outcome

    @property
    def hardness(self) -> float:
        """See `View.hardness`."""
        if self.phase == "play":
            return hardness_of_playing(len(self.trick), self.round.seats, HAND_SIZE - self.round.tricks)
        return _TAKING if self.phase == "take" else _KEEPING

    @property
    def trick_cards(self) -> Cards:
        """The trick as a set."""
        return self.played ^ self.round.collected

    @property
    def half(self) -> int:
        """How many cards the first taker of a trick gets. Source: RULES.md 3.2."""
        return (self.round.seats + 1) // 2

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Seats and their cards of the trick, the leader first."""
        return by_seat(self.trick, self.round.leader, self.round.seats)

    @property
    def first_taker(self) -> Seat | None:
        """First taker of the trick so far. Source: RULES.md 3.1."""
        return first_taker(self.trick, self.round.leader, self.round.seats) if self.trick else None

    @property
    def second_taker(self) -> Seat | None:
        """Second taker of the trick so far, who gets the rest. Source: RULES.md 3.3, 3.6."""
        return second_taker(self.trick, self.round.leader, self.round.seats) if self.trick else None

    @property
    def closed(self) -> Colour | None:
        """The colour that can no longer be played to this trick. Source: RULES.md 2.3."""
        return COLOURS_IN[ALL_COLOURS ^ self.trick_colours][0] if self.trick_colours in FULL else None


def first_taker(trick: Sequence[Card], leader: Seat, seats: int) -> Seat:
    """First taker of a trick. Source: RULES.md 3.1."""
    led = colour_of(trick[0])
    return Seat((leader + taker(trick, led, led)) % seats)


def second_taker(trick: Sequence[Card], leader: Seat, seats: int) -> Seat | None:
    """Second taker, who gets the rest; None if the trick has one colour. Source: RULES.md 3.3, 3.6."""
    led = COLOURS_OF[trick[0]]
    second, lowest = None, _ABOVE_ALL
    for place, card in enumerate(trick):
        if COLOURS_OF[card] != led and VALUES[card] < lowest:
            second, lowest = place, VALUES[card]
    return None if second is None else Seat((leader + second) % seats)


def by_seat(trick: Sequence[Card], leader: Seat, seats: int) -> tuple[tuple[Seat, Card], ...]:
    """Seats and their cards, the leader first."""
    return tuple((Seat((leader + place) % seats), card) for place, card in enumerate(trick))
