"""How others may play Auf falscher Fährte: a few cheap players that a search reckons with. They know no other hand.

People aren't `medium`. A search that believes they are is beaten by whoever plays otherwise, so it asks which of these
players explain best what somebody has done in this round.
"""

from collections.abc import Sequence
from itertools import product, starmap
from math import prod
from operator import mul
from typing import Final, Literal, NamedTuple, get_args

from games.cards import Card, listed, value_of
from games.faehrte.actions import DECKS, PLAYERS

MEDIUM: Final = 0
"""The style of `medium`; the others are numbered from 1 on as in `GREEDY_STYLES`."""
AS_MEDIUM: Final = 0.25
"""How common it is."""

Aim = Literal["likelier", "plus", "minus"]
"""What decides whether a player takes tricks: what is likelier, or nothing at all."""


class Style(NamedTuple):
    """A player who looks no further than one trick.

    Shape: whoever is `gentle` takes a trick as cheaply as they can even if others are to come, and not as surely.
    Whoever is `meek` leads their weakest card even if they want the trick. Whoever `saves` holds trumps back until the
    last tricks.
    """

    aim: Aim = "likelier"
    gentle: bool = False
    meek: bool = False
    saves: bool = False

    @property
    def commonness(self) -> float:
        """How common the style is beside others."""
        by_aim = {"likelier": 0.6, "plus": 0.2, "minus": 0.2}[self.aim]
        return by_aim * prod(0.35 if has else 0.65 for has in self[1:])


GREEDY: Final = Style()
GREEDY_STYLES: Final = tuple(starmap(Style, product(get_args(Aim), *[(False, True)] * 3)))
"""Every style but `medium`'s."""

SAVED_UNTIL: Final = 6
"""With so many tricks left, trumps are no longer held back."""


_HIGHEST: Final = {seats: value_of(listed(DECKS[seats, False])[-1]) for seats in PLAYERS}

BY_HAND: Final = 0
"""Hides what `medium` would: a high card of a strong hand, a low one of a weak one."""
HIGHEST: Final = 1
LOWEST: Final = 2
ANY: Final = 3

HABITS: Final = (BY_HAND, HIGHEST, LOWEST, ANY)
COMMONNESS: Final = (0.5, 0.2, 0.2, 0.1)
"""How common each habit of hiding is. Shape: by habit."""


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
