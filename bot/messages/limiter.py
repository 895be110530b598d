"""How often something may happen: so many times a second, in the order in which it was asked for."""

import asyncio
import time
from collections.abc import Awaitable, Callable


class Limiter:
    """Lets at most `burst` through at once, and so many a second after that."""

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
        """Waits for its turn. Shape: whether that took any time."""
        now = self._clock()
        at = self._next = max(self._next, now - self._ahead)
        self._next += self._gap
        if at <= now:
            return False
        await self._sleep(at - now)
        return True
