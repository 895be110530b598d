"""Computer players of Volltreffer that answer at once: from what their seat may know to what it does."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from games.cards import OF_COLOUR, PLAYS, Card, Cards, Colour, colour_of, following, listed, taker, value_of
from games.core import Computer, Seat
from games.review import Stakes
from games.turns import left_of, random
from games.volltreffer import track
from games.volltreffer.actions import BUYS, SWAPS, Declare, LayRow, Swap, VolltrefferAction, declarations
from games.volltreffer.market import PRICES, Row, affordable, opening_rows, swapped
from games.volltreffer.melds import OF_VALUE, points
from games.volltreffer.outlook import ahead, bargains, chances, total_of
from games.volltreffer.table import HAND, SMALLEST, TRICK, OpenTable
from games.volltreffer.view import VolltrefferView

_KEEP: Final = 0.4
"""Part of a card's power that it would still have brought later. Measured: without, 20% instead of 29% are won."""

_PER_BETTER_CARD: Final = 0.55
_UNDER_TRUMPS: Final = 0.6
"""Part of a card's power that is left for each better one that others hold, and where they hold trumps."""


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
            return {LayRow(row): _left_over(table, seat, row) for row in opening_rows(table.row, table.trump)}
        case "swap":
            pairs = combinations(sorted(table.row), 2)
            return {SWAPS[cards]: _left_over(table, seat, swapped(table.row, *cards)) for cards in pairs}
    return {BUYS[card]: worth for card, worth in bargains(table, seat, table.row).items()}


def _left_over(table: OpenTable, seat: Seat, row: Row) -> float:
    """Loss of `seat` by leaving this row to the next buyer: a rival's share of what it is worth to them."""
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
    """Seat that will take the trick after this card, if everyone behind takes it who can and wishes to."""
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


_TRUMP_WORTH: Final = 5.0
_TRUMP_VALUE_WORTH: Final = 0.3
_HIGHEST_WORTH: Final = 2.5
_MELD_WORTH: Final = (0.2, 0.9, 4.0, 4.5, 5.0)
"""Worth of a card to `steady`, in squares: a trump, each point of its value, the ten of another colour, and the
next card of a number of which so many are held. Measured: it loses to itself with other figures, or about ties."""


_CARELESS: Final = 0.2
"""How often `easy` does just anything. Measured: it wins always against `random`, and 8% against `medium` (4 seats)."""


def steady(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    """Buys what is worth most beyond its price, shows all it can, and takes tricks that do not lead past the zone.

    It swaps so that the next player finds the worst bargain.
    """
    table, legal = view.table, view.legal_actions
    match table.phase:
        case "buy":
            return BUYS[max(view.affordable, key=lambda card: _gain(table, view.hand, table.row, card))]
        case "swap":
            return min((action for action in legal if isinstance(action, Swap)), key=lambda swap: _left(table, swap))
        case "declare":
            return legal[0]
        case "play":
            return PLAYS[_choose(table, view.playable)]
    return rng.choice(legal)


def worth(hand: Cards, card: Card, trump: Colour) -> float:
    """Worth of `card` to a player with `hand`. Units: squares."""
    value = value_of(card)
    meld = _MELD_WORTH[(hand & OF_VALUE[value]).bit_count()]
    if colour_of(card) == trump:
        return meld + _TRUMP_WORTH + _TRUMP_VALUE_WORTH * value
    return meld + _HIGHEST_WORTH * (value / 10) ** 2


def _gain(table: OpenTable, hand: Cards, row: Row, card: Card) -> float:
    """Gain of buying `card` from `row` beyond its price. Units: squares."""
    return worth(hand, card, table.trump) - PRICES[row.index(card)]


def _left(table: OpenTable, swap: Swap) -> float:
    """The best bargain for the next player after this swap. Units: squares."""
    (buyer,) = table.to_act
    following_buyer = left_of(buyer, table.seats)
    row = swapped(table.row, *swap.cards)
    hand = table.hands[following_buyer]
    return max(_gain(table, hand, row, card) for card in affordable(row, table.markers[following_buyer]))


def _choose(table: OpenTable, playable: Cards) -> Card:
    """To take a trick, the weakest card that surely does, else the weakest; to lose it, the strongest that does.

    A trick is worth taking unless it leads further away from the zone.
    """
    (seat,) = table.to_act
    cards = sorted(listed(playable), key=lambda card: (colour_of(card) == table.trump, value_of(card)))
    if is_welcome(table, seat):
        return next((card for card in cards if will_take(table, seat, card)), cards[0])
    return next((card for card in reversed(cards) if not _takes(table.trick, card, table.trump)), cards[0])


def is_welcome(table: OpenTable, seat: Seat) -> bool:
    """Whether a trick would not lead `seat` further away from the zone."""
    square = table.markers[seat]
    return track.off_zone(track.advance(square, TRICK), table.zone) <= track.off_zone(square, table.zone)


def will_take(table: OpenTable, seat: Seat, card: Card) -> bool:
    """Whether nobody who is still to play can beat `card`: everyone has seen what they bought."""
    if not _takes(table.trick, card, table.trump):
        return False
    trick = (*table.trick, card)
    behind = [left_of(seat, table.seats, steps) for steps in range(1, table.seats - len(table.trick))]
    answers = [following(table.hands[other], colour_of(trick[0])) for other in behind]
    return not any(_takes(trick, answer, table.trump) for cards in answers for answer in listed(cards))


def _takes(trick: tuple[Card, ...], card: Card, trump: Colour) -> bool:
    """Whether `card` would be the best of the trick so far."""
    cards = (*trick, card)
    return cards[taker(cards, colour_of(cards[0]), trump)] == card


def easy(view: VolltrefferView, rng: Random) -> VolltrefferAction:
    """Plays like `steady`, but often without thinking."""
    return (random if rng.random() < _CARELESS else steady)(view, rng)


COMPUTERS: Final[Mapping[str, Computer[VolltrefferView, VolltrefferAction]]] = {
    "random": random,
    "steady": steady,
    "easy": easy,
    "medium": medium,
}

RATINGS: Final[Mapping[str, float]] = {
    "random": -17.4,
    "easy": 16.1,
    "steady": 24.5,
    "medium": 25.0,
    "hard": 33.7,
}
"""How strong each level is, in the units of a player's mu, found by `python -m bench.levels`."""

STAKES: Final = Stakes("match", least=0.03)
