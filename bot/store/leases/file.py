"""The lease of a SQLite database: a lock on a file beside it. Knows no table.

The operating system releases the lock when the process ends, however it ends. The file is never deleted, since another
process could then lock a new one. On a network file system the lock is only as reliable as SQLite's own.
"""

import errno
import logging
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

from bot.store.leases.lease import NoLease

log = logging.getLogger(__name__)

NO_LOCKS = frozenset({errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS})
"""The errors of a file system without locks."""

HELD_ELSEWHERE = frozenset({errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK})


def lock_of(database: Path) -> Path:
    """The file whose lock is this database's lease."""
    path = database.resolve()  # a link's name is not the file's
    return path.with_name(f"{path.name}.lock")


class FileLease:
    """The lease of the database in this file."""

    is_exclusive = True
    trusts_heartbeats = False
    passing_faults = ()
    chores = NoLease()
    """No lock: only one process uses SQLite."""

    def __init__(self, database: Path) -> None:
        self._path = lock_of(database)
        self._file: int | None = None

    @property
    def everything(self) -> "FileLease":
        """The same: only one process uses SQLite."""
        return self

    @property
    def name(self) -> str:
        """The path of the locked file."""
        return str(self._path)

    async def try_acquire(self) -> bool:
        """Locks the file. Shape: whether this process holds the lock now. Raises: OSError."""
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


if sys.platform == "win32":

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
