"""What the searches of all games share: which action does best over many worlds. Knows no game and no clock."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games.core import TimeUp

T = TypeVar("T")
W = TypeVar("W")


def best_on_average(
    actions: Sequence[T],
    draw: Callable[[], tuple[W, float]],
    value: Callable[[W, T], float],
    is_time_up: TimeUp,
) -> T:
    """The action of the highest mean value, each tried in the same worlds; a single action is not thought about.

    Shape: `draw` gives a world and its weight, which is not negative; `value` is what an action is worth in it.
    """
    if len(actions) == 1:
        return actions[0]
    totals = [0.0] * len(actions)
    while True:
        world, weight = draw()
        if weight:
            for number, action in enumerate(actions):
                totals[number] += weight * value(world, action)
        if is_time_up():
            return actions[max(range(len(actions)), key=totals.__getitem__)]


def after(worlds: int) -> TimeUp:
    """Time is up after so many worlds: what a search answers then depends on nothing but its generator."""
    tried = 0

    def is_time_up() -> bool:
        nonlocal tried
        tried += 1
        return tried >= worlds

    return is_time_up
