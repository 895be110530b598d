"""A rule player quick enough to play thousands of rounds to their end. Knows the deck that it is given."""

from typing import Final

from games.cards import OF_COLOUR, Card, Cards, Colour, colour_of, following, listed, taker, value_of
from games.core import Seat
from games.volltreffer import moves, track
from games.volltreffer.market import PRICES, affordable
from games.volltreffer.medium import above, best_melds
from games.volltreffer.melds import OF_VALUE
from games.volltreffer.moves import TRICK
from games.volltreffer.outlook import TRICKS, Aim, aims
from games.volltreffer.prospects import AHEAD, LEVELS
from games.volltreffer.table import OpenTable

_NEXT_TRUMP: Final = (0.35, 0.7, 1.0, 1.05, 1.0, 1.0, 1.0, 1.0)
_NEXT_EQUAL: Final = (0.2, 0.9, 4.0, 5.0, 5.0)
_NUMBER: Final = tuple(0.25 * (5 - value) for value in range(11))
"""What a card brings: a trump tricks, by how many are held; and squares by how many are equal, and for a low number.
Set by hand so that it buys about as `medium` does; one-round comparisons did not tell neighbouring figures apart."""

_LEVEL: Final = LEVELS // 4
"""Everyone takes a fair share of the tricks to come, one of four, where this player looks ahead."""


def finish(table: OpenTable, deck: tuple[Card, ...]) -> OpenTable:
    """The end of a round that is played on from any purchase."""
    aimed = aims(table)
    while table.row:
        (seat,) = table.to_act
        if table.phase == "swap":
            table = moves.swap(table, seat, table.row[0], table.row[1])
        else:
            table = moves.buy(table, seat, _bargain(table, seat, aimed[seat]), deck[-table.deck_left])
    melds = tuple([best_melds(table, Seat(seat)).melds for seat in range(table.seats)])
    return play_out(moves.show_melds(table, melds))


def _bargain(table: OpenTable, seat: Seat, aim: Aim) -> Card:
    """The card that serves the aim most."""
    hand, trump = table.hands[seat], table.trump
    next_trump = _NEXT_TRUMP[(hand & OF_COLOUR[trump]).bit_count()]
    by_number = TRICKS[trump]
    cards = affordable(table.row, table.markers[seat])
    best, bought = -9.0, cards[0]
    for card, price in zip(cards, PRICES[-len(cards) :], strict=True):
        number = value_of(card)
        tricks = by_number[card] + next_trump if colour_of(card) == trump else by_number[card]
        squares = _NEXT_EQUAL[(hand & OF_VALUE[number]).bit_count()] + _NUMBER[number] - price
        worth = aim.trick * tricks + aim.square * squares
        if worth > best:
            best, bought = worth, card
    return bought


def play_out(table: OpenTable) -> OpenTable:
    """The end of a round that is played on from any card of the tricks."""
    trump, variant = table.trump, table.variant
    while left := max([hand.bit_count() for hand in table.hands]):
        after = AHEAD[variant][_LEVEL][left - 1]
        wishes = [after[track.advance(square, TRICK)] > after[square] for square in table.markers]
        while True:
            (seat,) = table.to_act
            table = moves.play(table, seat, _card(table, seat, trump, wishes[seat]))
            if not table.trick:
                break
    return moves.end_round(table)


def _card(table: OpenTable, seat: Seat, trump: Colour, wishes: bool) -> Card:
    """A card that takes the trick if the seat wishes it, where one can, else the weakest; or the other way round."""
    hand, trick = table.hands[seat], table.trick
    if not trick:
        return _lead(table, hand, trump) if wishes else _weakest(hand, trump)
    led = colour_of(trick[0])
    cards = following(hand, led)
    if not cards & cards - 1:
        return cards.bit_length() - 1
    winning = above(cards, trick[taker(trick, led, trump)], trump)
    if not wishes:
        return _strongest(cards & ~winning, trump) if cards != winning else _weakest(cards, trump)
    if not winning:
        return _weakest(cards, trump)
    if len(trick) + 1 < len(table.hands) and winning & OF_COLOUR[led]:
        return (winning & OF_COLOUR[led]).bit_length() - 1
    return _weakest(winning, trump)


def _lead(table: OpenTable, hand: Cards, trump: Colour) -> Card:
    """A card that is the highest of its colour, trumps first, else the weakest."""
    others = 0
    for cards in table.hands:
        others |= cards
    others ^= hand
    for suit in (OF_COLOUR[trump], *OF_COLOUR):
        own = hand & suit
        if own > others & suit:
            return own.bit_length() - 1
    return _weakest(hand, trump)


def _weakest(cards: Cards, trump: Colour) -> Card:
    """The lowest card that is no trump, else the lowest trump."""
    return min(listed(cards & ~OF_COLOUR[trump] or cards), key=value_of)


def _strongest(cards: Cards, trump: Colour) -> Card:
    """The highest trump, else the highest card."""
    return max(listed(cards & OF_COLOUR[trump] or cards), key=value_of)
