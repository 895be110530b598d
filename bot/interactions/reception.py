"""Queues interactions: a limited number is handled at once, and servers take turns, so a busy one doesn't slow others.

Knows nothing of what interactions do.
"""

import asyncio
import logging
import time
from asyncio import Future
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from math import inf
from typing import Any, TypeVar

from bot.errors import Busy, Full
from bot.logs import outline

log = logging.getLogger(__name__)

T = TypeVar("T")

HANDLER_SECONDS = 120.0
"""Longer than any handler waits for the database or for Discord; an answer can still be sent for 15 minutes."""


def handler_timeout() -> asyncio.Timeout:
    """The timeout of one handler, which begins now."""
    return asyncio.timeout(HANDLER_SECONDS)


async def bounded(work: Awaitable[T]) -> T:
    """Does a handler's work, and cancels it if it hangs. The match is then read from the database again.

    What it has stored stays, and a commit under way takes effect whole or not at all.
    Raises: Busy if it hung; what the work raises.
    """
    try:
        async with handler_timeout() as limit:
            return await work
    except TimeoutError as error:
        if not limit.expired():
            raise
        where = error.__context__ or error  # the cancellation; until Python 3.11.4 it isn't the cause
        log.error("gave up on an answer because its handler hung: %s", outline(where))
        raise Busy from error


AT_ONCE = 32
"""How many interactions are handled at once. With more, all would be slow, instead of the first ones being quick."""

AT_ONCE_A_SERVER = 8
"""How many of those may come from one server."""

MOST_WAITING = 2000
"""About as many as are handled in ten seconds. Beyond that, people are asked to try again."""

ANSWER_WITHIN_SECONDS = 1.5
"""Work that takes longer than this is acknowledged first. Discord waits 3 s for the first answer."""

CALM_WITHIN_SECONDS = 1.0
"""How long edits of messages wait while interactions are queued."""

LAG_SECONDS = 600.0
"""How long the smallest lag is remembered, since the difference between the two clocks drifts."""


class Reception:
    """The queue of interactions. Shape: servers by id, direct messages by their channel's."""

    def __init__(
        self,
        *,
        at_once: int = AT_ONCE,
        a_server: int = AT_ONCE_A_SERVER,
        most_waiting: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once = at_once
        self._a_server = a_server
        self._most_waiting = most_waiting
        self._inside: Counter[int] = Counter()
        self._queues: OrderedDict[int, deque[Future[None]]] = OrderedDict()  # the next server first
        self._clock = clock
        self._least, self._least_at = inf, 0.0
        self._number_inside = 0
        self._waiting = 0
        self._is_calm = asyncio.Event()
        self._is_calm.set()

    @property
    def waiting(self) -> int:
        """How many interactions are queued."""
        return self._waiting

    def arrived(self, sent: float) -> None:
        """Notes that an interaction has just arrived. The smallest recent difference between the clocks counts as 0.

        Shape: `sent` is when Discord created it, by Discord's clock. The bot's starts elsewhere, but is never set.
        Units: seconds.
        """
        now = self._clock()
        lag = now - sent
        if lag < self._least or now - self._least_at > LAG_SECONDS:
            self._least, self._least_at = lag, now

    def seconds_left(self, sent: float) -> float:
        """How long an interaction that has arrived can still wait before it has to be acknowledged.

        Units: seconds; `sent` as above.
        """
        late = max(0.0, self._clock() - sent - self._least)
        return max(0.0, ANSWER_WITHIN_SECONDS - late)

    async def calm(self) -> None:
        """Waits while interactions are queued, but at most `CALM_WITHIN_SECONDS`."""
        if self._waiting:
            with suppress(TimeoutError):
                async with asyncio.timeout(CALM_WITHIN_SECONDS):
                    await self._is_calm.wait()

    async def admit(self, server: int, work: Coroutine[Any, Any, T]) -> T:
        """Does the work when its turn comes. Raises: Full if too many are waiting; what `bounded` raises."""
        try:
            await self._turn(server)
        except BaseException:
            work.close()
            raise
        try:
            return await bounded(work)
        finally:
            self._leave(server)

    async def _turn(self, server: int) -> None:
        if not self._queues and self._has_room(server):
            self._enter(server)
            return
        if self._waiting >= self._most_waiting:
            self._refuse_one(server)
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(server, deque()).append(turn)
        self._wait(1)
        self._call_next()
        try:
            await turn
        except Full:
            raise
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._leave(server)  # it was cancelled just as its turn came
            else:
                self._give_up(server, turn)
            raise

    def _refuse_one(self, server: int) -> None:
        """Makes room for this server by refusing the last one of the server that has queued most. Raises: Full."""
        longest = max(self._queues, key=lambda one: len(self._queues[one]), default=server)
        if len(self._queues.get(longest, ())) <= len(self._queues.get(server, ())) + 1:
            raise Full
        last = self._queues[longest][-1]
        self._give_up(longest, last)
        if not last.done():
            last.set_exception(Full())

    def _has_room(self, server: int) -> bool:
        return self._number_inside < self._at_once and self._inside[server] < self._a_server

    def _wait(self, more: int) -> None:
        self._waiting += more
        if self._waiting:
            self._is_calm.clear()
        else:
            self._is_calm.set()

    def _enter(self, server: int) -> None:
        self._inside[server] += 1
        self._number_inside += 1

    def _leave(self, server: int) -> None:
        self._number_inside -= 1
        self._inside[server] -= 1
        if not self._inside[server]:
            del self._inside[server]
        self._call_next()

    def _give_up(self, server: int, turn: "Future[None]") -> None:
        if turn not in self._queues.get(server, ()):
            return
        self._queues[server].remove(turn)
        self._wait(-1)
        if not self._queues[server]:
            del self._queues[server]

    def _call_next(self) -> None:
        """Starts as many as there is room for, one per server in turn."""
        while (server := next((one for one in self._queues if self._has_room(one)), None)) is not None:
            queue = self._queues.pop(server)
            turn = queue.popleft()
            self._wait(-1)
            if queue:
                self._queues[server] = queue  # at the end
            if not turn.done():  # else its task has just been cancelled
                self._enter(server)
                turn.set_result(None)
