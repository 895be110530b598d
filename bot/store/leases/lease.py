"""What a lease is, and how to wait for one. Knows no database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.logs import outline

log = logging.getLogger(__name__)

POLL_SECONDS = 0.05
"""How often a process that waits for a lease tries to get it. Clicks wait meanwhile, and Discord gives them 3 s."""

RETRY_SECONDS = 0.5
"""How long to wait after an error, such as a server that is out of reach."""

REMIND_SECONDS = 60.0
"""How often to remind somebody that this process still waits."""

FAULTS = (DBAPIError, NoConnection, OSError)
"""Errors while acquiring a lease: no connection, no permission, no disk, or no reply in time (TimeoutError)."""


class Lease(Protocol):
    """The right to act, which one process holds at a time."""

    @property
    def name(self) -> str:
        """What the lease is for, in the log's words."""
        ...

    @property
    def chores(self) -> "Lease":
        """The lease of the chores that one process does for all shards."""
        ...

    @property
    def everything(self) -> "Lease":
        """The lease of all shards."""
        ...

    @property
    def is_exclusive(self) -> bool:
        """Whether it keeps other processes out."""
        ...

    @property
    def trusts_heartbeats(self) -> bool:
        """Whether only heartbeats tell that another process acts."""
        ...

    @property
    def passing_faults(self) -> tuple[type[Exception], ...]:
        """The FAULTS that may pass by themselves: those of a server. A file's last until the host does something."""
        ...

    async def try_acquire(self) -> bool:
        """Takes the lease unless another process holds it. Shape: whether this process holds it now. Raises: FAULTS."""
        ...

    async def is_held(self) -> bool:
        """Whether this process certainly still holds it."""
        ...

    async def release(self) -> None:
        """Gives it up, so that others can take it."""
        ...


class NoLease:
    """A lease that is always held, where no lock is possible or needed: behind a pooler, or in memory."""

    name = "nothing"
    is_exclusive = False

    passing_faults = ()

    def __init__(self, *, trusts_heartbeats: bool = False) -> None:
        self.trusts_heartbeats = trusts_heartbeats

    @property
    def everything(self) -> "NoLease":
        """The same."""
        return self

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


async def acquired(
    lease: Lease,
    *,
    attempt: Callable[[], Awaitable[bool]] | None = None,
    remind: Callable[[], None] = lambda: None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Waits until this process holds the lease. Logs once if an attempt fails.

    Shape: `attempt` stands in for `try_acquire`; while another process holds the lease, `remind` is called at once and
    then every minute. Raises: FAULTS that don't pass by themselves; what `attempt` raises.
    """
    attempt = attempt or lease.try_acquire
    has_told = False
    waited, next_reminder = 0.0, 0.0
    while True:
        try:
            if await attempt():
                return
            has_told = False
            if waited >= next_reminder:
                remind()
                next_reminder = waited + REMIND_SECONDS
            await sleep(POLL_SECONDS)
            waited += POLL_SECONDS
        except lease.passing_faults as error:
            if not has_told:
                log.warning("the lease of %s can't be asked for: %s", lease.name, outline(error))
            has_told = True
            await sleep(RETRY_SECONDS)
