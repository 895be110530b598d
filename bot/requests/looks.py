"""How much each table is looked at: its recent clicks, which count for less as time passes. Kept in memory alone."""

from collections import OrderedDict
from collections.abc import Callable

HALF_LIFE_SECONDS = 60.0
"""After this long a click counts half."""

MOST_KEPT = 20_000
"""Beyond that, the tables without a click for the longest time are forgotten."""


class Looks:
    """The recent clicks at all tables."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: OrderedDict[int, tuple[float, float]] = OrderedDict()  # by match: clicks, and at what time

    def note(self, match_id: int) -> None:
        """Counts a click at this table."""
        clicks = self.at(match_id) + 1
        self._seen.pop(match_id, None)
        self._seen[match_id] = clicks, self._clock()
        if len(self._seen) > MOST_KEPT:
            self._seen.popitem(last=False)

    def at(self, match_id: int) -> float:
        """How many recent clicks there were at this table."""
        clicks, then = self._seen.get(match_id, (0.0, 0.0))
        return clicks * 0.5 ** ((self._clock() - then) / HALF_LIFE_SECONDS) if clicks else 0.0
