"""Discord's ids: numbers that contain the time of their creation. Knows nothing of what they identify."""

from collections.abc import Callable

EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord counts."""

TIME_SHIFT = 22


class Snowflakes:
    """Hands out ids, each larger than the one before, even if the clock goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """The next id, as a string, as in Discord's JSON."""
        now = (round(self._clock() * 1000) - EPOCH_MS) << TIME_SHIFT
        self._last = max(now, self._last + 1)
        return str(self._last)
