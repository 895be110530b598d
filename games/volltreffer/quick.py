"""A rule player quick enough to play thousands of rounds to their end, on a copy of its own."""

from dataclasses import replace
from typing import Final

from games.cards import OF_COLOUR, Card, Cards, Colour, colour_of, following, listed, taker, value_of
from games.core import Seat
from games.turns import left_of, put
from games.volltreffer import moves, track
from games.volltreffer.market import PRICES, Row, affordable, refilled, swapped
from games.volltreffer.medium import above, best_melds
from games.volltreffer.melds import OF_VALUE
from games.volltreffer.moves import TRICK
from games.volltreffer.outlook import TRICKS, Aim, aims
from games.volltreffer.prospects import AHEAD, LEVELS, shares
from games.volltreffer.table import OpenTable
from games.volltreffer.track import Square

_NEXT_TRUMP: Final = (0.35, 0.7, 1.0, 1.05, 1.0, 1.0, 1.0, 1.0)
_NEXT_EQUAL: Final = (0.2, 0.9, 4.0, 5.0, 5.0)
_NUMBER: Final = tuple(0.25 * (5 - value) for value in range(11))
"""What a card brings: a trump tricks, by how many are held; and squares by how many are equal, and for a low number.
Set by hand so that it buys about as `medium` does; one-round comparisons did not tell neighbouring figures apart."""

_LEVEL: Final = LEVELS // 4
"""Everyone takes a fair share of the tricks to come, one of four, where this player looks ahead."""


def finish(table: OpenTable, deck: tuple[Card, ...]) -> list[float]:
    """Plays a round on from any purchase; what share of the victory each seat can then count on."""
    if table.row:
        table = _bought_up(table, deck)
    melds = tuple([best_melds(table, Seat(seat)).melds for seat in range(table.seats)])
    return Tricks(moves.show_melds(table, melds)).finish()


def _bought_up(table: OpenTable, deck: tuple[Card, ...]) -> OpenTable:
    """The table once everyone has bought all their cards. Source: RULES.md 3.3-3.6, 9.2-9.4."""
    seats, trump, aimed = table.seats, table.trump, aims(table)
    row, hands, markers = table.row, [*table.hands], [*table.markers]
    (seat,), swaps = table.to_act, table.phase == "swap"
    purchases = seats * moves.HAND - sum([hand.bit_count() for hand in hands])
    for turned in deck[-table.deck_left :][:purchases]:
        if swaps:
            row = swapped(row, row[0], row[1])
            seat = left_of(seat, seats)
        card = _bargain(row, hands[seat], markers[seat], trump, aimed[seat])
        place = row.index(card)
        hands[seat] |= 1 << card
        markers[seat] -= PRICES[place]
        if table.variant:
            row, swaps = put(row, place, turned), True
        else:
            row, seat = refilled(row, place, turned, trump), left_of(seat, seats)
    held = tuple(hands)
    return replace(table, row=(), bought=held, hands=held, markers=tuple(markers))


def _bargain(row: Row, hand: Cards, square: Square, trump: Colour, aim: Aim) -> Card:
    """The card that serves the aim most."""
    next_trump = _NEXT_TRUMP[(hand & OF_COLOUR[trump]).bit_count()]
    by_number = TRICKS[trump]
    cards = affordable(row, square)
    best, bought = -9.0, cards[0]
    for card, price in zip(cards, PRICES[-len(cards) :], strict=True):
        number = value_of(card)
        tricks = by_number[card] + next_trump if colour_of(card) == trump else by_number[card]
        squares = _NEXT_EQUAL[(hand & OF_VALUE[number]).bit_count()] + _NUMBER[number] - price
        worth = aim.trick * tricks + aim.square * squares
        if worth > best:
            best, bought = worth, card
    return bought


class Tricks:
    """The tricks of a round, changed in place. Whether a card may be played is not checked."""

    __slots__ = ("_table", "_trump", "hands", "markers", "seat", "trick")

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._trump = table.trump
        (self.seat,) = table.to_act
        self.hands = [*table.hands]
        self.markers = [*table.markers]
        self.trick = [*table.trick]

    @property
    def playable(self) -> Cards:
        """The cards that the seat to act may play. Source: RULES.md 6.1."""
        hand = self.hands[self.seat]
        return following(hand, colour_of(self.trick[0])) if self.trick else hand

    def play(self, card: Card) -> None:
        """Plays a card; the trick that it completes is taken at once. Source: RULES.md 6.1-6.3."""
        hands, trick = self.hands, self.trick
        hands[self.seat] ^= 1 << card
        trick.append(card)
        self.seat = left_of(self.seat, len(hands))
        if len(trick) == len(hands):
            self.seat = winner = left_of(self.seat, len(hands), taker(trick, colour_of(trick[0]), self._trump))
            self.markers[winner] = track.advance(self.markers[winner], TRICK)
            trick.clear()

    def finish(self) -> list[float]:
        """Plays the round to its end; what share of the victory each seat can then count on."""
        table = self._table
        while left := max([hand.bit_count() for hand in self.hands]):
            after = AHEAD[table.variant][_LEVEL][left - 1]
            wishes = [after[track.advance(square, TRICK)] > after[square] for square in self.markers]
            self.play(self._card(wishes[self.seat]))
            while self.trick:
                self.play(self._card(wishes[self.seat]))
        return shares(self.markers, table.ending(self.markers), table.variant)

    def _card(self, wishes: bool) -> Card:
        """A card that takes the trick if the seat wishes it and one can, else the weakest; or the other way round."""
        trick, trump = self.trick, self._trump
        cards = self.playable
        if not trick:
            return self._lead(cards) if wishes else _weakest(cards, trump)
        if not cards & cards - 1:
            return cards.bit_length() - 1
        led = colour_of(trick[0])
        winning = above(cards, trick[taker(trick, led, trump)], trump)
        if not wishes:
            return _strongest(cards & ~winning, trump) if cards != winning else _weakest(cards, trump)
        if not winning:
            return _weakest(cards, trump)
        if len(trick) + 1 < len(self.hands) and winning & OF_COLOUR[led]:
            return (winning & OF_COLOUR[led]).bit_length() - 1
        return _weakest(winning, trump)

    def _lead(self, hand: Cards) -> Card:
        """A card that is the highest of its colour, trumps first, else the weakest."""
        others = sum(self.hands) ^ hand
        for suit in (OF_COLOUR[self._trump], *OF_COLOUR):
            own = hand & suit
            if own > others & suit:
                return own.bit_length() - 1
        return _weakest(hand, self._trump)


def _weakest(cards: Cards, trump: Colour) -> Card:
    """The lowest card that is no trump, else the lowest trump."""
    return min(listed(cards & ~OF_COLOUR[trump] or cards), key=value_of)


def _strongest(cards: Cards, trump: Colour) -> Card:
    """The highest trump, else the highest card."""
    return max(listed(cards & OF_COLOUR[trump] or cards), key=value_of)
