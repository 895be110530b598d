"""Source of rolls and deals: a quick generator for simulations and searches, or a match's own seal.

A game asks for numbers and orders here, and never which of the two it has.
"""

from collections.abc import Iterable
from random import Random

from games.sealed import Seal, Stream, T

Chance = Random | Stream
"""Source of one draw."""

Source = Random | Seal
"""Source of all draws of a match."""


def chance_of(source: Source, number: int) -> Chance:
    """Source of the draw with this number, which counts the draws before it."""
    return source if isinstance(source, Random) else source.stream(number)


def below(limit: int, chance: Chance) -> int:
    """A number from 0 to `limit` - 1, all equally likely."""
    return chance.randrange(limit) if isinstance(chance, Random) else chance.below(limit)


def shuffled(things: Iterable[T], chance: Chance) -> list[T]:
    """The things in random order. A Random sorts by numbers: as good as its `shuffle`, and three times as fast."""
    if isinstance(chance, Random):
        return sorted(things, key=lambda _: chance.random())
    return chance.shuffled(things)
