"""Searches of all games: which action does best over many worlds."""

from collections.abc import Callable, Iterable, Sequence
from math import hypot, inf, sqrt
from operator import mul, sub
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.core import A, TimeUp

T = TypeVar("T")
W = TypeVar("W")
V_contra = TypeVar("V_contra", contravariant=True)

_FINALISTS: Final = 3
"""When this few are left, the choice is close: all of them are tried to the end."""


class Judged(NamedTuple, Generic[T]):
    """Judgement of a search on one action.

    `error` is the standard error of `value`, inf after a single sample; `samples` is in how many worlds it was
    tried, fewer if it was given up early. `ahead` is how much more it is worth than the action that was to be kept, or
    than the best one, in the worlds in which both were tried; `ahead_error` is the standard error of that. What befalls
    both alike is not in it, so that it is far smaller than the errors of the two values. `success` is how often
    a bid is raised by the next player or a doubt is right; None in other games.
    Units: those of the values that the search compares: in most games the share of a match that the seat wins.
    """

    action: T
    value: float
    error: float
    samples: int
    ahead: float = 0.0
    ahead_error: float = inf
    success: float | None = None


class Evaluate(Protocol[V_contra, A]):
    """A game's search: judges the actions of a view."""

    def __call__(
        self,
        view: V_contra,
        rng: Random,
        is_time_up: TimeUp,
        *,
        among: Sequence[A] | None = None,
        kept: A | None = None,
    ) -> tuple[Judged[A], ...]:
        """Judges all actions that are worth trying, or exactly those `among` which it is asked to choose.

        The action `kept` is always judged, never given up early, and what all are compared with.
        """


def candidates(promising: Sequence[T], among: Sequence[T] | None, kept: T | None) -> tuple[T, ...]:
    """Actions to be tried. See `Evaluate`."""
    tried = tuple(promising if among is None else among)
    return tried if kept is None or kept in tried else (*tried, kept)


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

    In the order of `actions`. `draw` gives a world and its weight, which is not negative; `value` is what an
    action is worth in it. With `halve_after`, the worse half is given up each time this many worlds have been tried,
    down to `_FINALISTS`; the action `kept` never is.
    """
    weights: list[float] = []
    values: list[list[float]] = [[] for _ in actions]
    left, worlds = list(range(len(actions))), 0
    while True:
        world, weight = draw()
        worlds += 1
        if weight:
            weights.append(weight)
            for number in left:
                values[number].append(value(world, actions[number]))
        if is_time_up():
            return _judged(actions, weights, values, kept)
        if halve_after and worlds % halve_after == 0 and len(left) >= 2 * _FINALISTS:
            worse = sorted(left, key=lambda number: sum(map(mul, weights, values[number])))[: len(left) // 2]
            left = [number for number in left if number not in worse or actions[number] == kept]


def _judged(
    actions: Sequence[T], weights: Sequence[float], values: Sequence[Sequence[float]], kept: T | None
) -> tuple[Judged[T], ...]:
    """Judges actions by their values in all worlds. An action that was given up has no values in later worlds."""
    found = [
        Judged(action, *_mean(weights, gained), len(gained)) for action, gained in zip(actions, values, strict=True)
    ]
    if not found:
        return ()
    measure = values[actions.index(_measure(found, kept).action)]
    aheads = [_mean(weights, [*map(sub, gained, measure)]) for gained in values]
    return tuple(
        one._replace(ahead=ahead, ahead_error=error if gained is not measure else 0.0)
        for one, gained, (ahead, error) in zip(found, values, aheads, strict=True)
    )


def _mean(weights: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """The mean of the values and its standard error. There may be more weights than values."""
    if not values:
        return 0.0, inf
    whole = sum(weights[: len(values)])
    mean = sum(map(mul, weights, values)) / whole
    if len(values) == 1:
        return mean, inf
    spread = sum([(weight * (value - mean)) ** 2 for weight, value in zip(weights, values)])  # noqa: B905 - see above
    return mean, sqrt(spread) / whole


def compare(judged: Sequence[Judged[T]], kept: T | None = None) -> tuple[Judged[T], ...]:
    """The same, with how far each is ahead, where the actions were tried apart, so that all their errors count."""
    measure = _measure(judged, kept)
    return tuple(
        one._replace(
            ahead=one.value - measure.value,
            ahead_error=hypot(one.error, measure.error) if one is not measure else 0.0,
        )
        for one in judged
    )


def _measure(judged: Sequence[Judged[T]], kept: T | None) -> Judged[T]:
    """The action that all are compared with."""
    return next((one for one in judged if one.action == kept), None) or max(judged, key=rank)


def best_of(judged: Iterable[Judged[T]]) -> T:
    """The best of the actions that were tried to the end."""
    return max(judged, key=rank).action


def surest_of(judged: Iterable[Judged[T]]) -> T:
    """Of those tried to the end, the action that is ahead of the one kept most surely, by more than its error."""
    return max(judged, key=lambda one: (one.samples, one.ahead - one.ahead_error)).action


def rank(one: Judged[Any]) -> tuple[int, float]:
    """Sort key: what was given up early did worse than all that was not."""
    return one.samples, one.value


def after(worlds: int) -> TimeUp:
    """Time is up after this many worlds, so that a search always gives the same answer from the same generator."""
    tried = 0

    def is_time_up() -> bool:
        nonlocal tried
        tried += 1
        return tried >= worlds

    return is_time_up
