"""A pool of processes for slow work, so that the bot can answer meanwhile: pebble's, replaced when it breaks."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from pebble import CONSTS, ProcessExpired, ProcessPool

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

LONGEST_START_SECONDS = 30.0
"""How long work may take to begin in a free process, beyond its own time: a new one loads Python's modules first."""

CONSTS.term_timeout = 0
"""How long pebble waits between SIGTERM, which a worker ignores, and SIGKILL. A worker has nothing to save."""


class WorkerPool:
    """Processes that each do one piece of work at a time. They start with the first one, and end with the bot."""

    def __init__(self, count: int, *, niceness: int = 0) -> None:
        """Shape: `count` is at least 1. Units: `niceness` as for `os.nice`."""
        self.count = count
        self._niceness = niceness
        self._free = asyncio.Semaphore(count)
        self._pool: ProcessPool | None = None
        self._lost: asyncio.Future[Any]  # done once the pool will answer nothing more
        self._is_closed = False

    async def run(self, seconds: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """The result of `work` in a process, once one is free. A process that takes longer for it is killed.

        Work that has begun goes on if its caller is cancelled.
        Raises: what it raises; TimeoutError; BrokenExecutor if its process dies; OSError if none can start.
        """
        async with self._free:
            pool, lost = self._running()
            answer = asyncio.wrap_future(pool.schedule(work, args=args, timeout=seconds))
            # Work can get lost, as when a process that is stopped never takes it.
            guard = asyncio.get_running_loop().call_later(LONGEST_START_SECONDS + seconds, _settle, lost)
            answer.add_done_callback(partial(_note_end, guard))
            await asyncio.wait({answer, lost}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise BrokenExecutor("its pool has ended")
        try:
            return answer.result()
        except (ProcessExpired, BrokenProcessPool) as error:
            raise BrokenExecutor("its process has ended") from error

    def close(self) -> None:
        """Takes no more work, and kills the processes in a thread, which the end of the event loop waits for."""
        self._is_closed = True
        self._end()

    def _running(self) -> tuple[ProcessPool, "asyncio.Future[Any]"]:
        """The pool, and what tells that it has ended. Replaces it if it's broken."""
        if self._is_closed:
            raise BrokenExecutor("the pool is closed")
        if self._pool is None or self._lost.done() or not self._pool.active:
            self._end()
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPool(self.count, initializer=_begin, initargs=(self._niceness,), context=context)
            self._lost = asyncio.get_running_loop().create_future()
        return self._pool, self._lost

    def _end(self) -> None:
        if self._pool is not None:
            _settle(self._lost)
            self._pool.stop()  # type: ignore[no-untyped-call]
            asyncio.get_running_loop().run_in_executor(None, self._pool.join)
            self._pool = None


def _settle(lost: "asyncio.Future[Any]") -> None:
    if not lost.done():
        lost.set_result(None)


def _note_end(guard: asyncio.TimerHandle, answer: "asyncio.Future[T]") -> None:
    """Keeps an exception that nobody awaits any more out of the log, where it might reveal a hand."""
    guard.cancel()
    answer.exception()


def _begin(niceness: int) -> None:
    """Begins a process: signals that are meant for the bot don't end it, but the end of the bot does, even at work."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # pebble ignores SIGINT
    if niceness:
        os.nice(niceness)
    threading.Thread(target=_end_with_bot, daemon=True).start()


def _end_with_bot() -> None:
    bot = multiprocessing.parent_process()
    assert bot
    bot.join()
    os._exit(1)
