"""The rule player of Volltreffer: what cards bring, what a square is worth, who will take a trick. Knows no deck."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from games.cards import OF_COLOUR, PLAYS, Card, Cards, Colour, colour_of, following, listed, taker, value_of
from games.core import Seat
from games.turns import left_of
from games.volltreffer.actions import BUYS, SWAPS, Declare, LayRow, VolltrefferAction, declarations
from games.volltreffer.market import Row, opening_rows, swapped
from games.volltreffer.melds import points
from games.volltreffer.moves import HAND, SMALLEST, TRICK
from games.volltreffer.outlook import bargains, chances, total_of
from games.volltreffer.prospects import ahead
from games.volltreffer.table import OpenTable
from games.volltreffer.view import VolltrefferView

_KEEP: Final = 0.4
"""What of its power a card that is played would still have brought. Measured: without, 20% instead of 29% are won."""

_PER_BETTER_CARD: Final = 0.55
_UNDER_TRUMPS: Final = 0.6
"""What is left of a card's power for each better one that others hold, and where they hold trumps."""


def medium(view: VolltrefferView, rng: Random) -> VolltrefferAction:  # noqa: ARG001 - never in doubt
    """Buys what improves its chances of victory most, shows what melds lead well, and plans where each trick goes."""
    table, seat = view.table, view.seat
    assert seat is not None
    match table.phase:
        case "declare":
            return best_melds(table, seat)
        case "play":
            return PLAYS[best_card(table, seat)]
    judged = judgement(table, seat)
    return max(judged, key=judged.__getitem__)


def judgement(table: OpenTable, seat: Seat) -> dict[VolltrefferAction, float]:
    """How well off every action with the row leaves `seat`, or how badly off the next buyer."""
    match table.phase:
        case "row":
            return {LayRow(row): _left(table, seat, row) for row in opening_rows(table.row, table.trump)}
        case "swap":
            pairs = combinations(sorted(table.row), 2)
            return {SWAPS[cards]: _left(table, seat, swapped(table.row, *cards)) for cards in pairs}
    return {BUYS[card]: worth for card, worth in bargains(table, seat, table.row).items()}


def _left(table: OpenTable, seat: Seat, row: Row) -> float:
    """What `seat` loses by leaving this row to the next buyer: a rival's share of what it is worth to them."""
    return -max(bargains(table, left_of(seat, table.seats), row).values()) / (table.seats - 1)


def best_melds(table: OpenTable, seat: Seat) -> Declare:
    """The melds after which `seat` begins the tricks from the best square, the smallest total included."""
    totals = list(map(total_of, table.bought))
    square = table.markers[seat] + (SMALLEST if totals[seat] == min(totals) else 0)
    chance = chances(table)[seat]

    def worth(declare: Declare) -> float:
        return ahead(table.variant, HAND, chance, square + points(declare.melds))

    return max(declarations(table.bought[seat]), key=worth)


def best_card(table: OpenTable, seat: Seat) -> Card:
    """The card that sends the trick to the player where it helps `seat` most, and saves what later tricks need."""
    hand = table.hands[seat]
    playable = hand if table.led is None else following(hand, table.led)
    if playable.bit_count() == 1:
        return playable.bit_length() - 1
    wishes = _wishes(table)
    own, rivals, trump = wishes[seat], table.seats - 1, table.trump
    others = 0
    for other, cards in enumerate(table.hands):
        if other != seat:
            others |= cards

    def worth(card: Card) -> float:
        winner = _winner(table, seat, card, wishes)
        gain = own if winner == seat else -wishes[winner] / rivals
        return gain - _KEEP * own * _power(card, others, trump)

    return max(listed(playable), key=worth)


def _wishes(table: OpenTable) -> list[float]:
    """How much better off each seat is for taking the trick than for leaving it."""
    after = max([hand.bit_count() for hand in table.hands]) - 1
    return [
        ahead(table.variant, after, chance, square + TRICK) - ahead(table.variant, after, chance, square)
        for chance, square in zip(chances(table), table.markers, strict=True)
    ]


def _power(card: Card, others: Cards, trump: Colour) -> float:
    """How likely a card takes a trick that it is led to, against these cards; among equals more for the higher."""
    suit = OF_COLOUR[colour_of(card)]
    power = _PER_BETTER_CARD ** ((others & suit) >> card).bit_count() + 0.001 * value_of(card)
    return power if colour_of(card) == trump or not others & OF_COLOUR[trump] else _UNDER_TRUMPS * power


def _winner(table: OpenTable, seat: Seat, card: Card, wishes: Sequence[float]) -> Seat:
    """Who will take the trick after this card, if everyone behind takes it who can and wishes to."""
    trump, seats = table.trump, table.seats
    trick = (*table.trick, card)
    led = colour_of(trick[0])
    place = taker(trick, led, trump)
    best, winner = trick[place], left_of(seat, seats, place + 1 - len(trick))
    for steps in range(1, seats + 1 - len(trick)):
        other = left_of(seat, seats, steps)
        cards = following(table.hands[other], led)
        winning = above(cards, best, trump)
        if winning and (wishes[other] > 0 or winning == cards):
            best, winner = (winning & -winning).bit_length() - 1, other
    return winner


def above(cards: Cards, best: Card, trump: Colour) -> Cards:
    """Those of the cards that take a trick from its best card so far."""
    suit = colour_of(best)
    higher = cards & OF_COLOUR[suit] & -(2 << best)
    return higher if suit == trump else higher | cards & OF_COLOUR[trump]
