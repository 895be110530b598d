"""What a search process runs. It gets the view of one seat, answers within its time, and loads no Discord."""

from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from bot.workers.hanging import ends_process_after
from games.catalogue import GAMES
from games.core import TimeUp

OVERRUN_SECONDS = 2.0
"""A search that overruns by this much is taken to hang, and its process ends."""


class Found(NamedTuple):
    """What a search found, and how much of its time it left unused: how long it took must not tell what it knew."""

    action: Any
    spare_seconds: float


def search(game: str, view: Any, seed: int, seconds: float) -> Found:  # noqa: ANN401 - each game's own view
    """The action that the game's own search finds. A search that hangs ends its process."""
    begun = perf_counter()
    with ends_process_after(seconds + OVERRUN_SECONDS):
        action = GAMES[game].search(view, Random(seed), within(seconds))
        return Found(action, max(0.0, seconds - (perf_counter() - begun)))


def within(seconds: float) -> TimeUp:
    """A clock that tells whether this many seconds have passed since the call."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end
