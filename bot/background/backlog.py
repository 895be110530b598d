"""What has to be done for many tables at once, such as after a start: one after the other, behind what players do."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable

from bot.logs import outline
from bot.messages.limiter import Limiter

log = logging.getLogger(__name__)

CHORES_PER_SECOND = 20
"""Fewer than the painter may send, so that what players do does not wait behind all of it."""

Chore = Callable[[], Awaitable[None]]


class Backlog:
    """Chores in the order in which they came; one that fails does not keep the others."""

    def __init__(self, limiter: Limiter | None = None) -> None:
        self._limiter = limiter or Limiter(CHORES_PER_SECOND, burst=5)
        self._chores: dict[Hashable, Chore] = {}
        self._task: asyncio.Task[None] | None = None
        self._is_over = False

    def add(self, key: Hashable, chore: Chore) -> None:
        """Has this done in its turn; one of the same key that waits already is enough."""
        if self._is_over:
            return
        self._chores.setdefault(key, chore)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def done(self) -> None:
        """Returns once nothing waits."""
        if self._task:
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Leaves the rest to the next start."""
        self._is_over = True
        self._chores.clear()
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _work(self) -> None:
        while self._chores:
            await self._limiter.turn()
            key = next(iter(self._chores), None)
            if key is None:
                return
            try:
                await self._chores.pop(key)()
            except Exception as error:  # noqa: BLE001 - whatever it is, it concerns one chore
                log.error("%s: a chore failed: %s", key, outline(error))
