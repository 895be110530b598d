"""Processes beside the bot, for what would hold up its answers. They end when it does. Knows nothing of their work."""

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
    """So many processes that take work in turn."""

    def __init__(self, count: int, *, niceness: int = 0) -> None:
        """Shape: at least one; they begin with the first work. `niceness` is how far they stand back for others."""
        self.count = count
        self._niceness = niceness
        self._executor = self._begin()
        self._up: ProcessPoolExecutor | None = None

    @property
    def is_up(self) -> bool:
        """Whether the processes have done any work yet: it takes a while to start them."""
        return self._up is self._executor

    async def run(self, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """What `work` gives. Raises: what it raises; BrokenExecutor where its process is gone, and others follow."""
        return await self._run_in(self._executor, work, *args)

    async def run_within(self, seconds: float, work: Callable[[*Ts], T], *args: *Ts, is_final: bool = True) -> T:
        """Like `run`. Raises: also TimeoutError after so long; the processes hang then, and others take their place.

        Shape: unless `is_final`, they are left to go on, since they may only be starting.
        """
        executor = self._executor
        running = asyncio.ensure_future(self._run_in(executor, work, *args))
        running.add_done_callback(_seen)
        await asyncio.wait({running}, timeout=seconds)
        if running.done():
            return running.result()
        if executor is self._executor and is_final:
            self._replace()
        raise TimeoutError

    async def _run_in(self, executor: ProcessPoolExecutor, work: Callable[[*Ts], T], *args: *Ts) -> T:
        try:
            # Nothing cancels it: a pool that ends with cancelled work in its queue leaves all other work waiting
            made = await asyncio.shield(asyncio.get_running_loop().run_in_executor(executor, work, *args))
        except BrokenExecutor:
            if executor is self._executor:
                self._executor = self._begin()
            raise
        self._up = executor
        return made

    def _replace(self) -> None:
        """Ends the processes, whatever they do, and begins others: all their work fails."""
        hung, self._executor = self._executor, self._begin()
        _end(hung)

    def close(self) -> None:
        """Takes no more work, and ends the processes, whatever they do: Python would wait for one that hangs."""
        _end(self._executor, cancel=True)

    def _begin(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, context, _follow, (self._niceness,))


def _end(executor: ProcessPoolExecutor, *, cancel: bool = False) -> None:
    """Kills the processes; what waits for them fails."""
    workers = list((executor._processes or {}).values())  # noqa: SLF001 - no other way to them before Python 3.14
    executor.shutdown(wait=False, cancel_futures=cancel)
    for worker in workers:
        worker.kill()


def _seen(ended: asyncio.Task[Any]) -> None:
    """Keeps what nobody waits for any more out of the log: an exception might tell a hand."""
    if not ended.cancelled():
        ended.exception()


def _follow(niceness: int) -> None:
    """Has a process end when the bot does, however that ends, and not before."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(bot: multiprocessing.process.BaseProcess) -> None:
    bot.join()
    os._exit(0)
