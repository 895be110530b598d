"""The actions of Volltreffer and their texts."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.cards import NAMES, PLAYS, Card, Cards, Play, listed
from games.core import MalformedAction, Seat
from games.volltreffer.market import PRICES
from games.volltreffer.melds import DECK, MELDS, Melds, possible


def names(cards: Iterable[Card]) -> str:
    """Cards in an order of their own."""
    return " ".join([NAMES[card] for card in cards])


@dataclass(frozen=True, slots=True)
class LayRow:
    """The dealer's choice among equal cards of the opening row: one card a price, dearest first."""

    cards: tuple[Card, ...]

    def to_text(self) -> str:
        """Text such as `row r9 r8 r7 y10`, dearest first."""
        return f"row {names(self.cards)}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Takes a card of the row for the price above it."""

    card: Card

    def to_text(self) -> str:
        """Text such as `buy r7`."""
        return f"buy {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Swaps the places of two cards of the row, which ascend."""

    cards: tuple[Card, Card]

    def to_text(self) -> str:
        """Text such as `swap r7 y2`."""
        return f"swap {names(self.cards)}"


@dataclass(frozen=True, slots=True)
class Declare:
    """Decides which melds to show."""

    melds: Melds

    def to_text(self) -> str:
        """Text such as `declare colours three:7`; `declare -` for none."""
        return f"declare {' '.join(meld.text for meld in self.melds) or '-'}"


@dataclass(frozen=True, slots=True)
class Deck:
    """Chance: a shuffled deck; the card that makes trump, and the others in drawing order."""

    first_buyer: Seat
    trump_card: Card
    cards: tuple[Card, ...]

    def to_text(self) -> str:
        """Text such as `deck 0 g7 / r1 r2 r3`: who buys first, the card that makes trump, the others."""
        return f"deck {self.first_buyer} {NAMES[self.trump_card]} / {names(self.cards)}"


SeatAction = LayRow | Buy | Swap | Declare | Play
VolltrefferAction = SeatAction | Deck

_CARDS: Final = listed(DECK)
_CARD_OF_NAME: Final = {NAMES[card]: card for card in _CARDS}

BUYS: Final = {card: Buy(card) for card in _CARDS}
SWAPS: Final = {cards: Swap(cards) for cards in combinations(_CARDS, 2)}
DECLARES: Final = {melds: Declare(melds) for size in range(3) for melds in combinations(MELDS, size)}
"""Actions are made once."""

_VOCABULARY: Final[tuple[SeatAction, ...]] = (
    *BUYS.values(),
    *SWAPS.values(),
    *DECLARES.values(),
    *(PLAYS[card] for card in _CARDS),
)
_SEAT_ACTIONS: Final = {action.to_text(): action for action in _VOCABULARY}


@lru_cache(maxsize=1024)
def declarations(hand: Cards) -> tuple[Declare, ...]:
    """Declarations that a player with these eight cards may make. See `possible`."""
    return tuple([DECLARES[melds] for melds in possible(hand)])


def parse_action(text: str) -> VolltrefferAction:
    """The action of that text. Raises: MalformedAction."""
    if seat_action := _SEAT_ACTIONS.get(text):
        return seat_action
    try:
        action = _parse_cards(text)
    except (KeyError, ValueError):
        action = None  # a word that is no card or no number: as malformed as an unknown verb
    if action and action.to_text() == text:
        return action
    raise MalformedAction.impossible("This is not an action of Volltreffer: {text}", text=text[:60])


def _parse_cards(text: str) -> LayRow | Deck | None:
    """An action that names its cards in an order of its own. Raises: KeyError, ValueError."""
    match text.split(" "):
        case ["row", *names] if len(names) == len(PRICES):
            return LayRow(_cards(names))
        case ["deck", first_buyer, trump_card, "/", *names]:
            return Deck(Seat(int(first_buyer)), _CARD_OF_NAME[trump_card], _cards(names))
    return None


def _cards(names: list[str]) -> tuple[Card, ...]:
    return tuple([_CARD_OF_NAME[name] for name in names])
