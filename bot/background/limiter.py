"""Limits how often something happens per second, first come, first served."""

import asyncio
import time
from collections.abc import Awaitable, Callable


class Limiter:
    """Lets up to `burst` callers through at once, and `per_second` after that."""

    def __init__(
        self,
        per_second: float,
        burst: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._gap = 1 / per_second
        self._ahead = (burst - 1) * self._gap
        self._clock = clock
        self._sleep = sleep
        self._next = clock()

    async def turn(self) -> bool:
        """Waits for the caller's turn. Shape: returns whether there was anything to wait for."""
        now = self._clock()
        at = self._next = max(self._next, now - self._ahead)
        self._next += self._gap
        if at <= now:
            return False
        await self._sleep(at - now)
        return True
