"""Names for computer players: the same in every language, unique at a table. Knows nothing of how they play."""

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
"""First names from all over the world. Shape: at most six letters, all in the typeface of the pictures."""


def name_robots(robots: Iterable[Robot], others: Sequence[Sitter], seed: str) -> tuple[Robot, ...]:
    """The computer players, each with a name nobody else at the table has. Names already given are kept.

    Shape: the same seed gives the same names.
    """
    robots = tuple(robots)
    taken = {sitter.name.casefold() for sitter in (*others, *robots)}
    free = [name for name in NAMES if name.casefold() not in taken]
    fresh = iter(Random(seed).sample(free, len(free)))
    return tuple(robot if robot.name else replace(robot, name=next(fresh)) for robot in robots)
