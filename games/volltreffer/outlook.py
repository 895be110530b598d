"""The outlook of a player of Volltreffer: what a square is worth, and what tricks, melds and cards will bring."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, sqrt
from typing import Final, NamedTuple

from games.cards import COLOURS, JOKER, OF_COLOUR, Card, Cards, colour_of, listed, value_of
from games.core import Seat
from games.volltreffer import track
from games.volltreffer.actions import declarations
from games.volltreffer.market import PRICES, Row, affordable
from games.volltreffer.melds import DECK, OF_VALUE, points, total
from games.volltreffer.table import HAND, SMALLEST, TRICK, OpenTable
from games.volltreffer.track import Square

Worth = tuple[float, ...]
"""One chance of victory a square."""

_BELOW: Final = (
    (0, 0.01),
    (15, 0.03),
    (25, 0.08),
    (30, 0.13),
    (37, 0.18),
    (45, 0.24),
    (50, 0.29),
    (55, 0.37),
    (60, 0.45),
)
_INSIDE: Final = (0.97, 0.90, 0.79, 0.70, 0.63, 0.60)
_ABOVE: Final = ((71, 0.38), (80, 0.33))
"""Share of the matches that someone wins who ends a round below the zone, so far from 66 inside it, and above it.

Measured: inside, over 3000 matches of good players; outside, between what such a square wins where the match ends there
for others too, and where it goes on. Above the zone is nearly as good as close below it: dear cards lead back.
"""

_SAY: Final = 0.5
"""How often someone who could take a trick can leave it as well."""

LEVELS: Final = 16
"""The chance to take a trick is rounded to this many steps."""


def _between(points: tuple[tuple[Square, float], ...], square: Square) -> float:
    """The height above `square` of a line through these points, level beyond both ends."""
    square = min(max(square, points[0][0]), points[-1][0])
    (left, low), (right, high) = next(pair for pair in pairwise(points) if square <= pair[1][0])
    return low + (high - low) * (square - left) / (right - left)


def _at_rest(square: Square, zone: range) -> float:
    """Worth of a square at the end of a round."""
    if square in zone:
        return _INSIDE[track.off_bullseye(square)]
    return _between(_BELOW if square < zone[0] else _ABOVE, square)


def _before(after: Worth, chance: float) -> Worth:
    """Worth of each square before one more trick, which can be taken with this chance."""
    taken = [after[track.advance(square, TRICK)] for square in track.SQUARES]
    return tuple(
        chance * (_SAY * max(take, leave) + (1 - _SAY) * take) + (1 - chance) * leave
        for take, leave in zip(taken, after, strict=True)
    )


def _ahead(zone: range, chance: float) -> tuple[Worth, ...]:
    """Worths of the squares by the tricks to come."""
    worths = [tuple(_at_rest(square, zone) for square in track.SQUARES)]
    for _ in range(HAND):
        worths.append(_before(worths[-1], chance))
    return tuple(worths)


AHEAD: Final = tuple(
    tuple(_ahead(zone, level / LEVELS) for level in range(LEVELS + 1)) for zone in (track.ZONE, track.ZONE_OF_VARIANT)
)
"""Worth of a square by variant, level of the chance to take a trick, tricks to come, square."""


def ahead(variant: bool, tricks: int, chance: float, square: float) -> float:
    """Worth of standing on or between squares with `tricks` to come, each taken with this chance."""
    worths = AHEAD[variant][min(max(round(chance * LEVELS), 0), LEVELS)][tricks]
    square = max(square, 0.0)
    whole = int(square)
    part = square - whole
    return worths[track.advance(whole, 0)] * (1 - part) + worths[track.advance(whole, 1)] * part


def shares(markers: Sequence[Square], places: Sequence[int] | None, variant: bool) -> list[float]:
    """Share of the victory that each seat can count on when a round is over; together 1."""
    if places:
        winners = places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in places]
    at_rest = AHEAD[variant][0][0]
    worths = [at_rest[square] for square in markers]
    whole = sum(worths)
    return [worth / whole for worth in worths]


_OF_TRUMPS: Final = (0.2, 0.4, 1.1, 2.2, 3.2, 4.2, 5.2, 6.2, 8.0)
_OF_TRUMP: Final = (0, 0, 0, 0, 0, 0, 0.09, 0.09, 0.37, 0.55, 0.85)
_OF_OTHER: Final = (0, 0, 0, 0, 0, 0.02, 0.05, 0.09, 0.2, 0.40, 0.82)
"""How many tricks a hand takes by its number of trumps, and how many more by the number on each card.

Measured: least squares over 12000 hands in matches of good players; the trumps are rated higher than there, as three
such players then lose 25% instead of 37% of the matches to a fourth who plays like `steady`.
"""

TRICKS: Final = tuple(
    tuple(
        (_OF_TRUMP if colour_of(card) == trump else _OF_OTHER)[value_of(card)] if DECK >> card & 1 else 0.0
        for card in range(JOKER)
    )
    for trump in COLOURS
)
"""How many tricks a card takes by its number, by trump and card."""

_LATER_TRICKS: Final = 0.155
_LATER_COST: Final = 1.2
_LATER_MELDS: Final = 1 / HAND
"""Mean gain of a purchase to come: tricks by the card's number, its price, melds nobody thinks of yet."""

# From here to _STEP the figures are set by hand: in matches between variants, neighbouring ones did not differ.

_COMING: Final = 0.3
"""The chance that one gets a card one could use, with a whole hand to buy."""

_OF_EQUALS: Final = (0, 0, 0, 5, 10, 15)
_NEW_COLOUR: Final = (0.0, 0.35, 0.5, 0.6, 0.7, 0.8)
"""Chance that a purchase brings a new colour, by the number of colours missing."""

_AVERAGE: Final = 5.2
"""The number on a card, as players buy them."""

_USUAL_TRUMPS: Final = 16
_USUAL_MELDS: Final = 2.0
"""How many percent of the cards to come are trumps, and how many squares melds bring, for an aim."""

_WORTH_OF_COLOURS: Final = 5
_MANY_MELDS: Final = 6
_BESIDE_MELDS: Final = 0.4
"""Worth of five colours, and how likely they count beside many other melds: each card counts in one meld only."""

_BY_LEAD: Final = 0.5
_BY_LEFT: Final = 0.14
"""How the chance of the smallest total grows with the lead, and falls with the cards to come."""

_SOUGHT: Final = 110
_MOST_TRUMPS: Final = 35
"""How often a purchase is a trump, in percent of pure chance, as good players seek them; and the most in percent."""

_STEP: Final = 3
_HALF_TRICK: Final = 0.5 / HAND
"""An aim compares this many squares, or half a trick of the eight, up and down."""

total_of = lru_cache(maxsize=2**12)(total)
"""Remembered, because most hands stay the same from one purchase to the next."""


@cache
def _trump_tricks(held: int, left: int, percent: int) -> float:
    """Tricks by trumps: `held` now, and `left` purchases to come that are trumps with this chance in percent."""
    if not left:
        return _OF_TRUMPS[held]
    more, same = _trump_tricks(held + 1, left - 1, percent), _trump_tricks(held, left - 1, percent)
    return (percent * more + (100 - percent) * same) / 100


@cache
def _equals(held: int, others: int, left: int) -> float:
    """Worth of equal cards: `held` now, `others` that can still be had, and `left` purchases to come."""
    if not others:
        return _OF_EQUALS[held]
    chance = _COMING * left / HAND
    return chance * _equals(held + 1, others - 1, left) + (1 - chance) * _equals(held, others - 1, left)


@cache
def _all_colours(missing: int, left: int) -> float:
    """The chance to have all five colours in the end."""
    if left < missing or not missing:
        return float(not missing)
    chance = _NEW_COLOUR[missing]
    return chance * _all_colours(missing - 1, left - 1) + (1 - chance) * _all_colours(missing, left - 1)


def _melds(hand: Cards, elsewhere: Cards, left: int) -> float:
    """Worth of the melds that a hand will have, where the cards `elsewhere` cannot be had any more. Units: squares."""
    if not left:
        return points(declarations(hand)[0].melds)
    melds = _LATER_MELDS * left
    for equal in OF_VALUE.values():
        held = (hand & equal).bit_count()
        if held > 1 or (held and left > 2):
            melds += _equals(held, 5 - held - (elsewhere & equal).bit_count(), left)
    missing = sum([not hand & suit for suit in OF_COLOUR])
    return melds + _WORTH_OF_COLOURS * _all_colours(missing, left) * (1 if melds < _MANY_MELDS else _BESIDE_MELDS)


def _smallest(table: OpenTable, seat: Seat, hand: Cards, left: int) -> float:
    """The chance to have the smallest total."""
    others = [
        total_of(cards) + _AVERAGE * (HAND - cards.bit_count())
        for other, cards in enumerate(table.bought)
        if other != seat
    ]
    lead = min(others) - total_of(hand) - _AVERAGE * left
    return 1 / (1 + exp(-_BY_LEAD * lead / sqrt(left + 0.5) + _BY_LEFT * left))


def _rivalry(table: OpenTable, seat: Seat) -> float:
    """Worth of a trick beyond its squares, because no rival has it: a share of what it would bring them."""
    worth = 0.0
    for rival, square in enumerate(table.markers):
        if rival != seat:
            at = square + SMALLEST - _LATER_COST * (HAND - table.bought[rival].bit_count())
            even = 1 / table.seats
            worth += ahead(table.variant, HAND, even, at + TRICK) - ahead(table.variant, HAND, even, at)
    return worth / (table.seats - 1) ** 2


def _outlook(table: OpenTable, buyer: Seat, card: Card, price: int, rivalry: float) -> float:
    """Worth of buying this card for this price."""
    hand = table.bought[buyer] | 1 << card
    left = HAND - hand.bit_count()
    assert table.trump_card is not None
    elsewhere = 1 << table.trump_card
    for other, cards in enumerate(table.bought):
        if other != buyer:
            elsewhere |= cards
    known = elsewhere | hand
    by_number, trumps = TRICKS[table.trump], OF_COLOUR[table.trump]
    percent = min(_MOST_TRUMPS, _SOUGHT * (10 - (known & trumps).bit_count()) // (50 - known.bit_count()))
    tricks = sum([by_number[held] for held in listed(hand)]) + _LATER_TRICKS * left
    tricks += _trump_tricks((hand & trumps).bit_count(), left, percent)
    gain = _melds(hand, elsewhere, left) + SMALLEST * _smallest(table, buyer, hand, left) - _LATER_COST * left
    return ahead(table.variant, HAND, tricks / HAND, table.markers[buyer] - price + gain) + rivalry * tricks


def bargains(table: OpenTable, buyer: Seat, row: Row) -> dict[Card, float]:
    """How well off each card of this row leaves the buyer, of those that cost no more than there is."""
    rivalry = _rivalry(table, buyer)
    cards = affordable(row, table.markers[buyer])
    return {
        card: _outlook(table, buyer, card, price, rivalry)
        for card, price in zip(cards, PRICES[-len(cards) :], strict=True)
    }


class Aim(NamedTuple):
    """Gain of a buyer, in chances of victory, by each square further and by each trick more."""

    square: float
    trick: float


def aims(table: OpenTable) -> list[Aim]:
    """Aim of each seat, as things stand."""
    by_number, trumps = TRICKS[table.trump], OF_COLOUR[table.trump]
    squares, tricks = [], []
    for marker, hand in zip(table.markers, table.bought, strict=True):
        left = HAND - hand.bit_count()
        expected = sum([by_number[card] for card in listed(hand)]) + _LATER_TRICKS * left
        chance = (expected + _trump_tricks((hand & trumps).bit_count(), left, _USUAL_TRUMPS)) / HAND
        square = marker + _USUAL_MELDS - _LATER_COST * left
        further, less = (ahead(table.variant, HAND, chance, square + step) for step in (_STEP, -_STEP))
        squares.append((further - less) / (2 * _STEP))
        more, fewer = (ahead(table.variant, HAND, chance + half, square) for half in (_HALF_TRICK, -_HALF_TRICK))
        tricks.append(more - fewer)
    whole, rivals = sum(tricks), table.seats - 1
    return [Aim(square, own + (whole - own) / rivals**2) for square, own in zip(squares, tricks, strict=True)]


def chances(table: OpenTable) -> list[float]:
    """Share of the tricks to come that each seat will take; together 1."""
    by_number, trumps = TRICKS[table.trump], OF_COLOUR[table.trump]
    tricks = [
        _OF_TRUMPS[(hand & trumps).bit_count()] + sum([by_number[card] for card in listed(hand)])
        for hand in table.hands
    ]
    whole = sum(tricks)
    return [own / whole for own in tricks]
