"""Searches that try actions in many worlds at once, with numpy. Only a search imports this: numpy takes 12 MB."""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from games.core import TimeUp
from games.search import Judged, best_of

T = TypeVar("T")

Gains = NDArray[np.floating]

_ROUNDS: Final = 512
"""How many rounds are played at a time: with fewer, numpy's own costs count; with more, time is up in between."""
_GROWS_AFTER: Final = 6
_MOST_GROWTH: Final = 4
"""With time for many lots they grow, up to so many times: four times as many rounds take only twice as long."""
_FEWEST_WORLDS: Final = 16
_MOST_WORLDS: Final = 192
_FINALISTS: Final = 3
"""When this few actions are left, the choice is close: all of them are tried to the end."""


def judge_lots(
    actions: Sequence[T],
    gains_of: Callable[[Sequence[T], int], Gains],
    is_time_up: TimeUp,
    *,
    kept: T | None = None,
) -> tuple[Judged[T], ...]:
    """Judges each action by its mean gain, all tried in the same worlds, as `games.search.judge` does.

    `gains_of` returns what these actions gain in so many new worlds, a row for each action. After each lot of worlds
    the worse half of the actions is given up, but never the action `kept`. Whether time is up is asked as often as
    worlds have been tried.
    """
    gains: list[list[Gains]] = [[] for _ in actions]
    left, size, lots = [*range(len(actions))], _FEWEST_WORLDS, 0
    while True:
        found = gains_of([actions[number] for number in left], size)
        for number, gain in zip(left, found, strict=True):
            gains[number].append(gain)
        if any(is_time_up() for _ in range(size)):
            return _judged(actions, [*map(np.concatenate, gains)], kept)
        if len(left) >= 2 * _FINALISTS:
            worse = sorted(left, key=lambda number: sum(gain.sum() for gain in gains[number]))[: len(left) // 2]
            left = [number for number in left if number not in worse or actions[number] == kept]
        lots += 1
        growth = min(_MOST_GROWTH, 1 + lots // _GROWS_AFTER)
        size = min(2 * size, growth * min(_MOST_WORLDS, max(_FEWEST_WORLDS, _ROUNDS // len(left))))


def _judged(actions: Sequence[T], gains: Sequence[Gains], kept: T | None) -> tuple[Judged[T], ...]:
    """Judges actions by their gains in all worlds. An action that was given up has no gains in later worlds."""
    found = [Judged(action, *_mean(gained), len(gained)) for action, gained in zip(actions, gains, strict=True)]
    number = actions.index(best_of(found) if kept is None else kept)
    aheads = [_mean(gained - gains[number][: len(gained)]) for gained in gains]
    aheads[number] = 0.0, 0.0
    return tuple(
        one._replace(ahead=ahead, ahead_error=error) for one, (ahead, error) in zip(found, aheads, strict=True)
    )


def _mean(values: Gains) -> tuple[float, float]:
    """The mean of the values and its standard error."""
    return float(values.mean()), float(values.std()) / sqrt(len(values)) if len(values) > 1 else inf
