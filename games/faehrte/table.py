"""The open part of a table of Auf falscher Fährte: no hand and no hidden card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from games.cards import (
    COLOURED,
    JOKER,
    JOKERS,
    OF_COLOUR,
    Card,
    Cards,
    Colour,
    colour_of,
    gather,
    listed,
    taker,
    value_of,
    without,
)
from games.core import Outcome, Seat
from games.faehrte.actions import DECKS
from games.faehrte.events import Kind, RoundScored, TrickTaken, TrumpNamed, TrumpStays
from games.turns import hardness_of_playing, left_of, places

Phase = Literal["deal", "hide", "pile", "play", "trump", "over"]

MOST_OF_MINUS: Final[Mapping[int, int]] = {3: 13, 4: 23}
"""The highest total of the hidden cards in a Minus round, by players. Source: RULES.md 2.3."""

PRIZES: Final[Mapping[int, tuple[int, ...]]] = {3: (3, 2, 0), 4: (4, 3, 2, 0)}
"""Points by place, by players. Source: RULES.md 5.1."""

_HIDING: Final = 0.8
_CHANGING: Final = 0.9
"""How hard it looks to choose a hidden card, and to decide on trump."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Everything that all can see.

    `turned` are the hidden cards that lie open, oldest first. `changers` may change trump now, in that order.
    `trick` has the cards from the leader's on, and `led` the colour to follow, None before the first coloured card.
    `taken` are the complete tricks of the round; `last_trick` is the latest of the match, and `trump_news` what has
    become of trump since. `results` are the rounds
    scored, out of so many `rounds`. There is no dealer before the first deal. What a round leaves lies there until the
    next one.
    """

    to_act: frozenset[Seat]
    decision: int
    phase: Phase
    dealer: Seat | None
    leftover: Card | None
    turned: tuple[Card, ...]
    trump: Colour
    changers: tuple[Seat, ...]
    leader: Seat
    trick: tuple[Card, ...]
    led: Colour | None
    taken: tuple[TrickTaken, ...]
    last_trick: TrickTaken | None
    trump_news: tuple[TrumpNamed | TrumpStays, ...]
    results: tuple[RoundScored, ...]
    seats: int
    jokers: bool
    rounds: int

    @property
    def outcome(self) -> Outcome | None:
        """Source: RULES.md 5.5."""
        if self.phase != "over":
            return None
        return Outcome(self.totals, places(self.totals))

    @property
    def hardness(self) -> float:
        """See `View.hardness`."""
        if self.phase == "play":
            return hardness_of_playing(len(self.trick), self.seats, self.tricks_left)
        return _HIDING if self.phase == "hide" else _CHANGING

    @property
    def round(self) -> int:
        """Number of the round that is played or was played last, from 1 on; 0 before the first deal."""
        return len(self.results) + (self.phase not in {"deal", "over"})

    @property
    def deck(self) -> Cards:
        """The cards that are dealt. Source: RULES.md 1.1, 6.1."""
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
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each seat has taken in this round."""
        winners: list[int | None] = [taken.winner for taken in self.taken]
        return tuple(map(winners.count, range(self.seats)))

    @property
    def tricks_done(self) -> int:
        """How many tricks of this round are complete."""
        return len(self.taken)

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
        left_over = () if self.leftover is None else (self.leftover,)
        played = (card for taken in self.taken for card in taken.cards)
        return without(self.deck, gather((*played, *self.trick, *self.turned, *left_over)))

    def card_of(self, seat: Seat) -> Card | None:
        """Card that `seat` has played to the trick that is going on."""
        place = (seat - self.leader) % self.seats
        return self.trick[place] if place < len(self.trick) else None

    def playable(self, hand: Cards) -> Cards:
        """The cards of a hand that may be played now.

        The last trick may have several jokers, because a hand of one card has no choice.

        Source: RULES.md 3.1, 3.2, 3.3, 6.3, 6.4, 6.5, 6.6.
        """
        if self.phase != "play":
            return 0
        if not self.trick:
            return hand
        led = self.led
        if not hand >> JOKER:
            return hand & OF_COLOUR[led] or hand if led is not None else hand
        coloured = (hand & OF_COLOUR[led] if led is not None else 0) or hand & COLOURED
        if JOKER in self.trick:
            return coloured or hand
        return coloured | hand & JOKERS

    @property
    def taking(self) -> Seat | None:
        """Seat that takes the trick so far. Source: RULES.md 3.4, 6.3."""
        if self.led is None:
            return None
        return left_of(self.leader, self.seats, taker(self.trick, self.led, self.trump))

    @property
    def total(self) -> int:
        """The total of the hidden cards turned so far."""
        return sum(map(value_of, self.turned))

    @property
    def total_range(self) -> tuple[int, int]:
        """The lowest and the highest total that the hidden cards can still have, as far as everyone can tell."""
        values = sorted(map(value_of, listed(self.unseen & COLOURED)))
        face_down = self.seats - len(self.turned)
        return self.total + sum(values[:face_down]), self.total + sum(values[len(values) - face_down :])

    @property
    def kind(self) -> Kind | None:
        """Plus or Minus; None until all hidden cards have been turned. Source: RULES.md 2.3."""
        if len(self.turned) < self.seats:
            return None
        return kind_of(self.total, self.seats)

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

    @property
    def tricks_played(self) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
        """The tricks of this round, the unfinished one included, each with its leader."""
        return (*((taken.leader, taken.cards) for taken in self.taken), (self.leader, self.trick))

    @property
    def played(self) -> tuple[Cards, ...]:
        """The cards that each seat has played in this round, but jokers."""
        played = [0] * self.seats
        for leader, cards in self.tricks_played:
            for place, card in enumerate(cards):
                played[left_of(leader, self.seats, place)] |= 1 << card & COLOURED
        return tuple(played)

    @property
    def voids(self) -> tuple[Cards, ...]:
        """For each seat, the cards that it cannot hold, judging by what it has played in this round.

        Source: RULES.md 3.2, 6.4, 6.6.
        """
        voids = [0] * self.seats
        for leader, cards in self.tricks_played:
            led, has_joker = None, False
            for place, card in enumerate(cards):
                seat = left_of(leader, self.seats, place)
                if card == JOKER:
                    voids[seat] |= COLOURED if has_joker else 0
                    has_joker = True
                elif led is None:
                    led = colour_of(card)
                elif colour_of(card) != led:
                    voids[seat] |= OF_COLOUR[led]
        return tuple(voids)


def kind_of(total: int, seats: int) -> Kind:
    """Kind of a round whose hidden cards have this total. Source: RULES.md 2.3."""
    return "minus" if total <= MOST_OF_MINUS[seats] else "plus"


def points(kind: Kind, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """Points of a round with these tricks. Source: RULES.md 5.1, 5.2, 5.3."""
    how_well, prizes = _standing(kind, tricks), PRIZES[len(tricks)]
    ranking = sorted(how_well, reverse=True)
    return tuple([0 if own == ranking[-1] else prizes[ranking.index(own)] for own in how_well])


def doing_worst(kind: Kind, tricks: tuple[int, ...]) -> tuple[Seat, ...]:
    """Source: RULES.md 4.2, 4.3."""
    how_well = _standing(kind, tricks)
    worst = min(how_well)
    return tuple([Seat(seat) for seat, own in enumerate(how_well) if own == worst])


def _standing(kind: Kind, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """How well each seat does with these tricks: the higher the better. Source: RULES.md 2.4."""
    return tricks if kind == "plus" else tuple([-taken for taken in tricks])
