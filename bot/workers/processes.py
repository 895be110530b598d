"""A pool of processes for slow work, so that the bot can answer meanwhile. They end with the bot.

Python's own pool passes everything through two more threads, which costs the bot three times as much CPU time.
"""

import asyncio
import os
import pickle
import socket
import subprocess
import sys
import threading
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Any, TypeVar, TypeVarTuple, cast

from bot.workers.worker import HEAD_BYTES, NUMBER_BYTES, framed


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


KILLED_WITHIN_SECONDS = 1.0
"""How long to wait until a killed process has ended, which usually takes a few milliseconds."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class NotBegun(BrokenExecutor):
    """The work still waited when its pool was replaced, because of other work."""


class Processes:
    """A pool of processes, replaced by a new one if it breaks or hangs."""

    def __init__(self, count: int, *, niceness: int = 0) -> None:
        """Shape: `count` is at least 1; the processes start with the first work. Units: `niceness` as for `os.nice`."""
        self.count = count
        self._niceness = niceness
        self._pool = self._begin()
        self._up: _Pool | None = None
        self._is_closed = False

    @property
    def is_up(self) -> bool:
        """Whether this pool has finished any work yet; starting its processes takes a while."""
        return self._up is self._pool

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes that run now."""
        return self._pool.pids

    async def run(self, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """The result of `work`. Raises: what it raises; BrokenExecutor if its process died; a new pool follows."""
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._task(self._pool, work, *args, begun=begun))

    async def run_within(
        self,
        seconds: float,
        work: Callable[[*Ts], T],
        *args: *Ts,
        counts_queue: bool = True,
        is_final: bool = True,
        is_urgent: bool = False,
        server: int = 0,
    ) -> T:
        """Like `run`, but also raises TimeoutError after this many seconds, and replaces the pool.

        Shape: unless `counts_queue`, the seconds begin when a process is free. Unless `is_final`, the pool is kept
        after a timeout, since it may only be starting. Work that `is_urgent` comes first, but while other work waits,
        it gets only every second turn. Servers take turns.
        """
        pool = self._pool
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        running = self._task(pool, work, *args, begun=begun, is_urgent=is_urgent, server=server)
        if not counts_queue:
            await begun
        await asyncio.wait({running}, timeout=seconds)
        if running.done():
            return running.result()
        if pool is self._pool and is_final:
            self._pool = self._begin()
            pool.close()
        raise TimeoutError

    def _task(
        self,
        pool: "_Pool",
        work: Callable[[*Ts], T],
        *args: *Ts,
        begun: asyncio.Future[None],
        is_urgent: bool = False,
        server: int = 0,
    ) -> asyncio.Task[T]:
        """Finishes the work even if the caller is cancelled: until then, its process can't do anything else."""
        running = asyncio.ensure_future(
            self._run_in(pool, work, *args, begun=begun, is_urgent=is_urgent, server=server)
        )
        running.add_done_callback(partial(_note_end, begun))
        return running

    async def _run_in(
        self,
        pool: "_Pool",
        work: Callable[[*Ts], T],
        *args: *Ts,
        begun: asyncio.Future[None],
        is_urgent: bool,
        server: int,
    ) -> T:
        if self._is_closed:
            raise BrokenExecutor("the processes are closed")
        try:
            made = await pool.run(work, args, begun=begun, is_urgent=is_urgent, server=server)
        except BrokenExecutor:
            if pool is self._pool:
                self._pool = self._begin()
            raise
        self._up = pool
        return cast("T", made)

    def close(self) -> None:
        """Takes no more work, and kills the processes."""
        self._is_closed = True
        self._pool.close()

    def _begin(self) -> "_Pool":
        return _Pool(self.count, self._niceness)


class _Pool:
    """Some processes. If one of them dies, the others are killed too, and all work fails."""

    def __init__(self, count: int, niceness: int) -> None:
        self._niceness = niceness
        self._queues = TwoQueues(count)
        self._processes: dict[Slot, _Process] = {}
        self._is_closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(process.pid for process in self._processes.values())

    async def run(
        self,
        work: Callable[..., object],
        args: tuple[object, ...],
        *,
        begun: asyncio.Future[None],
        is_urgent: bool,
        server: int,
    ) -> object:
        """The result of the work; `begun` is done once a process is free. Raises: what it raises; BrokenExecutor."""
        request = pickle.dumps((work, args))
        async with self._queues.turn(is_urgent=is_urgent, server=server) as slot:
            _note_begun(begun)
            process = self._process_of(slot)
            try:
                await process.connect()
                answer = await process.do(request)
            except BrokenExecutor:
                self.close()
                raise
        result, error = pickle.loads(answer)  # noqa: S301 - from our own process
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """Kills the processes. All work, under way and queued, fails."""
        self._is_closed = True
        for process in self._processes.values():
            process.kill()

    def _process_of(self, slot: Slot) -> "_Process":
        """The process of this slot, or a new one."""
        if self._is_closed:
            raise NotBegun("the pool was closed")
        if slot not in self._processes:
            self._processes[slot] = _Process(self._niceness)
        return self._processes[slot]


class _Process(asyncio.Protocol):
    """One process, with one piece of work at a time, which a piece of urgent work may interrupt."""

    def __init__(self, niceness: int) -> None:
        """Starts the process. Raises: OSError."""
        self._socket, theirs = socket.socketpair()
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._numbers = cycle(range(256**NUMBER_BYTES))
        self._answers: dict[int, asyncio.Future[memoryview]] = {}
        self._connecting = asyncio.Lock()
        command = [sys.executable, "-m", "bot.workers.worker", str(niceness)]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        try:
            with theirs:
                self._process = subprocess.Popen(command, stdin=theirs.fileno(), env=environment)  # noqa: S603 - our own
        except OSError:
            self._socket.close()
            raise

    async def connect(self) -> None:
        """Connects the event loop to the process, unless it's connected already."""
        if self._transport is not None:
            return
        async with self._connecting:
            if self._transport is None:
                await asyncio.get_running_loop().create_connection(lambda: self, sock=self._socket)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keeps the transport: from now on the process can be given work."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Part of an answer has arrived."""
        self._received += data
        while len(self._received) >= (end := HEAD_BYTES + int.from_bytes(self._received[:HEAD_BYTES])) > HEAD_BYTES:
            received, self._received = self._received, self._received[end:]
            begin = HEAD_BYTES + NUMBER_BYTES
            answer = self._answers.pop(int.from_bytes(received[HEAD_BYTES:begin]))
            if not answer.done():
                answer.set_result(memoryview(received)[begin:end])

    def connection_lost(self, _error: Exception | None) -> None:
        """The process has ended."""
        self.kill()

    async def do(self, request: bytes) -> memoryview:
        """The answer to a request. Raises: BrokenExecutor if the process ends before."""
        if self._transport is None or self._transport.is_closing():
            raise BrokenExecutor("its process has ended")
        number = next(self._numbers)
        answer: asyncio.Future[memoryview] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        self._transport.write(framed(number.to_bytes(NUMBER_BYTES) + request))
        return await answer

    def kill(self) -> None:
        """Ends the process, even one that is stopped, and fails its work."""
        if self._transport:
            self._transport.abort()
        self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(KILLED_WITHIN_SECONDS)
        error = BrokenExecutor("its process has ended")
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(error)
            error = NotBegun("its process has ended before")  # it waited for a checkpoint


def _note_begun(begun: asyncio.Future[None]) -> None:
    """Notes that the work has begun, unless that's known, or whoever asked for the work was cancelled."""
    if not begun.done():
        begun.set_result(None)


def _note_end(begun: asyncio.Future[None], ended: asyncio.Task[Any]) -> None:
    """Lets nobody wait for work to begin that failed before it had a process.

    Keeps an exception that nobody awaits any more out of the log, where it might reveal a hand.
    """
    _note_begun(begun)
    if not ended.cancelled():
        ended.exception()


@contextmanager
def ends_process_after(seconds: float) -> Iterator[None]:
    """Ends this process if what happens inside takes longer than this many seconds."""
    end = threading.Timer(seconds, os._exit, (1,))
    end.daemon = True
    end.start()
    try:
        yield
    finally:
        end.cancel()
