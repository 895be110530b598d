"""Piles of taken cards and what they are worth."""

from typing import NamedTuple

from games.cards import FOUR_COLOURS, OF_COLOUR, Cards, Colour
from games.tuecke.actions import COLOURS_IN, ColourSet

Counts = tuple[int, ...]
"""How many cards, one entry a colour."""

NOTHING: Counts = (0,) * len(FOUR_COLOURS)


_RED, _YELLOW, _GREEN, _BLUE = (OF_COLOUR[colour] for colour in FOUR_COLOURS)


def counts_of(cards: Cards) -> Counts:
    """How many of these cards each colour has."""
    return (
        (cards & _RED).bit_count(),
        (cards & _YELLOW).bit_count(),
        (cards & _GREEN).bit_count(),
        (cards & _BLUE).bit_count(),
    )


def colours_in(cards: Cards) -> ColourSet:
    """Colours of these cards."""
    return (cards & _RED > 0) | (cards & _YELLOW > 0) << 1 | (cards & _GREEN > 0) << 2 | (cards & _BLUE > 0) << 3


class Score(NamedTuple):
    """Score of piles: `one` times `other`, divided by the number of cards in the `rest`."""

    one: int
    other: int
    rest: int

    @property
    def points(self) -> int:
        """Source: RULES.md 6.4, 6.5."""
        product = self.one * self.other
        return product // self.rest if self.rest else product


class Pile(NamedTuple):
    """Cards that a player has taken this round.

    `counts` includes the colours given up; `kept` is empty before the decision.
    """

    counts: Counts
    kept: ColourSet

    @property
    def open(self) -> dict[Colour, int]:
        """How many cards lie before the player, by colour; only colours with cards, in their order."""
        colours = COLOURS_IN[self.kept] if self.kept else FOUR_COLOURS
        return {colour: self.counts[colour] for colour in colours if self.counts[colour]}

    @property
    def discard(self) -> int:
        """How many cards were given up. Source: RULES.md 4.2, 4.3."""
        return sum(self.counts) - sum(self.open.values())

    @property
    def score(self) -> Score:
        """Source: RULES.md 6.2, 6.3, 6.6."""
        one, other, *_ = sorted((*self.open.values(), 0, 0), reverse=True)
        return Score(one, other, sum(self.counts) - one - other)

    def to_record(self) -> dict[str, int]:
        """How many cards of each colour that counts, and how many in the discard."""
        return {colour.word: count for colour, count in self.open.items()} | {"discard": self.discard}
