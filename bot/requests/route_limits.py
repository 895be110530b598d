"""The rate limits of routes and channels, as discord.py's session knows them.

With more than 256 of them, discord.py itself would search all for expired ones whenever a request goes to a channel
that hasn't had one for a while. So the more tables there were, the more a click would cost.
"""

from discord.http import HTTPClient, Ratelimit

FEW = 256
"""Up to this number, expired limits are kept."""


class RouteLimits:
    """Stands in for discord.py's own collection. A new limit takes the same time, however many there are.

    When discord.py learns which routes share a limit, it asks for another key, whose limit begins with one request.
    """

    def __init__(self, http: HTTPClient) -> None:
        self._longest_wait = http.max_ratelimit_timeout
        self._limits: dict[str, Ratelimit] = {}
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
        self._limits = {key: limit for key, limit in self._limits.items() if not limit.is_inactive()}
        self._most = max(FEW, 2 * len(self._limits))
