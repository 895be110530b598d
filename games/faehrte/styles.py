"""How others may play Auf falscher Fährte: a few cheap players that a search reckons with. They know no other hand.

People aren't `medium`. A search that believes they are is beaten by whoever plays otherwise, so it asks which of these
players explain best what somebody has done in this round.
"""

from collections.abc import Sequence
from typing import Final

from games.cards import COLOURED, JOKER, OF_COLOUR, Card, Cards, listed, value_of
from games.faehrte.judgement import COLOUR_OF, STEPS
from games.faehrte.medium import to_hide

MEDIUM: Final = 0
GREEDY: Final = 1
"""Takes every trick that it can in a round that is likelier Plus, and none in one that is likelier Minus."""
GRABBING: Final = 2
DUCKING: Final = 3

STYLES: Final = (MEDIUM, GREEDY, GRABBING, DUCKING)


def wants_tricks(style: int, plus: int) -> bool:
    """Whether a greedy player of this style takes tricks when Plus is so likely, in steps."""
    return 2 * plus > STEPS if style == GREEDY else style == GRABBING


def greedy(playable: Cards, unseen: Cards, beating: Cards, trumps: Cards, *, wants: bool, last: bool) -> Card:
    """The card of a player who looks no further than this trick.

    Shape: cards of `beating` would take the trick as it lies; nobody plays after the `last`.
    """
    taking = playable & beating
    if wants:
        if taking:
            return weakest(taking, unseen, trumps) if last else strongest(taking, unseen, trumps)
        return weakest(playable, unseen, trumps)
    losing = playable ^ taking
    if losing:
        return strongest(losing & COLOURED, unseen, trumps) if losing & COLOURED else JOKER
    return strongest(taking, unseen, trumps) if last else weakest(taking, unseen, trumps)


def strongest(cards: Cards, unseen: Cards, trumps: Cards) -> Card:
    """The card that the fewest unseen ones beat. Shape: no jokers among `cards`."""
    chosen = cards.bit_length() - 1
    if cards & COLOUR_OF[chosen] == cards:
        return chosen
    fewest, trumping = JOKER, (unseen & trumps).bit_count()
    while cards:
        card = cards.bit_length() - 1
        suit = COLOUR_OF[card]
        cards &= ~suit
        beaters = ((unseen & suit) >> card).bit_count() + (trumping if suit != trumps else 0)
        if beaters < fewest:
            chosen, fewest = card, beaters
    return chosen


def weakest(cards: Cards, unseen: Cards, trumps: Cards) -> Card:
    """The card that the most unseen ones beat, a joker first of all."""
    if cards >> JOKER:
        return JOKER
    chosen = (cards & -cards).bit_length() - 1
    if cards & COLOUR_OF[chosen] == cards:
        return chosen
    most, trumping = -1, (unseen & trumps).bit_count()
    while cards:
        card = (cards & -cards).bit_length() - 1
        suit = COLOUR_OF[card]
        cards &= ~suit
        beaters = ((unseen & suit) >> card).bit_count() + (trumping if suit != trumps else 0)
        if beaters > most:
            chosen, most = card, beaters
    return chosen


def hidden_by(style: int, seats: int, hand: Cards, trump: int) -> Card:
    """The card that a player of this style would hide: who grabs hides a high one, and who ducks a low one."""
    if style in {MEDIUM, GREEDY}:
        return to_hide(seats, hand, trump)
    cards = listed(hand & COLOURED & ~OF_COLOUR[trump] or hand & COLOURED)
    return _highest(cards) if style == GRABBING else min(cards, key=value_of)


def _highest(cards: Sequence[Card]) -> Card:
    return max(cards, key=value_of)
