"""Leases: which of the processes that share a database acts. Each is a lock that ends with its process."""

import asyncio
import errno
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.logs import outline
from bot.store.address import has_pooler
from bot.store.connection import in_memory, single
from bot.store.database import as_unavailable

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


log = logging.getLogger(__name__)

POLL_SECONDS = 0.05
"""Pause between two attempts to get a lease. Clicks wait meanwhile, and Discord gives them 3 s."""

RETRY_SECONDS = 0.5
"""Pause after an error, such as a server that is out of reach."""

REMIND_SECONDS = 60.0
"""Pause between two reminders that this process still waits."""

FAULTS = (DBAPIError, NoConnection, OSError)
"""Errors while acquiring a lease: no connection, no permission, no disk, or no reply in time (TimeoutError)."""


class Lease:
    """The right to act, which one process holds at a time.

    This one is always held, where no lock is possible or needed: behind a pooler, or in memory. Shape: `name` is for
    the log; `everything` is the lease of all shards, and `chores` that of the chores that one process does for them.
    """

    is_exclusive = False
    """Whether it keeps other processes out."""

    passing_faults: tuple[type[Exception], ...] = ()
    """The FAULTS that may pass by themselves: those of a server. A file's last until the host does something."""

    def __init__(self, name: str = "nothing", *, trusts_heartbeats: bool = False) -> None:
        """Shape: `trusts_heartbeats` if only those tell that another process acts."""
        self.name, self.trusts_heartbeats = name, trusts_heartbeats
        self.everything: Lease = self
        self.chores: Lease = self

    async def try_acquire(self) -> bool:
        """Takes the lease unless another process holds it. Shape: whether this process holds it now. Raises: FAULTS."""
        return True

    async def is_held(self) -> bool:
        """Whether this process certainly still holds it."""
        return True

    async def release(self) -> None:
        """Gives it up, so that others can take it."""


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


NO_LOCKS = frozenset({errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS})
"""The errors of a file system without locks."""

HELD_ELSEWHERE = frozenset({errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK})


def lock_of(database: Path) -> Path:
    """The file whose lock is this database's lease."""
    path = database.resolve()  # a link's name is not the file's
    return path.with_name(f"{path.name}.lock")


class FileLease(Lease):
    """The lease of a SQLite database: a lock on a file beside it.

    The operating system releases the lock when the process ends, however it ends. The file is never deleted, since
    another process could then lock a new one. On a network file system the lock is only as reliable as SQLite's own.
    Only one process uses SQLite, so there is no lock of the chores.
    """

    is_exclusive = True

    def __init__(self, database: Path) -> None:
        self._path = lock_of(database)
        super().__init__(str(self._path))
        self.chores = Lease()
        self._file: int | None = None

    async def try_acquire(self) -> bool:
        """Locks the file. Raises: OSError."""
        if self._file is not None:
            return await self.is_held()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(file)
        except OSError as error:
            if error.errno in HELD_ELSEWHERE:
                os.close(file)
                return False
            if error.errno not in NO_LOCKS:
                os.close(file)
                raise
            log.warning("%s can't be locked: make sure that no second process is started", self._path)
        self._file = file
        return await self.is_held()

    async def is_held(self) -> bool:
        """Whether the locked file still exists: the lock on a deleted one keeps nobody out."""
        if self._file is None:
            return False
        try:
            if os.path.samestat(os.fstat(self._file), self._path.stat()):
                return True
        except (FileNotFoundError, NotADirectoryError):
            log.warning("%s has been deleted", self._path)
        except OSError:
            return True  # nobody can look now, but it's locked whatever becomes of its path
        await self.release()
        return False

    async def release(self) -> None:
        """Closes the file, which releases the lock."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


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


class ServerLease(Lease):
    """The lease of some shards on PostgreSQL, all or none: advisory locks, released with their connection.

    A lock's number encodes the number of shards and the shard. Processes with different numbers of shards wait for each
    other. Each schema has its own locks. Shape: `shards` are at least one, each below `count`; none for the chores.
    """

    is_exclusive = True
    passing_faults = FAULTS

    def __init__(self, url: str, shards: Sequence[int] = (), count: int = 1) -> None:
        super().__init__(_name_of(shards, count))
        self._url, self._count = url, count
        self._numbers = [count << COUNT_SHIFT | shard for shard in shards] or [CHORES]
        if shards:
            self.chores = ServerLease(url)
            self.everything = self if len(shards) == count else ServerLease(url, range(count), count)
        self._space = 0
        self._connection: AsyncConnection | None = None
        self._has_locks = False
        self._has_warned = False

    async def try_acquire(self) -> bool:
        """Locks every shard. Raises: DBAPIError, OSError."""
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
        if others and self.chores is not self:
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
            with as_unavailable():
                self._connection = await single(self._url, isolation_level="AUTOCOMMIT").connect()
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


@asynccontextmanager
async def open_lease(url: str, shards: Sequence[int], count: int) -> AsyncIterator[Lease]:
    """The lease of the database at `url`, not taken yet; released at the end. Shape: as for ServerLease."""
    address = make_url(url)
    lease: Lease
    if in_memory(url) or has_pooler(address):
        lease = Lease(trusts_heartbeats=has_pooler(address))
    elif address.get_backend_name() == "sqlite":
        lease = FileLease(Path(address.database or ""))
    else:
        lease = ServerLease(url, shards, count)
    try:
        yield lease
    finally:
        await lease.release()


def _name_of(shards: Sequence[int], count: int) -> str:
    if not shards:
        return "the chores"
    return "the database" if count == 1 else f"shards {', '.join(map(str, sorted(shards)))} of {count}"
