"""Work for many tables at once, such as after a start: one table after the other, so that players need not wait."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable

from bot.logs import outline


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


log = logging.getLogger(__name__)

CHORES_PER_SECOND = 20
"""Fewer than the painter may send, so that answers to players' clicks do not queue behind this work."""

Job = Callable[[], Awaitable[object]]


class JobQueue:
    """Runs chores in the order they were added. One that fails does not stop the others."""

    def __init__(self, limiter: Limiter | None = None, *, room: Callable[[], Awaitable[None]] | None = None) -> None:
        """Shape: `room` waits until the queue that chores fill, such as the painter's, has room for more."""
        self._limiter = limiter or Limiter(CHORES_PER_SECOND, burst=5)
        self._room = room
        self._chores: dict[Hashable, Job] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_over = False
        self._is_resting = True

    def add(self, key: Hashable, chore: Job) -> None:
        """Queues a chore, unless one with the same key is already waiting."""
        if self._is_over:
            return
        self._chores.setdefault(key, chore)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    def holds(self, key: Hashable) -> bool:
        """Whether a chore with this key is waiting."""
        return key in self._chores

    async def done(self) -> None:
        """Waits until no chore is left."""
        if self._task:
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Drops the chores that are waiting: the next start finds them again. The one under way is finished."""
        self._is_over = True
        self._chores.clear()
        if self._task:
            if self._is_resting:
                self._task.cancel()
            await asyncio.wait({self._task})

    async def _work(self) -> None:
        while self._chores:
            self._is_resting = True
            await self._limiter.turn()
            if self._room:
                await self._room()
            self._is_resting = False
            key = next(iter(self._chores), None)
            if key is None:
                return
            try:
                await self._chores.pop(key)()
            except Exception as error:  # noqa: BLE001 - an error concerns only this chore
                log.error("%s: a chore failed: %s", key, outline(error))
