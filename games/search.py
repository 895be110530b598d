"""What the searches of all games share: which action does best over many worlds. Knows no game and no clock."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from games.core import TimeUp

T = TypeVar("T")
W = TypeVar("W")

_FINALISTS: Final = 3
"""When this few are left, the choice is close: all of them are tried to the end."""


def best_on_average(
    actions: Sequence[T],
    draw: Callable[[], tuple[W, float]],
    value: Callable[[W, T], float],
    is_time_up: TimeUp,
    halve_after: int = 0,
) -> T:
    """The action of the highest mean value, each tried in the same worlds; a single action is not thought about.

    Shape: `draw` gives a world and its weight, which is not negative; `value` is what an action is worth in it. With
    `halve_after`, the worse half is given up each time this many worlds have been tried, down to `_FINALISTS`.
    """
    if len(actions) == 1:
        return actions[0]
    totals = [0.0] * len(actions)
    left, worlds = list(range(len(actions))), 0
    while True:
        world, weight = draw()
        worlds += 1
        if weight:
            for number in left:
                totals[number] += weight * value(world, actions[number])
        if is_time_up():
            return actions[max(left, key=totals.__getitem__)]
        if halve_after and worlds % halve_after == 0 and len(left) >= 2 * _FINALISTS:
            left = sorted(sorted(left, key=totals.__getitem__)[len(left) // 2 :])


def after(worlds: int) -> TimeUp:
    """Time is up after this many worlds, so that a search always gives the same answer from the same generator."""
    tried = 0

    def is_time_up() -> bool:
        nonlocal tried
        tried += 1
        return tried >= worlds

    return is_time_up
