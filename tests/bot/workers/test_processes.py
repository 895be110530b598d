"""Work in other processes: its result and its errors come back, and a process that dies is replaced."""

import asyncio
import gc
import os
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import NoReturn

import psutil
import pytest

import bot.workers.processes
from bot.workers.checkpoints import Checkpoint, with_checkpoints
from bot.workers.processes import NotBegun, Processes, _Pool
from localcord.people import PATIENCE_SECONDS


class Unsendable(Exception):
    """An error that can't be rebuilt from its arguments."""

    def __init__(self, *, hand: str) -> None:
        super().__init__(hand)


def fail_unsendably() -> NoReturn:
    raise Unsendable(hand="a hand")


@pytest.fixture
async def processes() -> AsyncIterator[Processes]:
    processes = Processes(1, niceness=1)
    yield processes
    processes.close()


async def test_work_is_done_beside_the_bot(processes: Processes) -> None:
    assert await processes.run(os.getpid) != os.getpid()


async def test_work_that_fails_fails_here(processes: Processes) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await processes.run(int, "seven")


async def test_an_error_that_cannot_be_sent_is_replaced_by_its_name(processes: Processes) -> None:
    with pytest.raises(RuntimeError, match=r"^Unsendable$"):
        await processes.run(fail_unsendably)

    assert await processes.run(abs, -1) == 1


async def test_a_result_that_cannot_be_sent_fails_here(processes: Processes) -> None:
    with pytest.raises(TypeError):
        await processes.run(threading.Lock)

    assert await processes.run(abs, -1) == 1


async def test_a_result_may_be_long(processes: Processes) -> None:
    assert await processes.run(bytes, 3_000_000) == bytes(3_000_000)


def slow_until_told(told: str, checkpoint: Checkpoint) -> bool:
    """Works on and on, with checkpoints, until this file exists. Shape: whether this happened in time."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not Path(told).exists() and time.monotonic() < end:
        checkpoint()
    return Path(told).exists()


async def test_urgent_work_is_done_at_a_checkpoint_of_other_work(processes: Processes, tmp_path: Path) -> None:
    told = tmp_path / "told"
    slow = asyncio.create_task(processes.run(with_checkpoints, slow_until_told, str(told)))
    await asyncio.sleep(0)
    await processes.run_within(PATIENCE_SECONDS, told.touch, is_urgent=True)
    with pytest.raises(FileNotFoundError):  # an error at a checkpoint is nobody else's
        await processes.run_within(PATIENCE_SECONDS, os.rmdir, str(tmp_path / "gone"), is_urgent=True)

    assert await slow
    assert len(processes.pids) == 1


async def test_when_a_process_dies_at_a_checkpoint_all_its_work_fails(processes: Processes, tmp_path: Path) -> None:
    slow = asyncio.create_task(processes.run(with_checkpoints, slow_until_told, str(tmp_path / "never")))
    await asyncio.sleep(0)
    with pytest.raises(BrokenExecutor):
        await processes.run_within(PATIENCE_SECONDS, os._exit, 1, is_urgent=True)

    with pytest.raises(BrokenExecutor):
        await slow
    assert await processes.run(abs, -1) == 1


async def test_all_processes_work_at_the_same_time() -> None:
    processes = Processes(2)
    pids = await asyncio.gather(*(processes.run(os.getpid) for _ in range(6)))
    processes.close()

    assert len({*pids}) == 2


async def test_a_process_ends_with_the_bot_even_while_it_works(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    await processes.run(abs, -1)
    working = asyncio.create_task(processes.run(time.sleep, 600))
    await asyncio.sleep(0)
    (process,) = processes._pool._processes.values()
    assert process._transport
    monkeypatch.setattr(process._process, "kill", lambda: None)
    monkeypatch.setattr(bot.workers.processes, "KILLED_WITHIN_SECONDS", 0)
    process._transport.close()  # as at the end of the bot
    with pytest.raises(BrokenExecutor):
        await working

    await asyncio.to_thread(process._process.wait, PATIENCE_SECONDS)


async def test_a_process_stands_back_for_others(processes: Processes) -> None:
    assert await processes.run(os.nice, 0) > os.nice(0)


async def test_a_process_that_dies_is_replaced(processes: Processes) -> None:
    with pytest.raises(BrokenExecutor):
        await processes.run(os._exit, 1)

    assert await processes.run(abs, -1) == 1


async def test_processes_that_hang_are_replaced(processes: Processes) -> None:
    hung = [asyncio.create_task(processes.run(time.sleep, 600)) for _ in range(4)]
    await asyncio.sleep(0)
    before = [psutil.Process(pid) for pid in processes.pids]
    with pytest.raises(TimeoutError):
        await processes.run_within(0, time.sleep, 600)

    assert await processes.run(abs, -1) == 1
    assert {type(ended) for ended in await asyncio.gather(*hung, return_exceptions=True)} == {BrokenExecutor, NotBegun}
    assert not (await asyncio.to_thread(psutil.wait_procs, before, PATIENCE_SECONDS))[1]


async def test_work_that_waits_for_a_free_process_does_not_hang(processes: Processes) -> None:
    async with processes._pool._queues.turn(is_urgent=False):
        queued = asyncio.create_task(processes.run_within(0, time.sleep, 600, counts_queue=False))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not queued.done()

    with pytest.raises(TimeoutError):
        await queued


async def test_work_is_done_although_whoever_asked_for_it_left_before_it_began(
    processes: Processes, tmp_path: Path
) -> None:
    async with processes._pool._queues.turn(is_urgent=False):
        leaving = asyncio.create_task(
            processes.run_within(PATIENCE_SECONDS, os.mkdir, str(tmp_path / "done"), counts_queue=False)
        )
        for _ in range(10):
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait({leaving})
    await processes.run(abs, -1)

    assert (tmp_path / "done").is_dir()


async def test_nothing_waits_for_processes_that_are_closed(processes: Processes) -> None:
    processes.close()

    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(BrokenExecutor):
            await processes.run_within(PATIENCE_SECONDS, abs, -1, counts_queue=False)


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
    assert {type(end) for end in ended} == {BrokenExecutor, NotBegun}


async def test_processes_that_hang_are_replaced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    processes, begun = Processes(1), 0
    begin = processes._begin

    def counted() -> _Pool:
        nonlocal begun
        begun += 1
        return begin()

    monkeypatch.setattr(processes, "_begin", counted)
    waits = [processes.run_within(0.1, time.sleep, 600) for _ in range(3)]
    ended = {type(end) for end in await asyncio.gather(*waits, return_exceptions=True)}
    processes.close()

    assert TimeoutError in ended
    assert ended <= {TimeoutError, BrokenExecutor, NotBegun}
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
