"""The bots and databases that are measured. Each bot is a child process; its stand-in for Discord runs in this one."""

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter

import psutil
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import open_database
from bot.store.schema import metadata
from localcord import Localcord

ROOT = Path(__file__).parent.parent
START_SECONDS = 60.0
"""Enough for a bot that first loads every open table of its database."""

AFTERMATH_SECONDS = 1.5
"""Messages are edited at most every 1.1 s, so once nothing was sent for this long, every change is painted."""

POSTGRESQL = "BENCH_POSTGRESQL_URL"
"""Environment variable with the URL of an empty PostgreSQL database to measure too."""


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


async def empty_databases() -> AsyncIterator[tuple[str, AsyncEngine]]:
    """An empty database of each kind, with its name."""
    with TemporaryDirectory() as folder:
        async with open_database(database_url(Path(folder))) as engine:
            yield "SQLite", engine
    if url := os.environ.get(POSTGRESQL):
        async with open_database(url) as engine:
            async with engine.begin() as db:
                await db.run_sync(metadata.drop_all)
                await db.run_sync(metadata.create_all)
            yield "PostgreSQL", engine


@asynccontextmanager
async def running(
    discord: Localcord,
    folder: Path,
    *,
    root: Path = ROOT,
    database: str | None = None,
    sync_seconds: float = 0,
    program: Sequence[str] = ("-m", "bot"),
) -> AsyncIterator[Child]:
    """Runs the bot of the checkout at `root`, and prints its log if anything fails.

    With `sync_seconds`, the disk takes that much longer to sync, which needs strace. `program` is what Python runs.

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
    slowed: list[str] = []
    if sync_seconds:  # with -D the bot stays this process's own child
        calls = f"inject=fsync,fdatasync:delay_exit={sync_seconds * 1e6:.0f}"
        slowed = ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-o", os.devnull, "-e", "trace=fsync,fdatasync"]
        slowed += ["-e", calls]
    with TemporaryFile() as log:
        # In its own folder, so that it doesn't read the .env in the project's root.
        started = await asyncio.create_subprocess_exec(
            *slowed, sys.executable, *program, cwd=folder, env=environment, stderr=log
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


async def quiet(discord: Localcord, *, seconds: float = AFTERMATH_SECONDS, patience: float = 60.0) -> None:
    """Waits until a bot has sent nothing for so many seconds, at most for `patience` seconds."""
    end = perf_counter() + patience
    sent = -1
    while sent < len(discord.requests) and perf_counter() < end:
        sent = len(discord.requests)
        await asyncio.sleep(seconds)


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
