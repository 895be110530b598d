"""Styles of Volltreffer: what they buy, how they lay the row, which melds they show, which tricks they want."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final, Literal

from games.cards import OF_COLOUR, PLAYS, Card, Cards, colour_of, listed, taker, value_of
from games.core import Computer, Seat
from games.turns import left_of
from games.volltreffer.actions import BUYS, Declare, LayRow, Swap, VolltrefferAction
from games.volltreffer.market import PRICES, Row, swapped
from games.volltreffer.melds import OF_VALUE, points
from games.volltreffer.table import OpenTable
from games.volltreffer.track import BULLSEYE, advance, off_bullseye, off_zone
from games.volltreffer.view import VolltrefferView

Declaring = Literal["all", "none", "zone", "bullseye", "early"]
Aiming = Literal["grab", "duck", "zone", "bullseye", "most"]
Leading = Literal["strong", "weak", "trump", "long"]
Laying = Literal["first", "last", "any", "mean", "kind"]

_TRICK: Final = 5


@dataclass(frozen=True, slots=True)
class Style:
    """Policy of a player.

    Shape: the first five say what each step of value, a trump, an equal number, a new colour and a low number are worth
    when they buy. `plans` is whether they buy weaker cards close to the zone. `aims` is which tricks they want, and
    `cheaply` how they take them. `saves` is whether they hold trumps back.
    Units: squares, as is `thrift` for each square of a price.
    """

    high: float = 0.4
    trump: float = 4.0
    equal: float = 1.5
    colour: float = 0.0
    low: float = 0.0
    thrift: float = 1.0
    plans: bool = False
    lays: Laying = "first"
    declares: Declaring = "all"
    aims: Aiming = "zone"
    leads: Leading = "strong"
    cheaply: bool = True
    saves: bool = False

    def __call__(self, view: VolltrefferView, rng: Random) -> VolltrefferAction:
        """Lays or swaps, buys, declares, or plays."""
        table, legal = view.table, view.legal_actions
        match table.phase:
            case "buy":
                return BUYS[max(view.affordable, key=lambda card: (self._bargain(view, table.row, card), card))]
            case "row" | "swap":
                return self._lay(view, legal, rng)
            case "declare":
                return self._declare(view)
        return PLAYS[self._play(view)]

    def worth(self, table: OpenTable, hand: Cards, card: Card, square: int) -> float:
        """Estimated gain of a card to a player with this hand on this square. Units: squares."""
        value, colour = value_of(card), colour_of(card)
        count = (hand & OF_VALUE[value]).bit_count()
        tricks = self.high * value + (self.trump + self.high * value if colour == table.trump else 0.0)
        if self.plans and square < BULLSEYE:
            tricks *= min(1.0, (BULLSEYE - square) / 30)
        others = self.equal * count * sqrt(count) + self.low * (10 - value)
        return tricks + others + (0.0 if hand & OF_COLOUR[colour] else self.colour)

    def _bargain(self, view: VolltrefferView, row: Row, card: Card) -> float:
        assert view.seat is not None
        square = view.table.markers[view.seat]
        return self.worth(view.table, view.hand, card, square) - self.thrift * PRICES[row.index(card)]

    def _lay(self, view: VolltrefferView, legal: Sequence[VolltrefferAction], rng: Random) -> VolltrefferAction:
        """How the row shall lie for whoever buys next."""
        match self.lays:
            case "first" | "last":
                return legal[0 if self.lays == "first" else -1]
            case "any":
                return rng.choice(legal)
        best = min if self.lays == "mean" else max
        return best(legal, key=lambda action: self._left(view, action))

    def _left(self, view: VolltrefferView, action: VolltrefferAction) -> float:
        """How good a bargain the next buyer would find, by the own measure."""
        assert isinstance(action, LayRow | Swap)
        assert view.seat is not None
        table = view.table
        row = action.cards if isinstance(action, LayRow) else swapped(table.row, *action.cards)
        buyer = left_of(view.seat, table.seats)
        hand, square = table.hands[buyer], table.markers[buyer]
        offers = zip(row, PRICES, strict=True)
        return max(self.worth(table, hand, card, square) - self.thrift * price for card, price in offers)

    def _declare(self, view: VolltrefferView) -> Declare:
        """The melds to show. Shape: the legal ones descend by their points, none at all last."""
        declarations = [action for action in view.legal_actions if isinstance(action, Declare)]
        assert view.seat is not None
        square, zone = view.table.markers[view.seat], view.table.zone
        match self.declares:
            case "all":
                return declarations[0]
            case "none":
                return declarations[-1]
            case "early":
                return declarations[0 if square < zone[0] - 20 else -1]
            case "zone":
                return min(declarations, key=lambda one: off_zone(advance(square, points(one.melds)), zone))
        return min(declarations, key=lambda one: off_bullseye(advance(square, points(one.melds) + _TRICK)))

    def _play(self, view: VolltrefferView) -> Card:
        assert view.seat is not None
        table, wants = view.table, self._wants(view.table, view.seat)
        cards = sorted(listed(view.playable), key=lambda card: (colour_of(card) == table.trump, value_of(card)))
        if not table.trick:
            return self._lead(view, cards, wants=wants)
        taking = [card for card in cards if _takes(table, card)]
        losing = [card for card in cards if card not in taking]
        if self.saves and losing:
            taking = [card for card in taking if colour_of(card) != table.trump or table.led == table.trump]
        if wants:
            is_last = len(table.trick) == table.seats - 1
            return (taking[0] if self.cheaply or is_last else taking[-1]) if taking else cards[0]
        return losing[-1] if losing else cards[-1 if self.cheaply else 0]

    def _lead(self, view: VolltrefferView, cards: list[Card], *, wants: bool) -> Card:
        """Shape: `cards` ascend, trumps last."""
        plain = [card for card in cards if colour_of(card) != view.table.trump] or cards
        match self.leads:
            case "trump":
                return cards[-1] if wants else plain[0]
            case "weak":
                return plain[0]
            case "long":
                longest = max((view.hand & OF_COLOUR[colour_of(card)]).bit_count() for card in cards)
                cards = [card for card in cards if (view.hand & OF_COLOUR[colour_of(card)]).bit_count() == longest]
                return cards[-1] if wants else cards[0]
        return max(plain if self.saves else cards, key=value_of) if wants else min(cards, key=value_of)

    def _wants(self, table: OpenTable, seat: Seat) -> bool:
        """Whether the player would like to take this trick."""
        square = table.markers[seat]
        after = advance(square, _TRICK)
        match self.aims:
            case "grab" | "duck":
                return self.aims == "grab"
            case "zone":
                return off_zone(after, table.zone) <= off_zone(square, table.zone)
            case "bullseye":
                return off_bullseye(after) < off_bullseye(square)
        return square + _TRICK * (table.hands[seat].bit_count() // 2) <= table.zone[-1]


def _takes(table: OpenTable, card: Card) -> bool:
    """Whether this card would take the trick as it lies."""
    trick = (*table.trick, card)
    return taker(trick, colour_of(trick[0]), table.trump) == len(trick) - 1


def _beginner(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    """Any move that isn't silly: a bargain of the better half, any melds, a card that fits what they want."""
    style, table = Style(), view.table
    assert view.seat is not None
    if table.phase == "buy":
        square = table.markers[view.seat]
        row = sorted(view.affordable, key=lambda card: style.worth(table, view.hand, card, square))
        return BUYS[rng.choice(row[len(row) // 2 :])]
    if table.phase == "play":
        wants = off_zone(advance(table.markers[view.seat], _TRICK), table.zone) <= off_zone(
            table.markers[view.seat], table.zone
        )
        cards = listed(view.playable)
        return PLAYS[rng.choice([card for card in cards if _takes(table, card) == wants] or cards)]
    return rng.choice(view.legal_actions)


_STYLES: Final[Mapping[str, Callable[[VolltrefferView, Random], VolltrefferAction]]] = {
    "plain": Style(),
    "trumping": Style(trump=8.0, equal=0.5, leads="trump", lays="mean"),
    "melding": Style(high=0.2, trump=1.0, equal=3.5, declares="all", lays="any"),
    "thrifty": Style(thrift=3.0, lays="mean", declares="zone", aims="most"),
    "lavish": Style(thrift=0.1, high=0.6, cheaply=False),
    "modest": Style(high=-0.1, trump=1.0, low=0.6, declares="bullseye", leads="weak"),
    "colourful": Style(colour=2.5, trump=2.0, declares="bullseye", aims="bullseye", lays="last"),
    "grabbing": Style(aims="grab", high=0.6, lays="mean", leads="long", cheaply=False),
    "ducking": Style(aims="duck", equal=2.5, low=0.4, high=0.0, trump=0.0, lays="kind", leads="weak"),
    "planning": Style(plans=True, aims="bullseye", declares="bullseye", lays="mean"),
    "saving": Style(saves=True, high=0.6, trump=2.0, low=0.5, plans=True, lays="mean"),
    "humble": Style(trump=2.0, low=0.5, thrift=0.7, leads="weak", lays="mean"),
    "secretive": Style(declares="none", plans=True, leads="long", lays="any", equal=0.0),
    "hasty": Style(declares="early", aims="most", leads="trump", trump=6.0, thrift=0.5, lays="last"),
}
"""Every style but the beginner."""

STYLES: Final[Mapping[str, Computer[VolltrefferView, VolltrefferAction]]] = {**_STYLES, "beginner": _beginner}
"""Every style, by name."""
