"""Work for many tables at once, such as after a start: one table after the other, so that players need not wait."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable

from bot.logs import outline

log = logging.getLogger(__name__)

CHORES_PER_SECOND = 30
"""Fewer than the limiter's turns, so that few chores wait there, and clicks have most of the CPU."""

Job = Callable[[], Awaitable[object]]


class JobQueue:
    """Runs chores in the order they were added. One that fails does not stop the others."""

    def __init__(
        self,
        per_second: float = CHORES_PER_SECOND,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._gap = 1 / per_second
        self._sleep = sleep
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
        while key := next(iter(self._chores), None):
            self._is_resting = False
            try:
                await self._chores.pop(key)()
            except Exception as error:  # noqa: BLE001 - an error concerns only this chore
                log.error("%s: a chore failed: %s", key, outline(error))
            self._is_resting = True
            await self._sleep(self._gap)
