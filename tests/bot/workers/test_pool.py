"""Work in other processes: its result and its errors come back, and a process that dies or hangs is replaced."""

import asyncio
import gc
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

import bot.workers.pool
from bot.pictures.encode import named_png
from bot.pictures.faces import FACES
from bot.workers.pool import WorkerPool
from bot.workers.searches import search
from localcord.people import PATIENCE_SECONDS
from tests.bot.positions import position
from tests.faulty import has_begun_to_fail, has_ended

PROJECT = Path(__file__).parents[3]


class Unsendable(Exception):
    """An error that can't be rebuilt from its arguments."""

    def __init__(self, *, hand: str) -> None:
        super().__init__(hand)


def fail_unsendably() -> NoReturn:
    raise Unsendable(hand="a hand")


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(1, niceness=1)
    yield pool
    pool.close()


async def works(pool: WorkerPool) -> bool:
    """Whether the pool does work."""
    return await pool.run(PATIENCE_SECONDS, abs, -1) == 1


async def test_work_that_fails_fails_here(pool: WorkerPool) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await pool.run(PATIENCE_SECONDS, int, "seven")
    with pytest.raises(TypeError):  # its result can't be sent
        await pool.run(PATIENCE_SECONDS, threading.Lock)

    assert await works(pool)


@pytest.mark.parametrize("work", [fail_unsendably, partial(os._exit, 1)], ids=["error that can't be sent", "end"])
async def test_a_process_that_dies_or_fails_in_a_way_that_cannot_be_sent_is_replaced(
    pool: WorkerPool, work: Callable[[], NoReturn]
) -> None:
    with pytest.raises(BrokenExecutor):
        await pool.run(PATIENCE_SECONDS, work)

    assert await works(pool)


async def test_all_processes_work_at_the_same_time(tmp_path: Path) -> None:
    pool = WorkerPool(2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    await asyncio.gather(
        pool.run(PATIENCE_SECONDS, pipe.read_text), pool.run(PATIENCE_SECONDS, pipe.write_text, "waits for a reader")
    )
    pool.close()


async def test_processes_stand_back_for_the_bot_and_load_only_what_they_compute(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "__main__", import_module("bot.__main__"))  # as in `python -m bot`
    await pool.run(PATIENCE_SECONDS, search, "bluff", position("bluff"), 1, 0.01)
    await pool.run(PATIENCE_SECONDS, named_png, next(iter(FACES.values())))
    loaded = await pool.run(PATIENCE_SECONDS, eval, "[*__import__('sys').modules]")

    parts = {name for name in loaded if name.partition(".")[0] in {"bot", "cogs", "discord", "sqlalchemy"}}
    few = {"bot", "bot.workers", "bot.workers.pool", "bot.workers.searches"}
    assert {name for name in parts if not name.startswith("bot.pictures")} == few
    assert await pool.run(PATIENCE_SECONDS, os.nice, 0) > os.nice(0)


async def test_a_signal_for_the_bot_ends_no_process(pool: WorkerPool) -> None:
    pid = await pool.run(PATIENCE_SECONDS, os.getpid)
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(pid, number)

    assert await pool.run(PATIENCE_SECONDS, os.getpid) == pid


async def test_a_process_that_hangs_is_killed_and_what_waits_behind_it_is_done(pool: WorkerPool) -> None:
    pid = await pool.run(PATIENCE_SECONDS, os.getpid)
    hung = asyncio.create_task(pool.run(0.1, time.sleep, 600))
    await asyncio.sleep(0)

    assert await works(pool)
    with pytest.raises(TimeoutError):
        await hung
    assert await has_ended(pid)


async def test_a_process_that_begins_nothing_any_more_is_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = await pool.run(PATIENCE_SECONDS, os.getpid)
    os.kill(pid, signal.SIGSTOP)
    with monkeypatch.context() as hasty:
        hasty.setattr(bot.workers.pool, "LONGEST_START_SECONDS", 0)
        with pytest.raises(BrokenExecutor):
            await pool.run(0.1, abs, -1)

    assert await works(pool)
    assert await has_ended(pid)


async def test_work_goes_on_if_nobody_waits_for_it_any_more_and_its_error_is_not_logged(
    pool: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    pid = await pool.run(PATIENCE_SECONDS, os.getpid)
    waiting = asyncio.create_task(pool.run(PATIENCE_SECONDS, int, "a hand"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    del waiting

    assert await pool.run(PATIENCE_SECONDS, os.getpid) == pid
    gc.collect()
    assert caplog.text == ""


async def test_the_end_kills_all_processes_and_fails_all_work(pool: WorkerPool) -> None:
    pid = await pool.run(PATIENCE_SECONDS, os.getpid)
    working, queued = (asyncio.create_task(pool.run(600, time.sleep, 600)) for _ in range(2))
    await asyncio.sleep(0)
    pool.close()
    pool.close()

    failures = await asyncio.gather(working, queued, works(pool), return_exceptions=True)
    assert [type(failure) for failure in failures] == [BrokenExecutor] * 3
    assert await has_ended(pid)


BOT = """
import asyncio, os, sys
from pathlib import Path
from bot.workers.pool import WorkerPool
from tests.faulty import hanging_once

async def main():
    pool = WorkerPool(1)
    print(await pool.run(60, os.getpid), flush=True)
    await pool.run(600, hanging_once(Path(sys.argv[1]), abs), -1)

asyncio.run(main())
"""


@pytest.mark.kills
async def test_a_process_ends_with_the_bot_even_while_it_works(tmp_path: Path) -> None:
    command = (sys.executable, "-c", BOT, str(tmp_path))
    killed = await asyncio.create_subprocess_exec(*command, cwd=PROJECT, stdout=PIPE, stderr=DEVNULL)
    assert killed.stdout
    pid = int(await killed.stdout.readline())
    await has_begun_to_fail(tmp_path)
    killed.kill()

    assert await has_ended(pid)
    await killed.wait()
