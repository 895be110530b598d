"""Limits how much work is done at once, prefers urgent work, and lets servers take turns. Knows no processes."""

import asyncio
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Slot:
    """Room for a piece of work, and for a piece of urgent work that interrupts it.

    Shape: `under_way` says for each piece in the slot whether it's urgent.
    """

    under_way: list[bool] = field(default_factory=list)

    def admits(self, *, is_urgent: bool) -> bool:
        """Whether there is room: the slot is empty, or has one piece of work that isn't urgent."""
        return not self.under_way or (is_urgent and self.under_way == [False])


class TwoQueues:
    """A queue for urgent work and one for other work. While both are waiting, they take turns.

    Within a queue, servers take turns.
    """

    def __init__(self, at_once: int) -> None:
        self._slots: Sequence[Slot] = [Slot() for _ in range(at_once)]
        self._queues = _Queue(), _Queue()
        self._was_urgent = False

    @asynccontextmanager
    async def turn(self, *, is_urgent: bool, server: int = 0) -> AsyncIterator[Slot]:
        """Waits for a slot, and occupies it inside the context."""
        slot = self._slot_for(is_urgent=is_urgent)
        if slot:
            self._begin(slot, is_urgent=is_urgent)
        else:
            slot = await self._wait(is_urgent=is_urgent, server=server)
        try:
            yield slot
        finally:
            self._end_turn(slot, is_urgent=is_urgent)

    def _slot_for(self, *, is_urgent: bool) -> Slot | None:
        """An empty slot, or else one with work that can be interrupted."""
        fitting = [slot for slot in self._slots if slot.admits(is_urgent=is_urgent)]
        return min(fitting, key=lambda slot: len(slot.under_way), default=None)

    async def _wait(self, *, is_urgent: bool, server: int) -> Slot:
        called: Future[Slot] = asyncio.get_running_loop().create_future()
        self._queues[not is_urgent].add(server, called)
        try:
            return await called
        except BaseException:
            if called.done() and not called.cancelled():
                self._end_turn(called.result(), is_urgent=is_urgent)  # it was cancelled just as its turn came
            raise

    def _end_turn(self, slot: Slot, *, is_urgent: bool) -> None:
        """Gives the slot to the next in the queues, as long as there is room."""
        slot.under_way.remove(is_urgent)
        urgent, others = self._queues
        while (urgent and slot.admits(is_urgent=True)) or (others and slot.admits(is_urgent=False)):
            is_free = not slot.under_way
            is_next_urgent = bool(urgent) and not (is_free and others and self._was_urgent)
            called = (urgent if is_next_urgent else others).pop()
            if not called.done():
                self._begin(slot, is_urgent=is_next_urgent)
                called.set_result(slot)

    def _begin(self, slot: Slot, *, is_urgent: bool) -> None:
        slot.under_way.append(is_urgent)
        self._was_urgent = is_urgent


class _Queue:
    """What waits, by server."""

    def __init__(self) -> None:
        self._queues: OrderedDict[int, deque[Future[Slot]]] = OrderedDict()  # the next server first

    def __bool__(self) -> bool:
        return bool(self._queues)

    def add(self, server: int, called: "Future[Slot]") -> None:
        self._queues.setdefault(server, deque()).append(called)

    def pop(self) -> "Future[Slot]":
        """Removes the oldest one of the next server, which then goes to the end."""
        server, queue = self._queues.popitem(last=False)
        called = queue.popleft()
        if queue:
            self._queues[server] = queue
        return called
