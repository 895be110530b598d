"""What a lease is, and how to wait for one. Knows no database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

log = logging.getLogger(__name__)

POLL_SECONDS = 0.05
"""How often a process that waits for a lease tries to get it. Clicks wait meanwhile, and Discord gives them 3 s."""

RETRY_SECONDS = 0.5
"""How long to wait after an error, such as a server that is out of reach."""

FAULTS = (DBAPIError, NoConnection, OSError)
"""What goes wrong with a lease: no connection, no rights, no disk, or no reply in time (TimeoutError)."""


class Lease(Protocol):
    """The right to act, which one process has at a time."""

    @property
    def name(self) -> str:
        """What it's for, as the log says it."""
        ...

    @property
    def chores(self) -> "Lease":
        """The lease of what one process does for all shards."""
        ...

    @property
    def is_exclusive(self) -> bool:
        """Whether another process could wait for it."""
        ...

    async def try_acquire(self) -> bool:
        """Takes the lease unless another process has it. Shape: whether this process has it now. Raises: FAULTS."""
        ...

    async def is_held(self) -> bool:
        """Whether this process surely has it still."""
        ...

    async def release(self) -> None:
        """Gives it up, for others to take."""
        ...


class NoLease:
    """Where there can be no second process: a database in memory."""

    name = "nothing"
    is_exclusive = False

    @property
    def chores(self) -> "NoLease":
        """The same: there is no other process."""
        return self

    async def try_acquire(self) -> bool:
        """Returns True."""
        return True

    async def is_held(self) -> bool:
        """Returns True."""
        return True

    async def release(self) -> None:
        """Does nothing."""


async def acquired(lease: Lease, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Waits until this process has the lease. While it can't be asked for, the log says so once."""
    has_told = False
    while True:
        try:
            if await lease.try_acquire():
                return
            has_told = False
            await sleep(POLL_SECONDS)
        except FAULTS as error:
            if not has_told:
                log.warning("the lease of %s can't be asked for: %s", lease.name, type(error).__name__)
            has_told = True
            await sleep(RETRY_SECONDS)
