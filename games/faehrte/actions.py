"""The cards and actions of Auf falscher Fährte, and their texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.cards import (
    FOUR_COLOURS,
    JOKER,
    NAMES,
    PLAYS,
    Card,
    Cards,
    Colour,
    Play,
    deck_of,
    jokers,
    listed,
    parse_card,
)
from games.core import MalformedAction
from games.dealing import Deal, parse_deal

PLAYERS: Final = range(3, 5)

DECKS: Final[Mapping[tuple[int, bool], Cards]] = {
    (seats, with_jokers): deck_of(FOUR_COLOURS, values) | jokers(seats if with_jokers else 0)
    for seats, values in ((3, range(10)), (4, range(13)))
    for with_jokers in (False, True)
}
"""Deck by the number of players and whether it has jokers. Source: RULES.md 1.1, 6.1."""


@dataclass(frozen=True, slots=True)
class Hide:
    """Lays a card face down at the start of a round."""

    card: Card

    def to_text(self) -> str:
        """Text such as `hide r7`."""
        return f"hide {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Trump:
    """Makes another colour trump; None keeps it."""

    colour: Colour | None

    def to_text(self) -> str:
        """Text: `trump green` and the like, or `trump keep`."""
        return "trump keep" if self.colour is None else f"trump {self.colour.word}"


@dataclass(frozen=True, slots=True)
class Pile:
    """Chance: the hidden cards, mixed, in the order in which they will be turned."""

    cards: tuple[Card, ...]

    def to_text(self) -> str:
        """Text such as `pile r7 y2 g10`, the first to be turned first."""
        return f"pile {' '.join(NAMES[card] for card in self.cards)}"


SeatAction = Hide | Play | Trump
ChanceAction = Deal | Pile
FaehrteAction = SeatAction | ChanceAction

_ALL_CARDS: Final = (*listed(DECKS[4, False]), JOKER)
_HIDES: Final = {card: Hide(card) for card in _ALL_CARDS}
KEEP: Final = Trump(None)
_TRUMPS: Final = {colour: Trump(colour) for colour in FOUR_COLOURS}
CHANGES: Final = {
    trump: (KEEP, *(change for colour, change in _TRUMPS.items() if colour != trump)) for trump in FOUR_COLOURS
}
"""Choices of a player who may change trump, by what is trump now."""

_VOCABULARY: Final[tuple[SeatAction, ...]] = (
    *_HIDES.values(),
    *(PLAYS[card] for card in _ALL_CARDS),
    KEEP,
    *_TRUMPS.values(),
)
_SEAT_ACTIONS: Final = {action.to_text(): action for action in _VOCABULARY}


def hides(cards: Cards) -> tuple[Hide, ...]:
    """The ways to lay one of these cards face down, ascending."""
    return tuple([_HIDES[card] for card in listed(cards)])


def parse_action(text: str) -> FaehrteAction:
    """The action of that text. Raises: MalformedAction."""
    if seat_action := _SEAT_ACTIONS.get(text):
        return seat_action
    verb, _, rest = text.partition(" ")
    try:
        match verb:
            case "deal":
                return parse_deal(text)
            case "pile":
                return Pile(tuple(map(parse_card, rest.split(" "))))
    except ValueError:
        pass  # a word that is no card: as malformed as an unknown verb
    raise MalformedAction.impossible("This is not an action of Auf falscher Fährte: {text}", text=text[:60])
