"""Finds the rate limits of routes and channels among those that discord.py keeps.

With more than 256 of them, discord.py itself would search all for expired ones whenever a request goes to a channel
that hasn't had one for a while. So the more tables there were, the more a click would cost.
"""

from discord.http import HTTPClient, Ratelimit

FEW = 256
"""Up to this number, expired limits are kept."""


class RouteLimits:
    """Stands in for discord.py's own search. A new limit takes the same time, however many there are."""

    def __init__(self, http: HTTPClient) -> None:
        self._longest_wait = http.max_ratelimit_timeout
        # discord.py puts a limit under another key here when it learns which routes share it.
        self._limits: dict[str, Ratelimit] = http._buckets  # noqa: SLF001 - no other name leads to it
        self._most = FEW

    def __len__(self) -> int:
        return len(self._limits)

    def get(self, key: str) -> Ratelimit:
        """The limit of this route in this channel. Shape: `key` is discord.py's."""
        limit = self._limits.get(key)
        if limit is None:
            limit = self._limits[key] = Ratelimit(self._longest_wait)
            if len(self._limits) > self._most:
                self._drop_inactive()
        return limit

    def _drop_inactive(self) -> None:
        """Drops what hasn't been used for five minutes. The next time is when there are twice as many as now."""
        for key in [key for key, limit in self._limits.items() if limit.is_inactive()]:
            del self._limits[key]
        self._most = max(FEW, 2 * len(self._limits))
