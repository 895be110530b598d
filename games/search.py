"""What the searches of all games share: which action does best over many worlds. Knows no game and no clock."""

from collections.abc import Callable, Iterable, Sequence
from math import inf, sqrt
from typing import Final, Generic, NamedTuple, TypeVar

from games.core import TimeUp

T = TypeVar("T")
W = TypeVar("W")

_FINALISTS: Final = 3
"""When this few are left, the choice is close: all of them are tried to the end."""


class Judged(NamedTuple, Generic[T]):
    """What a search thinks of one action.

    Shape: `error` is the standard error of `value`, inf after a single sample; `samples` is in how many worlds it was
    tried, fewer if it was given up early.
    Units: those of the values that the search compares: in most games the share of a match that the seat wins.
    """

    action: T
    value: float
    error: float
    samples: int


def judge(
    actions: Sequence[T],
    draw: Callable[[], tuple[W, float]],
    value: Callable[[W, T], float],
    is_time_up: TimeUp,
    halve_after: int = 0,
    *,
    kept: T | None = None,
) -> tuple[Judged[T], ...]:
    """The mean value of each action, all tried in the same worlds.

    Shape: in the order of `actions`. `draw` gives a world and its weight, which is not negative; `value` is what an
    action is worth in it. With `halve_after`, the worse half is given up each time this many worlds have been tried,
    down to `_FINALISTS`; the action `kept` never is.
    """
    sums = [_Sums() for _ in actions]
    left, worlds = list(range(len(actions))), 0
    while True:
        world, weight = draw()
        worlds += 1
        if weight:
            for number in left:
                sums[number].add(weight, value(world, actions[number]))
        if is_time_up():
            return tuple(each.judged(action) for action, each in zip(actions, sums, strict=True))
        if halve_after and worlds % halve_after == 0 and len(left) >= 2 * _FINALISTS:
            worse = sorted(left, key=lambda number: sums[number].total)[: len(left) // 2]
            left = [number for number in left if number not in worse or actions[number] == kept]


class _Sums:
    """What is added up for one action."""

    __slots__ = ("samples", "squares", "total", "weight", "weighted", "weights")

    def __init__(self) -> None:
        self.samples = 0
        self.weight = self.total = 0.0
        self.weights = self.weighted = self.squares = 0.0

    def add(self, weight: float, value: float) -> None:
        """Adds the value in one world."""
        self.samples += 1
        self.weight += weight
        self.total += weight * value
        self.weights += weight * weight
        self.weighted += weight * weight * value
        self.squares += weight * weight * value * value

    def judged(self, action: T) -> Judged[T]:
        """What all this says about the action."""
        if not self.samples:
            return Judged(action, 0.0, inf, 0)
        mean = self.total / self.weight
        if self.samples == 1:
            return Judged(action, mean, inf, 1)
        spread = self.squares - 2 * mean * self.weighted + mean * mean * self.weights
        return Judged(action, mean, sqrt(max(0.0, spread)) / self.weight, self.samples)


def best_of(judged: Iterable[Judged[T]]) -> T:
    """The best of the actions that were tried to the end."""
    return max(judged, key=lambda one: (one.samples, one.value)).action


def after(worlds: int) -> TimeUp:
    """Time is up after this many worlds, so that a search always gives the same answer from the same generator."""
    tried = 0

    def is_time_up() -> bool:
        nonlocal tried
        tried += 1
        return tried >= worlds

    return is_time_up
