"""A clock for tests of the limiter: time passes only when a test says so, and scheduled calls are made in order."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from bot.requests.limiter import Limiter, Urgency


@dataclass
class Call:
    """A scheduled call."""

    call: Callable[[], None]
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


@dataclass
class Timeline:
    """The time, and the scheduled calls."""

    now: float = 1000.0
    _due: list[tuple[float, int, Call]] = field(default_factory=list)
    _number: int = 0

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float, call: Callable[[], None]) -> Call:
        """Calls this function after this many seconds."""
        self._number += 1
        made = Call(call)
        heappush(self._due, (self.now + seconds, self._number, made))
        return made

    async def sleep(self, seconds: float) -> None:
        """Waits until a test has let this much time pass."""
        woken = asyncio.get_running_loop().create_future()
        self.later(seconds, lambda: None if woken.done() else woken.set_result(None))
        await woken

    async def pass_by(self, seconds: float) -> None:
        """Lets this much time pass."""
        end = self.now + seconds
        await settle()
        while self._due and self._due[0][0] <= end:
            self.now, _, made = heappop(self._due)
            if not made.is_cancelled:
                made.call()
                await settle()
        self.now = end


async def settle() -> None:
    """Lets every task run as far as it gets."""
    for _ in range(8):
        await asyncio.sleep(0)


@dataclass
class Sender:
    """Sends requests, and notes each one's name and the time of its turn."""

    timeline: Timeline
    limiter: Limiter
    sent: list[tuple[str, float]] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def ask(self, name: str, urgency: Urgency = Urgency.BOARD, channel_id: int = 0) -> "asyncio.Task[None]":
        """Queues a request, which is sent when its turn comes."""
        task = asyncio.create_task(self._send(name, urgency, channel_id))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    @property
    def names(self) -> list[str]:
        """The requests in the order in which they were sent."""
        return [name for name, _ in self.sent]

    @property
    def most_in_a_second(self) -> int:
        """The most requests in any second."""
        times = [moment for _, moment in self.sent]
        return max(sum(start <= moment < start + 1 for moment in times) for start in times)

    async def _send(self, name: str, urgency: Urgency, channel_id: int) -> None:
        await self.limiter.turn(urgency, channel_id=channel_id, key=name)
        self.sent.append((name, self.timeline.now))
