"""A limit as a table of sizes knows it, for the tests of what lies on it and just past it."""

from collections.abc import Callable
from typing import NamedTuple

FIRST = "components.0.components.0"
"""Where the first component of the first row is."""


class Bound(NamedTuple):
    """Something that may have a size between two numbers, or from nothing up to one."""

    check: Callable[..., None]
    body: Callable[[int], object]
    path: str
    most: int
    least: int | None = None
