"""How many sessions a bot may start, and how fast. Knows no session."""

from collections.abc import Callable

from localcord.wire import JsonObject

STARTS_A_DAY = 1000
"""https://discord.com/developers/docs/events/gateway#session-start-limit-object"""

IDENTIFY_SECONDS = 5.0
"""https://discord.com/developers/docs/events/gateway#sharding-max-concurrency"""


class Starts:
    """Discord's limits for IDENTIFY."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.left = STARTS_A_DAY
        """How often the bot may still IDENTIFY today. Beyond that, Discord resets its token."""
        self.reset_after_seconds = 24 * 3600.0
        self.max_concurrency = 1
        """How many shards may IDENTIFY at the same time: those whose numbers differ modulo this."""
        self.gap_seconds = 0.0
        """The time between two others. At Discord it's IDENTIFY_SECONDS, which is too long for most tests."""
        self.refused = 0
        """How many sessions came too early, and were refused as invalid."""
        self._clock = clock
        self._taken: dict[int, float] = {}

    def to_json(self) -> JsonObject:
        """The `session_start_limit` of `GET /gateway/bot`."""
        return {
            "total": STARTS_A_DAY,
            "remaining": self.left,
            "reset_after": int(self.reset_after_seconds * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def take(self, shard: int) -> bool:
        """Counts an IDENTIFY of this shard. Shape: whether it isn't too early."""
        self.left -= 1
        key, now = shard % self.max_concurrency, self._clock()
        if now - self._taken.get(key, -self.gap_seconds) < self.gap_seconds:
            self.refused += 1
            return False
        self._taken[key] = now
        return True
