"""How others may play Auf falscher Fährte: a few cheap players that a search reckons with. They know no other hand.

People aren't `medium`. A search that believes they are is beaten by whoever plays otherwise, so it asks which of these
players explain best what somebody has done in this round.
"""

from collections.abc import Sequence
from operator import mul
from random import Random
from typing import Final

from games.cards import COLOURED, JOKER, Card, Cards, listed, value_of
from games.faehrte.actions import DECKS, PLAYERS
from games.faehrte.judgement import COLOUR_OF, STEPS
from games.faehrte.medium import to_hide

MEDIUM: Final = 0
GREEDY: Final = 1
"""Takes every trick that it can in a round that is likelier Plus, and none in one that is likelier Minus."""
GRABBING: Final = 2
DUCKING: Final = 3

_HIGHEST: Final = {seats: value_of(listed(DECKS[seats, False])[-1]) for seats in PLAYERS}

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


BY_HAND: Final = 0
"""Hides what `medium` would: a high card of a strong hand, a low one of a weak one."""
HIGHEST: Final = 1
LOWEST: Final = 2
ANY: Final = 3

HABITS: Final = (BY_HAND, HIGHEST, LOWEST, ANY)
COMMONNESS: Final = (0.5, 0.2, 0.2, 0.1)
"""How common each habit of hiding is. Shape: by habit."""


def to_hide_by(habit: int, seats: int, hand: Cards, trump: int, rng: Random) -> Card:
    """The card that a player of this habit would hide."""
    if habit == BY_HAND:
        return to_hide(seats, hand, trump)
    cards = listed(hand & COLOURED)
    if habit == ANY:
        return rng.choice(cards)
    return (max if habit == HIGHEST else min)(cards, key=value_of)


def habit_chances(seats: int, turned: Sequence[Card]) -> tuple[list[float], float]:
    """How likely each habit is if all the others share one and have hidden these cards; how likely it is that they do.

    A player of one table often plays like the next, and where all hide low cards, no hand of one's own makes it Plus.
    """
    shared, apart = list(COMMONNESS), 1.0
    for card in turned:
        chances = [_chance(habit, seats, value_of(card)) for habit in HABITS]
        shared = [so_far * chance for so_far, chance in zip(shared, chances, strict=True)]
        apart *= sum(map(mul, COMMONNESS, chances))
    together = sum(shared)
    return [chance / together for chance in shared], _SHARED * together / (_SHARED * together + (1 - _SHARED) * apart)


_SHARED: Final = 0.6
"""How often all the others have one habit."""


def _chance(habit: int, seats: int, value: int) -> float:
    """How likely the card that a player of this habit hides has this value: most hands have extremes."""
    low, high = (0.7 * 0.3**steps + 0.004 for steps in (value, _HIGHEST[seats] - value))
    return {BY_HAND: (low + high) / 2, HIGHEST: high, LOWEST: low, ANY: 1 / (1 + _HIGHEST[seats])}[habit]
