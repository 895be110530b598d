"""Work in other processes: its result and its errors come back, and a process that dies is replaced."""

import asyncio
import gc
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.workers.processes import Processes
from localcord.people import PATIENCE_SECONDS


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    processes = Processes(1, niceness=1)
    yield processes
    processes.close()


async def test_work_is_done_beside_the_bot(processes: Processes) -> None:
    assert await processes.run(os.getpid) != os.getpid()


async def test_work_that_fails_fails_here(processes: Processes) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await processes.run(int, "seven")


async def test_a_process_stands_back_for_others(processes: Processes) -> None:
    assert await processes.run(os.nice, 0) > os.nice(0)


async def test_a_process_that_dies_is_replaced(processes: Processes) -> None:
    with pytest.raises(BrokenExecutor):
        await processes.run(os._exit, 1)

    assert await processes.run(abs, -1) == 1


async def test_processes_that_hang_are_replaced(processes: Processes) -> None:
    hung = [asyncio.create_task(processes.run(time.sleep, 600)) for _ in range(4)]
    await asyncio.sleep(0)
    before = {worker.pid for worker in multiprocessing.active_children()}
    with pytest.raises(TimeoutError):
        await processes.run_within(0, time.sleep, 600)

    assert await processes.run(abs, -1) == 1
    assert {type(ended) for ended in await asyncio.gather(*hung, return_exceptions=True)} == {BrokenProcessPool}
    assert not before & {worker.pid for worker in multiprocessing.active_children()}


async def test_work_that_nobody_waits_for_any_more_holds_up_no_other_when_its_process_ends(
    processes: Processes,
) -> None:
    hung = [asyncio.create_task(processes.run(time.sleep, 600)) for _ in range(3)]
    unwanted, other = (asyncio.create_task(processes.run(abs, -1)) for _ in range(2))
    await asyncio.sleep(0)
    unwanted.cancel()
    with pytest.raises(TimeoutError):
        await processes.run_within(0, time.sleep, 600)

    async with asyncio.timeout(PATIENCE_SECONDS):
        ended = await asyncio.gather(*hung, other, return_exceptions=True)
    assert {type(end) for end in ended} == {BrokenProcessPool}


async def test_processes_that_hang_are_replaced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    processes, begun = Processes(1), 0
    begin = processes._begin

    def counted() -> ProcessPoolExecutor:
        nonlocal begun
        begun += 1
        return begin()

    monkeypatch.setattr(processes, "_begin", counted)
    waits = [processes.run_within(0.1, time.sleep, 600) for _ in range(3)]
    ended = {type(end) for end in await asyncio.gather(*waits, return_exceptions=True)}
    processes.close()

    assert TimeoutError in ended
    assert ended <= {TimeoutError, BrokenProcessPool}
    assert begun == 1


async def test_what_nobody_waits_for_any_more_is_not_logged(
    processes: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = asyncio.create_task(processes.run_within(600, int, "a hand"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # now its work waits in the queue
    waiting.cancel()
    del waiting
    await processes.run(abs, -1)
    gc.collect()

    assert caplog.text == ""
