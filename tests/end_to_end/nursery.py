"""Bots that need not load what they run: a process has loaded it, and forks into one as often as it is asked.

A start takes as long as that of Python with all its modules, nearly all of which is loading; and nothing that a test of
crashes looks at happens before. Knows nothing of what the bot does.
"""

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

from bot.__main__ import main
from tests.end_to_end.hurry import draw_dots, hurry

PROJECT = Path(__file__).parents[2]

MEASURED = "COVERAGE_PROCESS_CONFIG"
"""Has Python measure which lines a process reaches. One that is killed does not live to tell."""

BEAR = "from tests.end_to_end.nursery import bear; bear()"
"""Not a module of its own: the bot's processes would load that again."""


class Born:
    """A bot that has been forked: what tests need of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, ending: asyncio.Task[int]) -> None:
        self._pid = pid
        self._ending = ending

    @property
    def returncode(self) -> int | None:
        """Its exit status, once it is dead."""
        return self._ending.result() if self._ending.done() else None

    async def wait(self) -> int:
        """Its exit status."""
        return await asyncio.shield(self._ending)

    def kill(self) -> None:
        """Ends it at once."""
        self._send(signal.SIGKILL)

    def terminate(self) -> None:
        """Asks it to end."""
        self._send(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, number)


class Nursery:
    """The process that forks, seen from the test. Shape: of its bots one is alive at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def begin(self, environment: Mapping[str, str], log: Path) -> Born:
        """A bot with these settings."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"environment": dict(environment), "log": str(log)}).encode() + b"\n")
        pid = await self._number()
        return Born(pid, asyncio.create_task(self._number()))

    async def _number(self) -> int:
        assert self._process.stdout is not None
        return int(await self._process.stdout.readline())


def surroundings() -> dict[str, str]:
    """The environment variables of a bot, which nobody measures."""
    return {key: text for key, text in os.environ.items() if key != MEASURED}


@asynccontextmanager
async def nursery() -> AsyncIterator[Nursery]:
    """It, until the test is over; a bot that is alive then dies with it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BEAR,
        cwd=PROJECT, env=surroundings(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    try:
        yield Nursery(process)
    finally:
        process.stdin.close()
        await process.wait()


def bear() -> None:
    """Forks into a bot for each line that comes, and says its process's number and then its exit status."""
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _live(order["environment"], order["log"])
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        _, status = os.waitpid(pid, 0)
        with suppress(BrokenPipeError):
            sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
            sys.stdout.flush()


def _live(environment: Mapping[str, str], log: str) -> NoReturn:
    with Path(log).open("a") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    patch = pytest.MonkeyPatch()
    hurry(patch)
    draw_dots(patch)
    os.environ.clear()
    os.environ.update(environment)
    threading.Thread(target=_die_with_the_test, daemon=True).start()
    sys.exit(main())


def _die_with_the_test() -> None:
    os.read(sys.stdin.fileno(), 1)
    os.kill(os.getpid(), signal.SIGKILL)
