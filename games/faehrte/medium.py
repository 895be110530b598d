"""`medium` at Auf falscher Fährte: plays by rules, without trying anything. Knows no hand but its own."""

from functools import cache
from random import Random
from typing import Final

from games.cards import (
    COLOURED,
    COLOURS,
    FOUR_COLOURS,
    JOKER,
    OF_COLOUR,
    PLAYS,
    Card,
    Cards,
    by_colour,
    gather,
    listed,
    value_of,
    without,
)
from games.faehrte.actions import DECKS, FaehrteAction, Hide, Trump
from games.faehrte.judgement import BEATING, COLOUR_OF, LONG, STEPS, judgements, plus_chances
from games.faehrte.table import OpenTable
from games.faehrte.view import FaehrteView

TRUMP_IS_WORTH: Final = 7
"""What a trump counts for above its value when a hand is judged: it beats half of another colour, and more."""

JOKER_SAVES: Final = 0.25
"""What it costs in Minus to play a joker: the sure escape is gone. In Plus it is as good as the lowest card."""

LENGTH: Final = 0.25
TRUMP: Final = 0.5
"""What each card of its colour, and being trump, weigh against one step in the value of a card to hide."""


def medium(view: FaehrteView, rng: Random) -> FaehrteAction:  # noqa: ARG001 - it never hesitates
    """What seems best by rules of thumb."""
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

    Shape: `best` takes the trick as it lies, or is a joker where no card does; so many players are `to_come`; `plus` is
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
    """What the cards of a hand are worth in tricks, jokers nothing."""
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
