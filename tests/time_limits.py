"""Limits of handlers that end when a test says so."""

import asyncio


class TimeLimits:
    """Replaces `bot.interactions.interactions.handler_timeout`."""

    def __init__(self) -> None:
        self._limits: list[asyncio.Timeout] = []

    def handler_timeout(self) -> asyncio.Timeout:
        """The timeout of one handler."""
        self._limits.append(asyncio.timeout(None))
        return self._limits[-1]

    def end(self) -> None:
        """Ends the time of the handlers under way."""
        for limit in self._limits:
            if not limit.expired():
                limit.reschedule(asyncio.get_running_loop().time())
