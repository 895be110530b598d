"""How a rating has changed over many matches, in few enough points for a picture. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_POINTS = 200
"""Points of a rating's curve: more could not be told apart in a picture."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a rating has changed.

    Shape: `points` has the rating before the first of `matches` rated matches, and after each of them; if there are
    many, about 200 of these, with all that stand out.
    """

    points: tuple[int, ...]
    matches: int


def curve_of(changes: Sequence[tuple[int, int]]) -> Curve:
    """The curve of a rating with these changes: before and after each match, at least one."""
    points = [changes[0][0], *(after for _, after in changes)]
    return Curve(thinned(points, MOST_POINTS), len(changes))


def thinned(points: Sequence[int], most: int) -> tuple[int, ...]:
    """At most this many of the points, in order: the first and the last one, and the extremes of those between."""
    if len(points) <= most:
        return tuple(points)
    groups = most // 2 - 1
    between = points[1:-1]
    kept: list[int] = []
    for number in range(groups):
        group = between[number * len(between) // groups : (number + 1) * len(between) // groups]
        kept += sorted((min(group), max(group)), key=group.index)
    return (points[0], *kept, points[-1])
