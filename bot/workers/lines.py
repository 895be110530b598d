"""Limits how much work is done at once, and prefers urgent work. Knows no processes."""

import asyncio
from asyncio import Future
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class TwoLines:
    """A line for urgent work and one for other work. While somebody waits in each, they're served alternately."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._lines: tuple[deque[Future[None]], deque[Future[None]]] = deque(), deque()
        self._was_urgent = False

    @asynccontextmanager
    async def turn(self, *, is_urgent: bool) -> AsyncIterator[None]:
        """Waits for a turn, and has it inside the context."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(self._lines[not is_urgent])
        try:
            yield
        finally:
            self._end_turn()

    async def _wait(self, line: "deque[Future[None]]") -> None:
        called: Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except BaseException:
            if called.done() and not called.cancelled():
                self._end_turn()  # it was cancelled just as its turn came
            raise

    def _end_turn(self) -> None:
        """Passes the turn on to the next one who still waits."""
        urgent, others = self._lines
        while urgent or others:
            self._was_urgent = bool(urgent) and not (others and self._was_urgent)
            called = (urgent if self._was_urgent else others).popleft()
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
