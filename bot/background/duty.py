"""Whether this process acts or stands by: it acts while it has the lease, and looks every second whether it still does.

Knows no Discord.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection

from bot.logs import outline
from bot.store import FAULTS, Lease, LeaseRecords, acquired

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often to look whether the lease is still held."""

BACK_SECONDS = 0.25
"""How often to ask for a lease that was lost: clicks wait meanwhile."""

GRAB_SECONDS = 0.3
"""How long those who stand by have to take a lease that has been given up: several times as long as they need."""


class Duty:
    """One process's turn to act."""

    def __init__(
        self, lease: Lease, records: LeaseRecords, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._lease = lease
        self._records = records
        self._sleep = sleep
        self._holder = secrets.token_hex(16)
        self.is_ours = False
        """Whether this process has the lease, as far as it knows."""
        self.taken_before: frozenset[int] | None = frozenset()
        """The clicks that the process before has taken; None if it could not say so."""

    async def try_begin(self) -> bool:
        """Begins unless another process has the lease. Raises: FAULTS."""
        if not await self._lease.try_acquire():
            return False
        await self._begin()
        return True

    async def begin_after_others(self) -> None:
        """Begins as soon as no other process has the lease."""
        log.info("standing by: another process has the lease of %s; this one acts when it's free", self._lease.name)
        await acquired(self._lease, sleep=self._sleep)
        await self._begin()
        log.info("the lease of %s is free: this process acts now", self._lease.name)

    async def keep(self, *, on_doubt: Callable[[], None], on_sure: Callable[[], None]) -> None:
        """Looks whether the lease is still held, and gets it back if it's lost. Returns once another process acts."""
        while self._lease.is_exclusive:
            await self._sleep(LOOK_SECONDS)
            if not self.is_ours or await self._lease.is_held():
                continue
            log.warning("the lease of %s is lost: nothing is answered until it's back", self._lease.name)
            on_doubt()
            if not await self._gets_it_back():
                self.is_ours = False
                await self._lease.release()
                return
            log.info("the lease of %s is back", self._lease.name)
            on_sure()

    async def give_up(self, clicks: Collection[int]) -> None:
        """Gives the lease up, and tells the next process which clicks this one has taken."""
        if not self.is_ours or not self._lease.is_exclusive:
            return
        self.is_ours = False
        try:
            await self._records.hand_over(self._holder, clicks)
        except FAULTS as error:  # the next process then asks Discord about each click
            log.warning("the clicks that were taken can't be noted: %s", outline(error))
        await self._lease.release()

    async def take_back(self) -> bool:
        """Takes the lease back that was given up, unless somebody else wants it. Shape: whether it's ours again."""
        if not self._lease.is_exclusive:
            return self.is_ours
        await self._sleep(GRAB_SECONDS)
        try:
            self.is_ours = await self._lease.try_acquire() and await self._records.is_last(self._holder)
        except FAULTS as error:
            log.warning("the lease of %s can't be asked for: %s", self._lease.name, outline(error))
        return self.is_ours

    async def _begin(self) -> None:
        self.taken_before = await self._records.claim(self._holder)
        self.is_ours = True

    async def _gets_it_back(self) -> bool:
        """Waits until the lease is back, or until another process has begun to act: this one must then end."""
        while True:
            try:
                has_it = await self._lease.try_acquire()
                if not await self._records.is_last(self._holder):
                    return False
                if has_it:
                    return True
            except FAULTS as error:
                log.debug("the lease of %s can't be asked for: %s", self._lease.name, outline(error))
            await self._sleep(BACK_SECONDS)
