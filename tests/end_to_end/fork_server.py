"""Bots that need not load what they run: a process has loaded it, and forks into one as often as it is asked.

A start takes as long as that of Python with all its modules, nearly all of which is loading; and nothing that a test of
crashes looks at happens before. It has also run the bot once, so that all caches are full. One such process serves all
tests. Knows nothing of what the bot does.
"""

import asyncio
import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from bot.__main__ import main
from bot.background.jobs import BackgroundJobs
from bot.interactions import client
from localcord import Localcord
from tests.clock import Clock
from tests.database import spare_migrations
from tests.end_to_end.fast_timeouts import draw_dots, fast_timeouts, greet_nobody
from tests.end_to_end.here import ready_bot

PROJECT = Path(__file__).parents[2]

MEASURED = "COVERAGE_PROCESS_CONFIG"
"""Has Python measure which lines a process reaches. One that is killed does not live to tell."""

BEAR = "from tests.end_to_end.fork_server import bear; bear()"
"""Not a module of its own: the bot's processes would load that again."""

GAP = "GAP_SECONDS"
"""The environment variable with the seconds between two session starts, without which a bot here doesn't wait."""

GREETS = "GREETS"
"""The environment variable of a bot that the server here hasn't used before."""

LOOK_SECONDS = 0.1
"""How often a bot here looks at the clock, in place of once a second: a test of what it does then waits no longer."""

LOOPBACK = "127.0.0.1"


class ForkedBot:
    """A bot that has been forked: what tests need of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, ending: asyncio.Task[int]) -> None:
        self.pid = pid
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
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Asks it to end."""
        self.send_signal(signal.SIGTERM)

    def send_signal(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it is dead."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)


class ForkServer:
    """The process that forks, seen from a test. Shape: of its bots one is alive at a time; a test may have several."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._ending: asyncio.Task[int] | None = None

    async def begin(self, environment: Mapping[str, str], log: Path, folder: Path | None = None) -> ForkedBot:
        """A bot with these settings that works in this folder, by default the project's."""
        order = {"environment": dict(environment), "log": str(log), "folder": str(folder or PROJECT)}
        self._writer.write(json.dumps(order).encode() + b"\n")
        pid = await self._number()
        self._ending = asyncio.create_task(self._number())
        return ForkedBot(pid, self._ending)

    async def end(self) -> None:
        """Kills the bot if it is alive."""
        self._writer.write_eof()
        if self._ending is not None:
            await self._ending
        self._writer.close()
        await self._writer.wait_closed()

    async def _number(self) -> int:
        return int(await self._reader.readline())


def surroundings() -> dict[str, str]:
    """The environment variables of a bot, which nobody measures."""
    return {key: text for key, text in os.environ.items() if key != MEASURED}


@contextmanager
def lasting_nursery() -> Iterator[int]:
    """The port of a process that forks into bots for many tests. It ends with the tests, however they end."""
    with socket.create_server((LOOPBACK, 0)) as door:
        process = subprocess.Popen(
            [sys.executable, "-c", BEAR, str(door.fileno())],
            cwd=PROJECT, env=surroundings(), stdin=subprocess.PIPE, pass_fds=(door.fileno(),),
        )  # fmt: skip
        with process:
            yield door.getsockname()[1]


@asynccontextmanager
async def nursery_at(port: int) -> AsyncIterator[ForkServer]:
    """The nursery, for one test; a bot that is alive at its end dies with it."""
    found = ForkServer(*await asyncio.open_connection(LOOPBACK, port))
    try:
        yield found
    finally:
        await found.end()


def bear() -> None:
    """Serves everyone who comes, each from a process of their own, until the tests are over."""
    asyncio.run(_run_once())
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for these processes
    with socket.socket(fileno=int(sys.argv[1])) as door:
        door.set_inheritable(False)
        while sys.stdin not in select.select([door, sys.stdin], [], [])[0]:
            test, _ = door.accept()
            with test:
                if os.fork() == 0:
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    with suppress(ConnectionError):
                        _serve(test)
                    os._exit(0)


async def _run_once() -> None:
    clock = Clock()
    with TemporaryDirectory() as folder:
        async with Localcord(clock=clock, rate_limits=False) as discord, ready_bot(discord, clock, Path(folder)):
            pass


def _serve(test: socket.socket) -> None:
    """Forks into a bot for each line that comes, and says its process's number and then its exit status."""
    with test.makefile("r") as orders:
        for line in orders:
            order = json.loads(line)
            pid = os.fork()
            if pid == 0:
                _live(os.dup(test.fileno()), order["environment"], order["log"], order["folder"])
            test.sendall(f"{pid}\n".encode())
            _, status = os.waitpid(pid, 0)
            test.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _live(test: int, environment: Mapping[str, str], log: str, folder: str) -> NoReturn:
    os.chdir(folder)
    with Path(log).open("a") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    for loop in (BackgroundJobs.every_second, BackgroundJobs.every_ping):
        loop.change_interval(seconds=LOOK_SECONDS)
    patch = pytest.MonkeyPatch()
    fast_timeouts(patch)
    draw_dots(patch)
    if GREETS not in environment:
        greet_nobody(patch)
    if GAP in environment:
        patch.setattr(client, "GAP_SECONDS", float(environment[GAP]))
    spare_migrations(patch)
    os.environ.clear()
    os.environ.update(environment)
    threading.Thread(target=_die_with_the_test, args=[test], daemon=True).start()
    try:
        status = main()
    except BaseException:  # noqa: BLE001 - whatever it is, somebody must read it before the process is gone
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(status)  # to take all modules down would take longer than the bot's own work


def _die_with_the_test(test: int) -> None:
    os.read(test, 1)
    os.kill(os.getpid(), signal.SIGKILL)
