"""The open part of a table of Volltreffer: all but the deck and undeclared melds, hands included."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.cards import Card, Cards, Colour, colour_of, taker
from games.core import Outcome, Seat
from games.turns import hardness_of_playing, left_of
from games.volltreffer import track
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, SmallestTotal, TrickTaken
from games.volltreffer.market import Row
from games.volltreffer.track import Markers, Square

PLAYERS: Final = range(3, 6)

HAND: Final = 8
"""Cards that each player buys. Source: RULES.md 3.6."""

SMALLEST: Final = 5
TRICK: Final = 5
"""Score of the smallest total and of a trick, in squares. Source: RULES.md 5.1, 6.3."""

Phase = Literal["deal", "row", "buy", "swap", "declare", "play", "over"]

_HARDNESS: Final[dict[Phase, float]] = {"row": 0.1, "buy": 0.6, "swap": 0.7, "declare": 0.3}
"""How hard each decision looks, but for playing a card."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Everything that all can see.

    `markers`, `bought`, `hands` and `tricks` have one entry a seat. `bought` are the cards of the round, `hands`
    those not played yet. `row` has one card a price, in the phase `row` as they lie if the dealer changes nothing.
    `trick` has the cards from the leader's on; `tricks` counts those taken in the round. `round` counts from 1.
    `trump_card`, `first_buyer` and `leader` are None before there is one, and so is everything that came `last`,
    which may be of the round before. What a round leaves lies there until the next deck.
    """

    to_act: frozenset[Seat]
    decision: int
    phase: Phase
    round: int
    first_buyer: Seat | None
    trump_card: Card | None
    markers: Markers
    row: Row
    deck_left: int
    bought: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    leader: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[int, ...]
    last_bought: CardBought | None
    last_melds: MeldsShown | None
    last_smallest: SmallestTotal | None
    last_trick: TrickTaken | None
    last_round: RoundOver | None
    outcome: Outcome | None
    variant: bool
    max_rounds: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.markers)

    @property
    def hardness(self) -> float:
        """See `View.hardness`."""
        if self.phase != "play":
            return _HARDNESS.get(self.phase, 0.0)
        (seat,) = self.to_act
        return hardness_of_playing(len(self.trick), self.seats, self.hands[seat].bit_count())

    @property
    def trump(self) -> Colour:
        """There is none before the first deck. Source: RULES.md 2.1."""
        assert self.trump_card is not None
        return colour_of(self.trump_card)

    @property
    def buying_order(self) -> tuple[Seat, ...]:
        """Nobody is to buy before the first deck. Source: RULES.md 2.2, 3.3."""
        assert self.first_buyer is not None
        return tuple([left_of(self.first_buyer, self.seats, steps) for steps in range(self.seats)])

    @property
    def dealer(self) -> Seat:
        """Seat that chooses among equal cards. Source: RULES.md 2.3."""
        assert self.first_buyer is not None
        return left_of(self.first_buyer, self.seats, -1)

    @property
    def led(self) -> Colour | None:
        """The colour to follow, None before a trick's first card."""
        return colour_of(self.trick[0]) if self.trick else None

    @property
    def zone(self) -> range:
        """Source: RULES.md 7.1, 9.1."""
        return track.ZONE_OF_VARIANT if self.variant else track.ZONE

    @property
    def distances(self) -> tuple[int, ...]:
        """How far everyone stands from 66, one entry a seat."""
        return tuple(map(track.off_bullseye, self.markers))

    @property
    def taken(self) -> TrickTaken:
        """The trick that is complete. Source: RULES.md 6.2."""
        assert self.leader is not None
        assert self.led is not None
        winner = left_of(self.leader, self.seats, taker(self.trick, self.led, self.trump))
        return TrickTaken(self.leader, self.trick, winner)

    def ending(self, markers: Sequence[Square]) -> tuple[int, ...] | None:
        """The places if the round ends with these markers, None where the match goes on.

        Source: RULES.md 7.1-7.4, 8.1, 8.2.
        """
        places = track.places(markers, self.zone)
        if places is None and self.round == self.max_rounds:
            return track.places_without_zone(markers)
        return places

    def has_declared(self, seat: int) -> bool:
        """Whether `seat` has chosen its melds while others have not: everyone sees that, and nobody what they are."""
        return self.phase == "declare" and seat not in self.to_act
