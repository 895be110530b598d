"""Shares the event loop between servers step by step, so that a click doesn't wait for all clicks of a busy server.

asyncio runs whatever is ready in the order in which it became ready. As soon as there's more than a moment's work,
servers take turns here instead, and answers come before what follows them. Only a server that has recently used much
less time than others doesn't wait. Knows nothing of what is done in a step.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Generator
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from math import inf
from typing import Any, Generic, TypeVar

MOMENT_SECONDS = 0.001
"""Steps begin at once until they've taken this long without a break."""

STEPS_A_PASS = 2
"""How many steps begin in one pass of the event loop. With more, others would wait longer; with one, the passes
themselves would cost too much."""

BREAK_SECONDS = 0.0005
"""A pause after which nobody can still be waiting for an earlier step."""

FOLLOW_UP_EVERY = 4
"""At least one in this many steps is one that follows an answer, if any such steps are waiting."""

RECENT_SECONDS = 0.5
"""Whenever steps have taken this long in total, the time that each server has used is halved."""

LEAST_SECONDS = 0.005
"""A server that has used less than this by then counts as new."""

Begin = Callable[[], bool]
"""Begins a step; False if nobody waits for it any more."""

T = TypeVar("T")


@dataclass(slots=True)
class Ticket:
    """An interaction's place. Within a server, acknowledgements and answers come before work, and older ones first."""

    server: int
    interaction_id: int
    is_work: bool = False
    is_answered: bool = False
    """What follows an answer, such as the removal of an older message, yields to what is unanswered."""


class Turns:
    """Gives out turns. A turn ends with its step, so nothing can hold on to it."""

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, is_crowded: Callable[[], bool] = lambda: False
    ) -> None:
        """Shape: in a crowd nobody waits for a turn, since acknowledgements must not come late."""
        self._is_crowded = is_crowded
        self.arriving = 0
        """How many interactions wait for their first step."""
        self._clock = clock
        self._lines = _Line(), _Line()  # towards an answer, and after it
        self._begun = 0
        self._is_called = False
        self._usage = _Usage()
        self._began = self._ended = self._used = 0.0

    def arrive(self, ticket: Ticket, step: Callable[[], None]) -> None:
        """Runs an interaction's first step when it's its turn, now or later."""
        if self._is_free(ticket):
            self._run_step(ticket, step, was_given=False)
            return
        context = copy_context()
        self.arriving += 1

        def begin() -> bool:
            self.arriving -= 1
            asyncio.get_running_loop().call_soon(partial(self._run_step, ticket, step, was_given=True), context=context)
            return True

        self._wait(ticket, begin)

    async def pace(self, ticket: Ticket, work: Coroutine[Any, Any, T]) -> T:
        """Does the work, each step of it when it's the interaction's turn. A step ends where the work waits."""
        return await _Paced(self, ticket, work)

    def ask(self, ticket: Ticket) -> "asyncio.Future[None] | None":
        """The turn to wait for; None if the step can begin at once. Either way, `begin` and `end` must follow."""
        if self._is_free(ticket):
            return None
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin() -> bool:
            if turn.done():  # its task has been cancelled
                return False
            turn.set_result(None)
            return True

        self._wait(ticket, begin)
        return turn

    def begin(self) -> None:
        """Notes that a step begins."""
        self._began = self._clock()

    def end(self, ticket: Ticket, *, was_given: bool) -> None:
        """Notes that a step has ended, and after the last one under way begins the next ones.

        Shape: `was_given` unless the step began at once.
        """
        self._ended = self._clock()
        took = self._ended - self._began
        self._used += took
        self._usage.note(ticket.server, took)
        if was_given:
            self._begun -= 1
            if not self._begun:
                self._give_next()

    def is_light(self, server: int) -> bool:
        """Whether this server has recently used less than half of what servers use on average."""
        return self._usage.is_light(server)

    def _is_free(self, ticket: Ticket) -> bool:
        if self._is_crowded():
            return True
        if self._begun or any(self._lines):
            return not ticket.is_answered and self.is_light(ticket.server)
        if self._clock() - self._ended > BREAK_SECONDS:
            self._used = 0
        return self._used < MOMENT_SECONDS

    def _wait(self, ticket: Ticket, begin: Begin) -> None:
        self._lines[ticket.is_answered].add(ticket, begin)
        if not self._begun and not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_soon(self._give_next)

    def _run_step(self, ticket: Ticket, step: Callable[[], None], *, was_given: bool) -> None:
        self.begin()
        try:
            step()
        finally:
            self.end(ticket, was_given=was_given)

    def _give_next(self) -> None:
        """Begins the steps of one pass."""
        self._is_called = False
        at_once = inf if self._is_crowded() else STEPS_A_PASS
        while self._begun < at_once and (waiting := [line for line in self._lines if line]):
            next_ = next((line for line in waiting[1:] if line.passed_over >= FOLLOW_UP_EVERY - 1), waiting[0])
            for line in waiting:
                line.passed_over = 0 if line is next_ else line.passed_over + 1
            self._used = 0
            if next_.pop()():
                self._begun += 1


class _Usage:
    """How much of the recent time each server has used."""

    def __init__(self) -> None:
        self._seconds: defaultdict[int, float] = defaultdict(float)
        self._total = 0.0

    def note(self, server: int, seconds: float) -> None:
        self._seconds[server] += seconds
        self._total += seconds
        if self._total > RECENT_SECONDS:
            halves = ((one, used / 2) for one, used in self._seconds.items() if used > LEAST_SECONDS)
            self._seconds = defaultdict(float, halves)
            self._total = sum(self._seconds.values())

    def is_light(self, server: int) -> bool:
        return 2 * len(self._seconds) * self._seconds.get(server, 0.0) < self._total


class _Line:
    """Steps that wait. In each round, every server gets one turn."""

    def __init__(self) -> None:
        self.passed_over = 0
        """How many steps of other lines have begun since this line's last one."""
        self._number = self._round = self._length = 0
        self._queues: defaultdict[int, list[tuple[bool, int, int, Begin]]] = defaultdict(list)
        self._order: list[tuple[int, int, int]] = []  # round, number and server
        self._next_rounds: dict[int, int] = {}

    def __len__(self) -> int:
        return self._length

    def add(self, ticket: Ticket, begin: Begin) -> None:
        self._number += 1
        self._length += 1
        queue = self._queues[ticket.server]
        if not queue:
            self._line_up(ticket.server, max(self._round, self._next_rounds.get(ticket.server, 0)))
        heappush(queue, (ticket.is_work, ticket.interaction_id, self._number, begin))

    def pop(self) -> Begin:
        self._length -= 1
        self._round, _, server = heappop(self._order)
        queue = self._queues[server]
        *_, begin = heappop(queue)
        self._next_rounds[server] = self._round + 1
        if queue:
            self._line_up(server, self._round + 1)
        else:
            del self._queues[server]
        if not self._order:
            self._next_rounds.clear()
        return begin

    def _line_up(self, server: int, round_: int) -> None:
        heappush(self._order, (round_, self._number, server))


class _Paced(Generic[T]):
    """Work whose steps are done in turns."""

    def __init__(self, turns: Turns, ticket: Ticket, work: Coroutine[Any, Any, T]) -> None:
        self._turns = turns
        self._ticket = ticket
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        step: Callable[[], object] = partial(self._work.send, None)
        while True:
            turn = self._turns.ask(self._ticket)
            try:
                if turn:
                    yield from turn
            except BaseException as error:  # noqa: BLE001 - it's meant for the work, which may have to clean up
                step = partial(self._work.throw, error)
            was_given = turn is not None and turn.done() and not turn.cancelled()
            self._turns.begin()
            try:
                awaited = step()
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._turns.end(self._ticket, was_given=was_given)
            try:
                yield awaited
            except BaseException as error:  # noqa: BLE001 - as above
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, None)
