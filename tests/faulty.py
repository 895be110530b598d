"""Work that hangs or ends its process, once, and processes that end."""

import asyncio
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import psutil

from localcord.people import PATIENCE_SECONDS

T = TypeVar("T")


def hanging_once(folder: Path, work: Callable[..., T]) -> Callable[..., T]:
    """The same work, but the first time it hangs, once it has made the file `fault` in this folder."""
    return partial(_faulty_once, partial(time.sleep, 1e6), folder, work)


def dying_once(folder: Path, work: Callable[..., T]) -> Callable[..., T]:
    """The same work, but the first time it ends its process, once it has made the file `fault` in this folder."""
    return partial(_faulty_once, partial(os._exit, 1), folder, work)


def _faulty_once(fault: Callable[[], object], folder: Path, work: Callable[..., T], *args: object) -> T:
    try:
        (folder / "fault").touch(exist_ok=False)
    except FileExistsError:
        return work(*args)
    fault()
    raise AssertionError


async def has_ended(pid: int) -> bool:
    """Waits until a process has ended; it may be another one's child. Raises: TimeoutError."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while psutil.pid_exists(pid):  # noqa: ASYNC110 - nothing tells when
            await asyncio.sleep(0.01)
    return True


async def has_begun_to_fail(folder: Path) -> None:
    """Waits until work has failed that was to, with this folder. Raises: TimeoutError."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not (folder / "fault").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)
