"""Limits how much work is done at once, prefers urgent work, and lets servers take turns. Knows no processes."""

import asyncio
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Place:
    """Where work is done. Shape: `under_way` tells of each piece there whether it's urgent; the second is a guest."""

    under_way: list[bool] = field(default_factory=list)

    def admits(self, *, is_urgent: bool) -> bool:
        """Whether there is room: nobody is here, or somebody who isn't urgent and can be interrupted."""
        return not self.under_way or (is_urgent and self.under_way == [False])


class TwoLines:
    """A line for urgent work and one for other work. While somebody waits in each, they're served alternately.

    Within a line, servers take turns. Beside each piece of other work, one piece of urgent work can have a turn at the
    same time.
    """

    def __init__(self, at_once: int) -> None:
        self._places: Sequence[Place] = [Place() for _ in range(at_once)]
        self._lines = _Line(), _Line()
        self._was_urgent = False

    @asynccontextmanager
    async def turn(self, *, is_urgent: bool, server: int = 0) -> AsyncIterator[Place]:
        """Waits for a turn, and has it at a place inside the context."""
        place = self._place_for(is_urgent=is_urgent)
        if place:
            self._begin(place, is_urgent=is_urgent)
        else:
            place = await self._wait(is_urgent=is_urgent, server=server)
        try:
            yield place
        finally:
            self._end_turn(place, is_urgent=is_urgent)

    def _place_for(self, *, is_urgent: bool) -> Place | None:
        """A place where nobody is, or else one with work that can be interrupted."""
        fitting = [place for place in self._places if place.admits(is_urgent=is_urgent)]
        return min(fitting, key=lambda place: len(place.under_way), default=None)

    async def _wait(self, *, is_urgent: bool, server: int) -> Place:
        called: Future[Place] = asyncio.get_running_loop().create_future()
        self._lines[not is_urgent].add(server, called)
        try:
            return await called
        except BaseException:
            if called.done() and not called.cancelled():
                self._end_turn(called.result(), is_urgent=is_urgent)  # it was cancelled just as its turn came
            raise

    def _end_turn(self, place: Place, *, is_urgent: bool) -> None:
        """Passes the turn on to those who still wait and fit in."""
        place.under_way.remove(is_urgent)
        urgent, others = self._lines
        while (urgent and place.admits(is_urgent=True)) or (others and place.admits(is_urgent=False)):
            is_free = not place.under_way
            is_next_urgent = bool(urgent) and not (is_free and others and self._was_urgent)
            called = (urgent if is_next_urgent else others).pop()
            if not called.done():
                self._begin(place, is_urgent=is_next_urgent)
                called.set_result(place)

    def _begin(self, place: Place, *, is_urgent: bool) -> None:
        place.under_way.append(is_urgent)
        self._was_urgent = is_urgent


class _Line:
    """Those who wait, by server."""

    def __init__(self) -> None:
        self._queues: OrderedDict[int, deque[Future[Place]]] = OrderedDict()  # the next server first

    def __bool__(self) -> bool:
        return bool(self._queues)

    def add(self, server: int, called: "Future[Place]") -> None:
        self._queues.setdefault(server, deque()).append(called)

    def pop(self) -> "Future[Place]":
        """The oldest one of the next server, which then goes to the end."""
        server, queue = self._queues.popitem(last=False)
        called = queue.popleft()
        if queue:
            self._queues[server] = queue
        return called
