"""Counts the answers 401, 403 and 429. After 10,000 of them in ten minutes, Discord blocks the bot's IP address."""

import logging
from collections import deque
from typing import Literal

log = logging.getLogger(__name__)

WINDOW_SECONDS = 600
"""https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans"""

SLOW_FROM = 2_000
"""From this many on, boards are edited slowly, and housekeeping waits."""

STOP_FROM = 5_000
"""From this many on, boards aren't edited either, so that clicks can still be answered."""

INVALID = frozenset({401, 403, 429})

Care = Literal["none", "slow", "stop"]


class Refusals:
    """The refusals of the last ten minutes."""

    def __init__(self) -> None:
        self._times: deque[float] = deque()
        self._care: Care = "none"

    def note(self, status: int, scope: str | None, now: float) -> None:
        """Counts an answer if it's a refusal. Shape: `scope` as a 429 names it; those of shared limits don't count."""
        if status in INVALID and not (status == 429 and scope == "shared"):
            self._times.append(now)

    def count(self, now: float) -> int:
        """How many refusals there were in the last ten minutes."""
        while self._times and self._times[0] <= now - WINDOW_SECONDS:
            self._times.popleft()
        return len(self._times)

    def care(self, now: float) -> Care:
        """How much to hold back. Logs each change once."""
        count = self.count(now)
        care: Care = "stop" if count >= STOP_FROM else "slow" if count >= SLOW_FROM else "none"
        if care != self._care:
            self._care = care
            if care == "none":
                log.info("Discord refuses fewer requests again: boards are edited as usual")
            else:
                doing = "aren't edited" if care == "stop" else "are edited slowly"
                log.error("Discord has refused %d requests in ten minutes: boards %s for a while", count, doing)
        return care
