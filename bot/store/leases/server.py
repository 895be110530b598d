"""The lease of shards on PostgreSQL: advisory locks, which the server releases with their connection. Knows no table.

A lock's number encodes the number of shards and the shard. Processes with different numbers of shards would divide the
servers differently, so they wait for each other. Each schema has its own locks.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import suppress

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.address import for_asyncpg
from bot.store.leases.lease import FAULTS
from bot.store.outage import translate_set_up

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 3
"""The server's time to reply. A process must notice a lost connection before the server does, or two could act."""

KEEPALIVE = {
    "tcp_keepalives_idle": "4s",
    "tcp_keepalives_interval": "2s",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
    "idle_session_timeout": "0",
}
"""Settings with which the server notices within 10 seconds that a machine or its network is gone.

A server that lacks one of them goes without it.
"""

SPACE = text("SELECT hashtext('finte ' || coalesce(current_schema(), ''))")
"""Returns the first number of every lock."""

GUARD = 0
"""The second number of the lock that is held while the others are checked and taken."""

CHORES = 1
"""The second number of the lock for the chores that one process does for all shards."""

COUNT_SHIFT = 16
"""By how many bits the number of shards is shifted left in a lock's second number, above the shard."""

TRY = text("SELECT pg_try_advisory_lock(:space, :number)")
UNLOCK = text("SELECT pg_advisory_unlock(:space, :number)")
WAIT = text("SELECT pg_advisory_lock(:space, :number)")
HELD = text("""
    SELECT CAST(objid AS bigint) AS number, pid = pg_backend_pid() AS is_own FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = CAST(CAST(:space AS integer) AS oid)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")


class ServerLease:
    """The lease of some shards, which are taken all or none. Shape: `shards` are at least one, each below `count`."""

    is_exclusive = True
    trusts_heartbeats = False
    passing_faults = FAULTS

    def __init__(self, url: str, shards: Sequence[int] = (0,), count: int = 1, *, is_of_chores: bool = False) -> None:
        self._url = url
        self._shards, self._count = sorted(shards), count
        self._is_of_chores = is_of_chores
        self._numbers = [CHORES] if is_of_chores else [count << COUNT_SHIFT | shard for shard in self._shards]
        is_everything = is_of_chores or len(self._shards) == count
        self.everything = self if is_everything else ServerLease(url, range(count), count)
        self.chores = self if is_of_chores else ServerLease(url, is_of_chores=True)
        self._space = 0
        self._connection: AsyncConnection | None = None
        self._has_locks = False
        self._has_warned = False

    @property
    def name(self) -> str:
        """The shards."""
        if self._is_of_chores:
            return "the chores"
        return "the database" if self._count == 1 else f"shards {', '.join(map(str, self._shards))} of {self._count}"

    async def try_acquire(self) -> bool:
        """Locks every shard. Shape: whether this process holds the locks now. Raises: DBAPIError, OSError."""
        if self._has_locks:
            return await self.is_held()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                db = await self._connected()
                guard = {"space": self._space, "number": GUARD}
                await db.execute(WAIT, guard)
                self._has_locks = await self._lock(db)
                await db.execute(UNLOCK, guard)
        except BaseException:
            await self._disconnect()
            raise
        return self._has_locks

    async def is_held(self) -> bool:
        """Whether the server lists all locks as this connection's; a broken connection has lost them."""
        if not self._has_locks or self._connection is None:
            return False
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                held = await self._connection.execute(HELD, {"space": self._space})
                if {row.number for row in held if row.is_own} >= set(self._numbers):
                    return True
        except FAULTS:
            pass  # the caller logs the loss
        await self._disconnect()
        return False

    async def release(self) -> None:
        """Closes its connection and that of the chores, which releases their locks."""
        await self._disconnect()
        if self.chores is not self:
            await self.chores.release()

    async def _lock(self, db: AsyncConnection) -> bool:
        held = [row.number for row in await db.execute(HELD, {"space": self._space})]
        if any(number in self._numbers for number in held):
            return False
        others = {number >> COUNT_SHIFT for number in held} - {self._count, GUARD}
        if others and not self._is_of_chores:
            self._warn_of(others)
            return False
        for number in self._numbers:
            await db.execute(TRY, {"space": self._space, "number": number})
        return True

    def _warn_of(self, counts: Collection[int]) -> None:
        """Logs once that processes with other numbers of shards act."""
        if not self._has_warned:
            found = " and ".join(map(str, sorted(counts)))
            log.warning("SHARD_COUNT is %d here, but %s in a process that acts: waiting for it", self._count, found)
        self._has_warned = True

    async def _connected(self) -> AsyncConnection:
        if self._connection is None:
            address, connect = for_asyncpg(self._url)
            server = create_async_engine(
                address, hide_parameters=True, poolclass=NullPool, connect_args=connect, isolation_level="AUTOCOMMIT"
            )
            translate_set_up(server)
            self._connection = await server.connect()
            self._space = (await self._connection.execute(SPACE)).scalar_one()
            for name, value in KEEPALIVE.items():
                with suppress(DBAPIError):
                    await self._connection.execute(text(f"SET {name} = '{value}'"))
        return self._connection

    async def _disconnect(self) -> None:
        broken, self._connection, self._has_locks = self._connection, None, False
        if broken is not None:
            with suppress(*FAULTS):
                await broken.invalidate()
                await broken.close()
