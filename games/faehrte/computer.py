"""Computer players for Auf falscher Fährte: from what their seat may know to what it does. They know no other hand."""

from collections.abc import Mapping
from random import Random
from typing import Final

from games.cards import (
    COLOURED,
    JOKER,
    OF_COLOUR,
    PLAYS,
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
from games.core import Computer
from games.faehrte.actions import CHANGES, FaehrteAction, Hide, Trump
from games.faehrte.medium import medium, strength
from games.faehrte.table import MOST_OF_MINUS, OpenTable
from games.faehrte.view import FaehrteView
from games.review import Stakes
from games.turns import random

_TRUMP_IS_WORTH: Final = 6
"""What a trump counts for above its value when a hand is judged: it beats half of another colour, and more."""

_MISTAKES: Final = 1 / 6
"""How often `easy` does not think: enough for a beginner to win a match, and it still wins most against `random`."""


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
    """What the cards of a hand are worth in tricks, by this player's measure."""
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
