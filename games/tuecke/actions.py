"""The deck and the actions of Mit List und Tücke, with their texts."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from games.cards import (
    FOUR_COLOURS,
    JOKER,
    OF_COLOUR,
    PLAYS,
    Card,
    Cards,
    Colour,
    Play,
    colour_of,
    deck_of,
    parse,
    parse_card,
    to_text,
    value_of,
)
from games.core import MalformedAction
from games.dealing import Deal, parse_deal

PLAYERS: Final = range(4, 7)
HAND_SIZE: Final = 14
"""Also the number of tricks in a round. Source: RULES.md 1.3."""

_WARM, _COLD = FOUR_COLOURS[:2], FOUR_COLOURS[2:]
DECKS: Final[dict[int, Cards]] = {
    4: deck_of(FOUR_COLOURS, range(1, 15)),
    5: deck_of(_WARM, range(1, 19)) | deck_of(_COLD, range(1, 18)),
    6: deck_of(FOUR_COLOURS, range(1, 22)),
}
"""The cards in play, by the number of players. Source: RULES.md 1.2."""

_EVERY_CARD: Final = DECKS[PLAYERS[-1]]

ColourSet = int
"""A set of colours: bit n is colour n."""

NO_COLOUR: Final[ColourSet] = 0
ALL_COLOURS: Final[ColourSet] = (1 << len(FOUR_COLOURS)) - 1
MOST_IN_TRICK: Final = 3
"""Source: RULES.md 2.3."""


def colour_set(colours: Iterable[Colour]) -> ColourSet:
    """The set of these colours."""
    return sum(1 << colour for colour in colours)


COLOURS_IN: Final = tuple(
    tuple(colour for colour in FOUR_COLOURS if found >> colour & 1) for found in range(ALL_COLOURS + 1)
)
"""The colours of a set, in their order, by the set."""

COLOURS_OF: Final[tuple[ColourSet, ...]] = tuple(1 << colour_of(card) for card in range(JOKER))
"""The set of a card's colour alone, by card."""

VALUES: Final = tuple(map(value_of, range(JOKER)))
"""The number on a card, by card."""

FULL: Final = frozenset(found for found, colours in enumerate(COLOURS_IN) if len(colours) == MOST_IN_TRICK)
"""The sets of as many colours as a trick may have: the fourth is closed. Source: RULES.md 2.3."""

OPEN_CARDS: Final[tuple[Cards, ...]] = tuple(
    sum(OF_COLOUR[colour] for colour in (FOUR_COLOURS if len(found) < MOST_IN_TRICK else found)) for found in COLOURS_IN
)
"""Every card that may be played to a trick, by the colours that lie in it. Source: RULES.md 2.2, 2.3."""


@dataclass(frozen=True, slots=True)
class Take:
    """The first taker's choice: these cards of the trick, and the others go to the second taker."""

    cards: Cards

    def to_text(self) -> str:
        """Text such as `take r1 y4`."""
        return f"take {to_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class Keep:
    """A player with all four colours decides: these two stay, the others become the discard."""

    colours: ColourSet

    def to_text(self) -> str:
        """Text such as `keep red blue`."""
        return f"keep {' '.join(colour.word for colour in COLOURS_IN[self.colours])}"


SeatAction = Play | Take | Keep
TueckeAction = SeatAction | Deal

KEEPS: Final = tuple(Keep(colour_set(pair)) for pair in combinations(FOUR_COLOURS, 2))
"""Every decision there is, by the colours in their order. Source: RULES.md 4.2."""

_KEEP_OF_TEXT: Final = {keep.to_text(): keep for keep in KEEPS}


def takes(trick: Iterable[Card]) -> tuple[Take, ...]:
    """Every half of this trick, rounded up.

    By the cards taken, the lowest first.
    Source: RULES.md 3.2.
    """
    bits = [1 << card for card in sorted(trick)]
    return tuple(map(Take, map(sum, combinations(bits, (len(bits) + 1) // 2))))


def parse_action(text: str) -> TueckeAction:
    """The action of that text. Raises: MalformedAction."""
    verb, _, rest = text.partition(" ")
    try:
        match verb:
            case "play":
                card = parse_card(rest)
                if _EVERY_CARD >> card & 1:
                    return PLAYS[card]
            case "take":
                cards = parse(rest)
                if not cards & ~_EVERY_CARD:
                    return Take(cards)
            case "keep":
                return _KEEP_OF_TEXT[text]
            case "deal":
                return parse_deal(text)
    except (KeyError, ValueError):
        pass  # an unknown word, or one out of order: as malformed as an unknown verb
    raise MalformedAction.impossible("This is not an action of Mit List und Tücke: {text}", text=text[:60])
