"""Limits how much work is done at once, prefers urgent work, and lets servers take turns. Knows no processes."""

import asyncio
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class TwoLines:
    """A line for urgent work and one for other work. While somebody waits in each, they're served alternately.

    Within a line, servers take turns.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._lines = _Line(), _Line()
        self._was_urgent = False

    @asynccontextmanager
    async def turn(self, *, is_urgent: bool, server: int = 0) -> AsyncIterator[None]:
        """Waits for a turn, and has it inside the context."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(self._lines[not is_urgent], server)
        try:
            yield
        finally:
            self._end_turn()

    async def _wait(self, line: "_Line", server: int) -> None:
        called: Future[None] = asyncio.get_running_loop().create_future()
        line.add(server, called)
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
            called = (urgent if self._was_urgent else others).pop()
            if not called.done():
                called.set_result(None)
                return
        self._free += 1


class _Line:
    """Those who wait, by server."""

    def __init__(self) -> None:
        self._queues: OrderedDict[int, deque[Future[None]]] = OrderedDict()  # the next server first

    def __bool__(self) -> bool:
        return bool(self._queues)

    def add(self, server: int, called: "Future[None]") -> None:
        self._queues.setdefault(server, deque()).append(called)

    def pop(self) -> "Future[None]":
        """The oldest one of the next server, which then goes to the end."""
        server, queue = self._queues.popitem(last=False)
        called = queue.popleft()
        if queue:
            self._queues[server] = queue
        return called
