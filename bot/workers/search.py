"""What a search process runs. It gets the view of one seat, answers within its time, and loads no Discord."""

import os
import threading
from random import Random
from time import perf_counter
from typing import Any

from games.catalogue import GAMES
from games.core import TimeUp

OVERRUN_SECONDS = 2.0
"""A search that overruns by this much is taken to hang, and its process ends."""


def search(game: str, view: Any, seed: int, seconds: float) -> Any:  # noqa: ANN401 - each game's own view and action
    """The action that the game's own search finds. A search that hangs ends its process."""
    end = threading.Timer(seconds + OVERRUN_SECONDS, os._exit, (1,))
    end.daemon = True
    end.start()
    try:
        return GAMES[game].search(view, Random(seed), within(seconds))
    finally:
        end.cancel()


def within(seconds: float) -> TimeUp:
    """A clock that tells whether this many seconds have passed since the call."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end
