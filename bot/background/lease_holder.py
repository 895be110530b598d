"""This process's lease: only its holder connects to Discord and acts."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from bot.errors import CannotStart
from bot.logs import outline
from bot.store.connection import Schema
from bot.store.leases import FAULTS, Lease, acquired
from bot.store.processes import RECENT_SECONDS, LeaseRecords, may_run

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often to check that the lease is still held."""

BACK_SECONDS = 0.25
"""How often to ask for a lease that was lost: clicks wait meanwhile."""


class LeaseHolder:
    """Waits for the lease, checks every second that it's still held, and gives it up at the end."""

    def __init__(
        self,
        lease: Lease,
        records: LeaseRecords,
        schema: Schema,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._lease, self._records, self._schema = lease, records, schema
        self._clock, self._sleep = clock, sleep
        self._holder = secrets.token_hex(16)
        self._sure = asyncio.Event()

    @property
    def is_sure(self) -> bool:
        """Whether this process certainly holds the lease, as of the last look."""
        return self._sure.is_set()

    async def is_sure_within(self, seconds: float) -> bool:
        """Whether this process holds the lease; waits at most so long to know."""
        try:
            async with asyncio.timeout(seconds):
                await self._sure.wait()
        except TimeoutError:
            return False
        return True

    async def acquire(self) -> None:
        """Waits until no other process holds the lease, and takes it. While it waits, the log says so every minute.

        The first process of a new version migrates the database, once no process acts on any shard.
        Raises: FAULTS; UnknownSchema; CannotStart behind a pooler, while another process may act.
        """
        if self._lease.trusts_heartbeats:
            await self._check_heartbeat()
        while True:
            if not await self._schema.is_current():
                await self._migrate()
            if not await self._lease.try_acquire():
                await acquired(self._lease, remind=lambda: self._remind(self._lease), sleep=self._sleep)
                log.info("the lease of %s is free: this process acts now", self._lease.name)
            if await self._schema.is_current():  # no newer version has migrated it meanwhile
                break
            await self._lease.release()
        await self._records.claim(self._holder)
        self._sure.set()

    def doubt(self) -> None:
        """Has this process act no longer: another one may hold the lease."""
        self._sure.clear()

    async def keep(self) -> None:
        """Watches the lease, and gets it back if it's lost. Returns once another process has taken it."""
        while self._lease.is_exclusive:
            await self._sleep(LOOK_SECONDS)
            if await self._lease.is_held():
                continue
            log.warning("the lease of %s is lost: nothing is answered until it's back", self._lease.name)
            self.doubt()
            if not await self._gets_it_back():
                await self._lease.release()
                return
            log.info("the lease of %s is back", self._lease.name)
            self._sure.set()

    async def give_up(self) -> None:
        """Stores that this process ends, and lets others have the lease."""
        if not self.is_sure:
            return
        self._sure.clear()
        try:
            await self._records.end(self._holder)
        except FAULTS as error:  # a chore then waits to see whether this process still runs
            log.warning("the end of this process can't be stored: %s", outline(error))
        await self._lease.release()

    async def _migrate(self) -> None:
        """Migrates the database while nobody acts, unless another process does so first.

        A lease of all shards that is this process's own is kept: else a process of the old version could take it.
        """
        everything = self._lease.everything

        async def attempt() -> bool:
            return await self._schema.is_current() or await everything.try_acquire()

        doing = "standing by to migrate the database"
        await acquired(everything, attempt=attempt, remind=lambda: self._remind(everything, doing), sleep=self._sleep)
        try:
            if not await self._schema.is_current():
                await self._schema.bring_up_to_date()
        finally:
            if everything is not self._lease:
                await everything.release()

    def _remind(self, lease: Lease, doing: str = "standing by") -> None:
        log.info("%s: another process holds the lease of %s", doing, lease.name)

    async def _check_heartbeat(self) -> None:
        beat = await self._records.last_beat()
        if beat is not None and may_run(beat, self._clock()):
            seconds = max(0, round(self._clock()) - beat)
            raise CannotStart(
                f"Another process used this database {seconds} s ago, and behind a pooler only time tells whether it "
                f"still does: stop it, or start this one {RECENT_SECONDS} s after its end"
            )

    async def _gets_it_back(self) -> bool:
        """Waits until the lease is back, or until another process has acquired it: this one must then end."""
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
