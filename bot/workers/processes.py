"""A pool of processes for slow work, so that the bot can answer meanwhile. They end with the bot."""

import asyncio
import multiprocessing
import multiprocessing.process
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Processes:
    """A pool of processes, replaced by a new one if it breaks or hangs."""

    def __init__(self, count: int, *, niceness: int = 0) -> None:
        """Shape: `count` is at least 1; the processes start with the first work. Units: `niceness` as for `os.nice`."""
        self.count = count
        self._niceness = niceness
        self._executor = self._begin()
        self._up: ProcessPoolExecutor | None = None

    @property
    def is_up(self) -> bool:
        """Whether this pool has finished any work yet; starting its processes takes a while."""
        return self._up is self._executor

    async def run(self, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """The result of `work`. Raises: what it raises; BrokenExecutor if its process died; a new pool follows."""
        return await self._run_in(self._executor, work, *args)

    async def run_within(self, seconds: float, work: Callable[[*Ts], T], *args: *Ts, is_final: bool = True) -> T:
        """Like `run`, but also raises TimeoutError after this many seconds, and replaces the pool.

        Shape: unless `is_final`, the pool is kept after a timeout, since it may only be starting.
        """
        executor = self._executor
        running = asyncio.ensure_future(self._run_in(executor, work, *args))
        running.add_done_callback(_ignore_error)
        await asyncio.wait({running}, timeout=seconds)
        if running.done():
            return running.result()
        if executor is self._executor and is_final:
            self._replace()
        raise TimeoutError

    async def _run_in(self, executor: ProcessPoolExecutor, work: Callable[[*Ts], T], *args: *Ts) -> T:
        try:
            # Never cancel it: a pool that shuts down with cancelled work in its queue leaves all other work waiting
            made = await asyncio.shield(asyncio.get_running_loop().run_in_executor(executor, work, *args))
        except BrokenExecutor:
            if executor is self._executor:
                self._executor = self._begin()
            raise
        self._up = executor
        return made

    def _replace(self) -> None:
        """Kills the processes and starts a new pool. All work under way fails."""
        hung, self._executor = self._executor, self._begin()
        _end(hung)

    def close(self) -> None:
        """Takes no more work, and kills the processes: Python would wait for one that hangs."""
        _end(self._executor, cancel=True)

    def _begin(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, context, _end_with_the_bot, (self._niceness,))


def _end(executor: ProcessPoolExecutor, *, cancel: bool = False) -> None:
    """Kills the processes, so that callers waiting for them get an error."""
    workers = list((executor._processes or {}).values())  # noqa: SLF001 - no other way to them before Python 3.14
    executor.shutdown(wait=False, cancel_futures=cancel)
    for worker in workers:
        worker.kill()


def _ignore_error(ended: asyncio.Task[Any]) -> None:
    """Keeps an exception that nobody awaits any more out of the log, where it might reveal a hand."""
    if not ended.cancelled():
        ended.exception()


def _end_with_the_bot(niceness: int) -> None:
    """Makes a worker process outlive signals meant for the bot, but end as soon as the bot does."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_exit_after, args=(multiprocessing.parent_process(),), daemon=True).start()


def _exit_after(bot: multiprocessing.process.BaseProcess) -> None:
    bot.join()
    os._exit(0)
