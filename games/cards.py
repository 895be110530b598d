"""Cards, sets of cards, colours and tricks, for all trick-taking games.

A card is a small int, and a set of cards one int with one bit a card, as python-chess does with squares: `|`, `&` and
`bit_count()` are all the set arithmetic there is. Jokers are alike: a set with n of them has the n lowest joker bits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

Card = int
"""22 × colour + value, or JOKER."""

Cards = int
"""A set of cards. Bit n is card n, so the bits ascend by colour, then value, jokers last."""


class Colour(IntEnum):
    """A colour of cards, in the order in which hands are sorted."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    VIOLET = 4

    @property
    def word(self) -> str:
        """Its name in texts and records: `red`."""
        return self.name.lower()


COLOURS: Final = tuple(Colour)
FOUR_COLOURS: Final = COLOURS[:4]
COLOUR_OF_WORD: Final = {colour.word: colour for colour in Colour}

_VALUES: Final = 22
"""Room for 0 to 21, the highest card of any deck."""
_MOST_JOKERS: Final = 4

JOKER: Final[Card] = _VALUES * len(COLOURS)
JOKERS: Final[Cards] = (1 << _MOST_JOKERS) - 1 << JOKER
"""All there are; `cards & JOKERS` is the jokers of a set."""
COLOURED: Final[Cards] = (1 << JOKER) - 1
OF_COLOUR: Final[tuple[Cards, ...]] = tuple((1 << _VALUES) - 1 << _VALUES * colour for colour in COLOURS)
"""Every card of a colour, by colour."""

NAMES: Final[tuple[str, ...]] = (*(f"{colour.word[0]}{value}" for colour in COLOURS for value in range(_VALUES)), "J")
"""The text of every card, by card."""
CARD_OF_NAME: Final = {name: card for card, name in enumerate(NAMES)}


def colour_of(card: Card) -> Colour:
    """Raises: IndexError for a joker."""
    return COLOURS[card // _VALUES]


def value_of(card: Card) -> int:
    """The number on a coloured card."""
    return card % _VALUES


def deck_of(colours: Iterable[Colour], values: Sequence[int]) -> Cards:
    """The cards with these values in each of these colours."""
    return gather(_VALUES * colour + value for colour in colours for value in values)


def jokers(count: int) -> Cards:
    """A set of nothing but jokers."""
    return (1 << count) - 1 << JOKER


def add(cards: Cards, card: Card) -> Cards:
    """The set with one card more."""
    return cards | (1 << card if card != JOKER else jokers(jokers_in(cards) + 1))


def remove(cards: Cards, card: Card) -> Cards:
    """The set without a card that is in it; of several jokers one goes."""
    return cards ^ (1 << card if card != JOKER else 1 << cards.bit_length() - 1)


def jokers_in(cards: Cards) -> int:
    """How many jokers a set has."""
    return (cards >> JOKER).bit_count()


def without(cards: Cards, *others: Cards) -> Cards:
    """The set less the cards of the others; each of their jokers takes one joker away."""
    for other in others:
        cards = cards & COLOURED & ~other | jokers(jokers_in(cards) - jokers_in(other))
    return cards


def gather(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    coloured = count = 0
    for card in cards:
        if card == JOKER:
            count += 1
        else:
            coloured |= 1 << card
    return coloured | jokers(count)


def listed(cards: Cards) -> list[Card]:
    """The cards of a set, ascending, every joker as JOKER."""
    found = []
    rest = cards & COLOURED
    while rest:
        lowest = rest & -rest
        found.append(lowest.bit_length() - 1)
        rest ^= lowest
    return found + [JOKER] * jokers_in(cards) if cards >> JOKER else found


def by_colour(cards: Cards) -> list[Cards]:
    """The coloured cards of a set, one set for each colour it has."""
    return [held for suit in OF_COLOUR if (held := cards & suit)]


def to_text(cards: Cards) -> str:
    """Text such as `r7 y10 J`, sorted; `-` for none."""
    return " ".join([NAMES[card] for card in listed(cards)]) or "-"


def parse(text: str) -> Cards:
    """The set of that text. Raises: ValueError unless it is the text of a set."""
    cards = 0 if text == "-" else gather(map(parse_card, text.split(" ")))
    if to_text(cards) != text:
        raise ValueError(f"no sorted set of cards: {text}")
    return cards


def parse_card(name: str) -> Card:
    """Raises: ValueError."""
    if name not in CARD_OF_NAME:
        raise ValueError(f"no card: {name}")
    return CARD_OF_NAME[name]


@dataclass(frozen=True, slots=True)
class Play:
    """Plays a card to the trick."""

    card: Card

    def to_text(self) -> str:
        """Text such as `play r7`."""
        return f"play {NAMES[self.card]}"


PLAYS: Final = tuple(map(Play, range(JOKER + 1)))
"""Every play there is, by card: actions are made once."""


def plays(cards: Cards) -> tuple[Play, ...]:
    """The plays of these cards, ascending; of several jokers one."""
    return tuple([PLAYS[card] for card in dict.fromkeys(listed(cards))])


def following(hand: Cards, led: Colour) -> Cards:
    """The cards that may be played where players must follow suit: any card for a hand that cannot."""
    return hand & OF_COLOUR[led] or hand


def taker(trick: Sequence[Card], led: Colour, trump: Colour) -> int:
    """The place of the card that takes a trick so far: the highest trump, or else the highest of the colour led."""
    best, suit = -1, led
    for card in trick:
        colour = card // _VALUES
        if colour == suit and card > best:
            best = card
        elif colour == trump != suit:
            best, suit = card, trump
    return trick.index(best)
