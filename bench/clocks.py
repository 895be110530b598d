"""Clocks for players that think: by the time that passes, or by the processor time that they use themselves."""

from collections.abc import Callable, Mapping
from time import perf_counter, thread_time
from typing import Final

from games.core import TimeUp

CLOCKS: Final[Mapping[str, Callable[[], float]]] = {"cpu": thread_time, "wall": perf_counter}
"""By name, functions to the seconds that have passed. Other programs take nothing from `cpu`."""


def within(seconds: float, clock: str = "cpu") -> TimeUp:
    """Tells whether this many seconds have passed since the call."""
    now = CLOCKS[clock]
    end = now() + seconds
    return lambda: now() >= end
