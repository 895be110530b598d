"""Computer players of Auf falscher Fährte that answer at once: from what their seat may know to what it does.

`medium` knows what a card is worth before it is known what comes: what it may bring now, less what it may bring later.
So in Plus an ace waits until it is sure, and the cheapest card that takes a trick takes it; in Minus one ducks as high
as one can.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from games.cards import (
    COLOURED,
    COLOURS,
    FOUR_COLOURS,
    JOKER,
    OF_COLOUR,
    PLAYS,
    Card,
    Cards,
    Colour,
    by_colour,
    colour_of,
    gather,
    listed,
    taker,
    value_of,
    without,
)
from games.core import Computer
from games.faehrte.actions import CHANGES, DECKS, PLAYERS, FaehrteAction, Hide, Trump
from games.faehrte.table import MOST_OF_MINUS, OpenTable
from games.faehrte.view import FaehrteView
from games.review import Stakes
from games.turns import random

STEPS: Final = 8
"""How finely players tell how likely Plus is: 0 is Minus for sure, and STEPS is Plus."""

Worths = tuple[tuple[float, ...], ...]
"""Points by how many unseen cards of its colour are higher than a card, then how many are lower."""

_COLOUR_SIZE: Final = {seats: (DECKS[seats, False].bit_count()) // len(FOUR_COLOURS) for seats in PLAYERS}

# The numbers below are fitted to some 4000 choices, each judged by 40 worlds played to their end by players like these,
# and then improved by matches against each other. Points are points of the game.
_LEAD_IN_PLUS: Final = 0.19
_LEAD_IN_MINUS: Final = -0.54
_NOW_IN_PLUS: Final = 0.85
_LATER_IN_PLUS: Final = -0.86
_NOW_IN_MINUS: Final = -0.72
_LATER_IN_MINUS: Final = 0.61

_Lengths = tuple[tuple[float, ...], tuple[float, ...]]
"""Points for a trump, and for another card, by how many cards of its colour one holds."""

LONG: Final = 4
"""Colours with this many cards or more count as equally long."""

_LEAD_FROM_IN_PLUS: Final[_Lengths] = ((0.0, 0.03, -0.02, -0.12, -0.26), (0.0, 0.15, 0.08, -0.17, -0.02))
_LEAD_FROM_IN_MINUS: Final[_Lengths] = ((0.0, 0.39, 0.06, -0.1, -0.2), (0.0, 0.2, 0.03, -0.08, -0.27))
_SPARE_FROM_IN_PLUS: Final[_Lengths] = ((0.0, 0.16, 0.18, 0.05, -0.04), (0.0, -0.15, -0.14, -0.17, -0.25))
_SPARE_FROM_IN_MINUS: Final[_Lengths] = ((0.0, 0.0, -0.3, -0.38, 0.02), (0.0, 0.26, 0.39, 0.1, 0.08))


@cache
def _beating(trump: int) -> tuple[Cards, ...]:
    deck = listed(DECKS[4, False])
    beating = [0] * JOKER + [COLOURED]
    for card in deck:
        beating[card] = gather(other for other in deck if taker((card, other), colour_of(card), FOUR_COLOURS[trump]))
    return tuple(beating)


BEATING: Final = tuple(map(_beating, FOUR_COLOURS))
"""Cards that beat a card if they're played after it, by trump, then by that card; a joker is beaten by every card."""


COLOUR_OF: Final = tuple([OF_COLOUR[colour_of(card)] for card in range(JOKER)])
"""Every card of a card's colour, by card."""


@cache
def plus_chances(seats: int, unknown: int) -> tuple[int, ...]:
    """How likely the round is Plus, in steps, by the total of the hidden cards that one knows of.

    Each unknown card may be any card. People do hide high and low cards far more often than middling ones, but knowing
    that makes a good player no better.
    """
    chances, values = [1.0], _COLOUR_SIZE[seats]
    for _ in range(unknown):
        sums = [0.0, *accumulate(chances)]
        chances = [
            (sums[min(total + 1, len(chances))] - sums[max(total + 1 - values, 0)]) / values
            for total in range(len(chances) + values - 1)
        ]
    most, up_to = MOST_OF_MINUS[seats], [0.0, *accumulate(chances)]
    return tuple(
        [
            round(STEPS * (1 - up_to[min(max(most + 1 - known, 0), len(chances))]))
            for known in range((seats - unknown) * (values - 1) + 1)
        ]
    )


def _takes_in_plus(others: int, to_come: int, higher: int, lower: int, trumps: int) -> float:
    """How likely a card takes the trick when the players after it want the trick too, and beat it if they can."""
    elsewhere = 1 - 1 / others
    safe = elsewhere**higher - elsewhere ** (higher + lower) * (1 - elsewhere**trumps)
    return max(0.0, safe) ** to_come


def _takes_in_minus(others: int, to_come: int, higher: int, lower: int) -> float:
    """How likely a card takes the trick when nobody wants it, and others beat it only if they must."""
    elsewhere = 1 - 1 / others
    return (1 - elsewhere**lower * (1 - elsewhere**higher)) ** to_come


class Judgement(NamedTuple):
    """Worth of the cards of a trump or of another colour: where they take the trick as it lies, and where not.

    `length` is added where one may choose between colours, by how many cards of its colour one holds.
    """

    taking: Worths
    losing: Worths
    length: tuple[float, ...]


@lru_cache(maxsize=2**6)
def judgements(seats: int, plus: int, to_come: int, trumps: int) -> tuple[Judgement, Judgement]:
    """Worth of trumps, and of other cards.

    `plus` is in steps; so many players are `to_come`, and so many `trumps` are unseen.
    """
    likely, leads = plus / STEPS, to_come == seats - 1
    in_plus = _LEAD_FROM_IN_PLUS if leads else _SPARE_FROM_IN_PLUS
    in_minus = _LEAD_FROM_IN_MINUS if leads else _SPARE_FROM_IN_MINUS
    trump, other = (
        tuple(likely * a + (1 - likely) * b for a, b in zip(*both, strict=True))
        for both in zip(in_plus, in_minus, strict=True)
    )
    return Judgement(*_worths(seats, plus, to_come, 0), trump), Judgement(*_worths(seats, plus, to_come, trumps), other)


@lru_cache(maxsize=2**6)
def _worths(seats: int, plus: int, to_come: int, trumps: int) -> tuple[Worths, Worths]:
    """The two tables of a `Judgement`; `trumps` is how many unseen trumps can beat a card."""
    others, likely = seats - 1, plus / STEPS
    leads = to_come == others

    def worth(higher: int, lower: int, *, takes: bool) -> float:
        later_in_plus = _takes_in_plus(others, others, higher, lower, trumps)
        later_in_minus = _takes_in_minus(others, others, higher, lower)
        if leads:
            return likely * (_LEAD_IN_PLUS * later_in_plus) + (1 - likely) * (_LEAD_IN_MINUS * later_in_minus)
        in_plus, in_minus = _LATER_IN_PLUS * later_in_plus, _LATER_IN_MINUS * later_in_minus
        if takes:
            in_plus += _NOW_IN_PLUS * _takes_in_plus(others, to_come, higher, lower, trumps)
            in_minus += _NOW_IN_MINUS * _takes_in_minus(others, to_come, higher, lower)
        return likely * in_plus + (1 - likely) * in_minus

    counts = range(_COLOUR_SIZE[seats] + 1)
    taking, losing = (
        tuple(tuple(worth(higher, lower, takes=takes) for lower in counts[: len(counts) - higher]) for higher in counts)
        for takes in (True, False)
    )
    return taking, losing


TRUMP_IS_WORTH: Final = 7
"""Worth of a trump above its value when a hand is judged: it beats half of another colour, and more."""

JOKER_SAVES: Final = 0.25
"""Cost of playing a joker in Minus: the sure escape is gone. In Plus it is as good as the lowest card."""

LENGTH: Final = 0.25
TRUMP: Final = 0.5
"""Weights, for a card to hide, of each other card of its colour and of being trump; one step of its value weighs 1."""


def medium(view: FaehrteView, rng: Random) -> FaehrteAction:  # noqa: ARG001 - it never hesitates
    """Plays by rules of thumb."""
    table = view.table
    if view.hideable:
        return Hide(to_hide(table.seats, view.hand, table.trump))
    plus = _likely(table, view.hidden)
    if not view.playable:
        trump = to_name(view.hand, table.trump, plus)
        return Trump(None if trump == table.trump else COLOURS[trump])
    own = () if view.hidden is None else (view.hidden,)
    unseen = without(table.unseen, view.hand, gather(own)) & COLOURED
    taking = None if table.taking is None else table.card_of(table.taking)
    card = to_play(
        view.playable,
        unseen,
        seats=table.seats,
        best=JOKER if taking is None else taking,
        trump=table.trump,
        to_come=table.seats - 1 - len(table.trick),
        plus=plus,
    )
    return PLAYS[card]


def to_play(playable: Cards, unseen: Cards, *, seats: int, best: Card, trump: int, to_come: int, plus: int) -> Card:
    """The card of the highest worth.

    `best` takes the trick as it lies, or is a joker where no card does; so many players are `to_come`; `plus` is
    in steps.
    """
    beating, trumps = BEATING[trump][best], OF_COLOUR[trump]
    judged_trump, judged_other = judgements(seats, plus, to_come, (unseen & trumps).bit_count())
    chosen, most = JOKER, -JOKER_SAVES * (STEPS - plus) / STEPS if playable >> JOKER else -9.0
    coloured = playable & COLOURED
    while coloured:
        suit = COLOUR_OF[coloured.bit_length() - 1]
        held = coloured & suit
        coloured ^= held
        taking, losing, length = judged_trump if suit == trumps else judged_other
        added = 0.0 if held == playable else length[min(held.bit_count(), LONG)]
        unseen_here = unseen & suit
        count = unseen_here.bit_count()
        while held:
            lowest = held & -held
            held ^= lowest
            card = lowest.bit_length() - 1
            higher = (unseen_here >> card).bit_count()
            worth = added + (taking if lowest & beating else losing)[higher][count - higher]
            if worth > most:
                chosen, most = card, worth
    return chosen


def to_hide(seats: int, hand: Cards, trump: int) -> Card:
    """The highest card of a strong hand, the lowest of a weak one, rather of a short colour."""
    direction = 1 if strength(hand, trump) > fair_strength(seats) * (hand & COLOURED).bit_count() else -1

    def worth(card: Card) -> float:
        colour = COLOUR_OF[card]
        return direction * value_of(card) - LENGTH * (hand & colour).bit_count() - TRUMP * (colour == OF_COLOUR[trump])

    return max([_end(held, highest=direction > 0) for held in by_colour(hand)], key=worth)


def _end(cards: Cards, *, highest: bool) -> Card:
    return (cards if highest else cards & -cards).bit_length() - 1


def to_name(hand: Cards, trump: int, plus: int) -> int:
    """The trump with which a hand is strongest, or weakest where Minus is likelier; rather the trump that is."""
    best = max if 2 * plus > STEPS else min
    return best((trump, *FOUR_COLOURS), key=lambda colour: strength(hand, colour))


def strength(hand: Cards, trump: int, trump_is_worth: int = TRUMP_IS_WORTH) -> int:
    """Worth of a hand's cards in tricks; jokers are worth nothing."""
    return sum(map(value_of, listed(hand & COLOURED))) + trump_is_worth * (hand & OF_COLOUR[trump]).bit_count()


@cache
def fair_strength(seats: int) -> float:
    """The strength of an average card."""
    deck = DECKS[seats, False]
    return strength(deck, FOUR_COLOURS[0]) / deck.bit_count()


def _likely(table: OpenTable, hidden: Card | None) -> int:
    """How likely Plus is, in steps, to who knows this hidden card."""
    known = {*table.turned} if hidden is None else {*table.turned, hidden}
    return plus_chances(table.seats, table.seats - len(known))[sum(map(value_of, known))]


_TRUMP_IS_WORTH: Final = 6
"""Worth of a trump above its value when a hand is judged: it beats half of another colour, and more."""

_MISTAKES: Final = 1 / 6
"""Share of `easy`'s moves made at random: a beginner can win a match, and it still beats `random` mostly."""


def steady(view: FaehrteView, rng: Random) -> FaehrteAction:
    """Hides what its hand would like the round to be; then takes or avoids tricks by what the round looks like.

    Last to play, it takes a trick as cheaply as it can, and before others as surely; a trick that it does not want gets
    the strongest card that does not take it.
    """
    if view.hideable:
        return Hide(_to_hide(view))
    if view.playable:
        return PLAYS[_to_play(view, rng)]
    return _to_name(view)


def easy(view: FaehrteView, rng: Random) -> FaehrteAction:
    """Plays like `steady`, but now and then any legal action."""
    return random(view, rng) if rng.random() < _MISTAKES else steady(view, rng)


def _to_hide(view: FaehrteView) -> Card:
    """The highest card of a strong hand, the lowest of a weak one; no trump if it can be helped."""
    hand, trump = view.hideable, view.table.trump
    cards = listed(hand & ~OF_COLOUR[trump] or hand)
    fair = _strength(view.table.deck, trump) / (view.table.deck & COLOURED).bit_count()
    strong = _strength(hand, trump) > fair * hand.bit_count()
    return max(cards, key=value_of) if strong else min(cards, key=value_of)


def _to_name(view: FaehrteView) -> Trump:
    """The trump with which the rest of the hand is strongest, or weakest where tricks are bad."""
    now = view.table.trump
    strengths = {
        change: _strength(view.hand, now if change.colour is None else change.colour) for change in CHANGES[now]
    }
    return (max if wants_tricks(view) else min)(strengths, key=strengths.__getitem__)


def _strength(hand: Cards, trump: Colour) -> int:
    """Worth of a hand's cards in tricks, by this player's measure."""
    return strength(hand, trump, _TRUMP_IS_WORTH)


def wants_tricks(view: FaehrteView) -> bool:
    """Whether the round is Plus, or most likely will be if the cards still hidden are like all that are unseen."""
    table = view.table
    if table.kind is not None:
        return table.kind == "plus"
    hidden = [*table.turned] if view.hidden is None else list({*table.turned, view.hidden})
    values = [value_of(card) for card in listed(_unseen(view) & COLOURED)]
    average = sum(values) / len(values)
    return sum(map(value_of, hidden)) + average * (table.seats - len(hidden)) > MOST_OF_MINUS[table.seats] + 0.5


def _to_play(view: FaehrteView, rng: Random) -> Card:
    """The card that `steady` plays; among cards that equally many others beat, any."""
    table, unseen = view.table, _unseen(view)
    beaters = {card: (_beaters(card, table.trump, unseen), rng.random()) for card in listed(view.playable)}
    strongest_first = sorted(beaters, key=beaters.__getitem__)
    taking = [card for card in strongest_first if _takes(table, card)]
    losing = [card for card in strongest_first if card not in taking]
    is_last = len(table.trick) == table.seats - 1
    if wants_tricks(view):
        if not taking:
            return losing[-1]
        return taking[-1] if is_last else taking[0]
    if losing:
        return losing[0]
    return taking[0] if is_last else taking[-1]


def _beaters(card: Card, trump: Colour, unseen: Cards) -> int:
    """How many unseen cards would take a trick from this one, all of them from a joker."""
    if card == JOKER:
        return unseen.bit_count()
    colour = colour_of(card)
    higher = unseen & OF_COLOUR[colour] & ~((2 << card) - 1)
    return (higher if colour == trump else higher | unseen & OF_COLOUR[trump]).bit_count()


def _takes(table: OpenTable, card: Card) -> bool:
    """Whether this card would take the trick so far."""
    if card == JOKER:
        return False
    led = colour_of(card) if table.led is None else table.led
    return taker((*table.trick, card), led, table.trump) == len(table.trick)


def _unseen(view: FaehrteView) -> Cards:
    """The cards that may lie in other hands, or hidden by others."""
    own = () if view.hidden is None else (view.hidden,)
    return without(view.table.unseen, view.hand, gather(own))


COMPUTERS: Final[Mapping[str, Computer[FaehrteView, FaehrteAction]]] = {
    "random": random,
    "steady": steady,
    "easy": easy,
    "medium": medium,
}

RATINGS: Final[Mapping[str, float]] = {
    "random": 2.8,
    "easy": 20.3,
    "steady": 23.0,
    "medium": 25.0,
    "hard": 31.4,
}
"""How strong each level is, in the units of a player's mu, found by `python -m bench.levels`."""

STAKES: Final = Stakes("points", least=0.25)
