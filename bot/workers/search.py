"""What runs in a process that searches. It gets the view of one seat, answers within its time, and loads no Discord."""

import os
import threading
from random import Random
from time import perf_counter
from typing import Any

from games.catalogue import GAMES
from games.core import TimeUp

OVERRUN_SECONDS = 2.0
"""A search that goes on for so much longer hangs, and its process is ended."""


def search(game: str, view: Any, seed: int, seconds: float) -> Any:  # noqa: ANN401 - each game's own view and action
    """What the search of this game does; a search that hangs takes its process with it."""
    end = threading.Timer(seconds + OVERRUN_SECONDS, os._exit, (1,))
    end.daemon = True
    end.start()
    try:
        return GAMES[game].search(view, Random(seed), within(seconds))
    finally:
        end.cancel()


def within(seconds: float) -> TimeUp:
    """Time is up after so many seconds from now."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end
