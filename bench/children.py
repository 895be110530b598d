"""The bots that are measured. Each is a child process; its stand-in for Discord runs in this process."""

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

import psutil

from localcord import Localcord

ROOT = Path(__file__).parent.parent
START_SECONDS = 60.0
"""Enough for a bot that first loads every open table of its database."""


@dataclass(frozen=True, slots=True)
class Child:
    """A running bot and its Discord."""

    discord: Localcord
    process: psutil.Process

    @property
    def cpu_seconds(self) -> float:
        """CPU time of its process so far, in all threads."""
        times = self.process.cpu_times()
        return times.user + times.system

    @property
    def memory_bytes(self) -> int:
        """Its resident memory."""
        return self.process.memory_info().rss


def database_url(folder: Path) -> str:
    """The database of a bot in this folder: SQLite on the disk, as operators use it."""
    return f"sqlite+aiosqlite:///{folder / 'finte.sqlite3'}"


@asynccontextmanager
async def running(
    module: str, discord: Localcord, folder: Path, root: Path = ROOT, *, database: str | None = None
) -> AsyncIterator[Child]:
    """Runs the bot `python -m module` of the checkout at `root`, and prints its log if anything fails.

    Its settings are the defaults, but results don't hold up the match: during a reveal there would be nothing to press.
    Meanwhile this process collects no garbage: the stand-in keeps all requests, and would stop for up to a second.
    """
    environment = os.environ | {
        "PYTHONPATH": str(root),
        "DATABASE_URL": database or database_url(folder),
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "REVEAL_SECONDS": "0",
    }
    with TemporaryFile() as log:
        # In its own folder, so that it doesn't read the .env in the project's root.
        started = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, cwd=folder, env=environment, stderr=log
        )
        gc.disable()
        try:
            await _connected(discord, started)
            yield Child(discord, psutil.Process(started.pid))
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read().decode())
            raise
        finally:
            gc.enable()
            if started.returncode is None:
                started.terminate()
            await started.wait()


async def until(discord: Localcord, condition: Callable[[], bool], seconds: float) -> None:
    """Waits for a condition in the stand-in for Discord. Raises: TimeoutError."""
    changed = asyncio.Event()
    stop = discord.world.watch(lambda _event: changed.set())
    try:
        async with asyncio.timeout(seconds):
            while not condition():
                changed.clear()
                await changed.wait()
    finally:
        stop()


async def _connected(discord: Localcord, started: asyncio.subprocess.Process) -> None:
    """Waits for the bot to connect. Raises: RuntimeError if it ends instead."""
    online = asyncio.create_task(discord.bot_connected(START_SECONDS))
    ended = asyncio.create_task(started.wait())
    await asyncio.wait({online, ended}, return_when=asyncio.FIRST_COMPLETED)
    if not online.done():
        online.cancel()
        raise RuntimeError("the bot did not start")
    ended.cancel()
    await online
