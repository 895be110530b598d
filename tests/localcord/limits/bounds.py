"""Limits on sizes as values, for tests of a size at the limit and one just past it."""

from collections.abc import Callable
from typing import NamedTuple

FIRST = "components.0.components.0"
"""The path of the first component in the first row."""


class Bound(NamedTuple):
    """Something with a size that has a maximum, and may have a minimum."""

    check: Callable[..., None]
    body: Callable[[int], object]
    path: str
    most: int
    least: int | None = None
