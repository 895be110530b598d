"""How much attention each table gets: its recent clicks, which count less as time passes. Only kept in memory."""

from collections import OrderedDict
from collections.abc import Callable

HALF_LIFE_SECONDS = 60.0
"""The time after which a click counts half."""

MOST_KEPT = 20_000
"""Beyond this number, the tables with the oldest clicks are forgotten."""


class RecentClicks:
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
        """The recent clicks at this table, weighted by age; 0 if there are none."""
        clicks, then = self._seen.get(match_id, (0.0, 0.0))
        return clicks * 0.5 ** ((self._clock() - then) / HALF_LIFE_SECONDS) if clicks else 0.0
