"""The bot as a process, and what it writes to its standard error."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.end_to_end.fork_server import PROJECT, ForkServer


async def python_m_bot() -> asyncio.subprocess.Process:
    """Starts `python -m bot` in the working folder, which takes a while."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stderr=asyncio.subprocess.PIPE,
    )


class Forked:
    """A bot of the nursery's in the working folder, with the part of `asyncio.subprocess.Process` that tests need."""

    def __init__(self, fork_server: ForkServer, pipes: Path) -> None:
        """Shape: `pipes` is an empty folder that the bot doesn't work in."""
        self.stderr = asyncio.StreamReader()
        self._nursery = fork_server
        self._pipe = pipes / "stderr"

    async def start(self) -> "Forked":
        """Begins to run."""
        os.mkfifo(self._pipe)
        opening = asyncio.create_task(asyncio.to_thread(self._pipe.open, "rb"))
        self._process = await self._nursery.begin(os.environ, self._pipe, Path.cwd())
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self.stderr), await opening
        )
        return self

    @property
    def returncode(self) -> int | None:
        """Its exit status, once it is dead."""
        return self._process.returncode

    async def communicate(self) -> tuple[None, bytes]:
        """Waits for its end. Shape: nothing, and the rest of what it wrote."""
        said = await self.stderr.read()
        await self._process.wait()
        return None, said

    def send_signal(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it is dead."""
        self._process.send_signal(number)


Start = Callable[[], Awaitable[Forked]]
