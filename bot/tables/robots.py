"""What computer players are called: the same in every language, and different at one table. Knows no level."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.tables.table import Robot, Sitter

NAMES: Final = (
    "Ada", "Aiko", "Amir", "Cora", "Dario", "Elio", "Enzo", "Femi", "Gita", "Hana", "Hugo", "Ida", "Igor", "Iris",
    "Jonas", "Juno", "Kenji", "Kofi", "Lara", "Leif", "Luca", "Maya", "Milo", "Nadia", "Nils", "Noor", "Olga", "Otto",
    "Pilar", "Rafa", "Rosa", "Sami", "Tara", "Tomas", "Uma", "Vera", "Willa", "Yuki", "Zola",
)  # fmt: skip
"""First names from all over the world. Shape: letters that every picture can write, six at most."""


def named(robots: Iterable[Robot], others: Sequence[Sitter], seed: str) -> tuple[Robot, ...]:
    """The computer players with a name each that nobody else at the table has; those who have one keep it.

    Shape: the same seed gives the same names.
    """
    robots = tuple(robots)
    taken = {sitter.name.casefold() for sitter in (*others, *robots)}
    free = [name for name in NAMES if name.casefold() not in taken]
    fresh = iter(Random(seed).sample(free, len(free)))
    return tuple(robot if robot.name else replace(robot, name=next(fresh)) for robot in robots)
