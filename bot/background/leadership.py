"""Acquires the lease, checks every second that it's still held, and gives it up: only its holder acts.

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
"""How often to check that the lease is still held."""

BACK_SECONDS = 0.25
"""How often to ask for a lease that was lost: clicks wait meanwhile."""

GRAB_SECONDS = 0.3
"""How long a standby has to take a lease that was given up: several times as long as it needs."""


class Leadership:
    """One process's lease, with what it leaves for the next holder."""

    def __init__(
        self, lease: Lease, records: LeaseRecords, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._lease = lease
        self._records = records
        self._sleep = sleep
        self._holder = secrets.token_hex(16)
        self.is_ours = False
        """Whether this process holds the lease, as far as it knows."""
        self.taken_before: frozenset[int] | None = frozenset()
        """The clicks that the previous holder admitted; None if it was killed before it could store them."""

    async def try_begin(self) -> bool:
        """Takes the lease unless another process holds it. Shape: whether this process holds it now. Raises: FAULTS."""
        if not await self._lease.try_acquire():
            return False
        await self._begin()
        return True

    async def begin_after_others(self) -> None:
        """Waits until no other process holds the lease, and takes it."""
        log.info("standing by: another process holds the lease of %s", self._lease.name)
        await acquired(self._lease, sleep=self._sleep)
        await self._begin()
        log.info("the lease of %s is free: this process acts now", self._lease.name)

    async def keep(self, *, on_doubt: Callable[[], None], on_sure: Callable[[], None]) -> None:
        """Watches the lease, and gets it back if it's lost. Returns once another process has taken it."""
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
        """Stores which clicks this process has admitted, and gives the lease up."""
        if not self.is_ours or not self._lease.is_exclusive:
            return
        self.is_ours = False
        try:
            await self._records.hand_over(self._holder, clicks)
        except FAULTS as error:  # the next process then treats this one as killed
            log.warning("the admitted clicks can't be stored for the next process: %s", outline(error))
        await self._lease.release()

    async def take_back(self) -> bool:
        """Takes the lease back after `give_up`, unless a standby has taken it. Shape: whether it's ours again."""
        if not self._lease.is_exclusive:
            return self.is_ours
        await self._sleep(GRAB_SECONDS)
        try:
            self.is_ours = await self._lease.try_acquire() and await self._records.is_last(self._holder)
        except FAULTS as error:
            log.warning("the lease of %s can't be taken back: %s", self._lease.name, outline(error))
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
