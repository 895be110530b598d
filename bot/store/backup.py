"""Copies SQLite's file while the bot runs, and rewrites it so that no trace of deleted rows remains."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

PATIENCE_SECONDS = 1
"""How long to wait for others before SQLite's log is left as it is. Moves wait meanwhile."""

OWN_ENDINGS = ("", "-wal", "-shm", "-journal", ".lock")
"""What the names of a database's own files have after that of the first."""

_HAS_ENDS = "SELECT 1 FROM pragma_table_info('leases') WHERE name = 'has_ended'"  # older versions have not
_END_CLEANLY = "UPDATE leases SET has_ended = true"
"""Notes in a copy that every process has ended cleanly, so that no chore waits for a bot that uses the original."""


def copy(url: URL, to: Path) -> None:
    """Copies the database beside `to`, then replaces `to` in one step. Raises: OSError, sqlite3.Error.

    The copy tells of no running bot, even if one runs on the database itself.
    """
    if to.is_dir():
        raise IsADirectoryError(f"{to} is a folder, so write the name of a file in it")
    if to.exists() and not to.is_file():  # such as /dev/null, which the copy would replace
        raise FileExistsError(f"{to} exists and isn't a file")
    database = Path(url.database or "").resolve()
    if to.resolve() in {database.with_name(database.name + ending) for ending in OWN_ENDINGS}:
        raise FileExistsError(f"{to} is the database itself, or a part of it")
    part = to.with_name(to.name + ".part")
    _remove(part)
    try:
        with closing(_open(url)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            if target.execute(_HAS_ENDS).fetchone():
                target.execute(_END_CLEANLY)
                target.commit()
            target.execute("PRAGMA journal_mode=DELETE")  # so that the copy is a single file
        part.replace(to)
    finally:
        _remove(part)  # it has hands and keys


def _remove(database: Path) -> None:
    """Removes a database with the files beside it, which SQLite leaves if the disk is full."""
    for ending in OWN_ENDINGS:
        database.with_name(database.name + ending).unlink(missing_ok=True)


def compact(url: URL) -> None:
    """Rewrites the file without the traces of what was deleted. Raises: sqlite3.Error."""
    with closing(_open(url)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def empty_log(url: URL) -> None:
    """Empties SQLite's log of recent writes, which still has what they deleted.

    Raises: sqlite3.Error, also if others read or write for too long.
    """
    with closing(sqlite3.connect(url.database or "", isolation_level=None, timeout=PATIENCE_SECONDS)) as database:
        is_busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise sqlite3.OperationalError("others read or write")


def _open(url: URL) -> sqlite3.Connection:
    path = Path(url.database or "")
    if not path.is_file():
        raise FileNotFoundError(f"there is no database at {path}")
    return sqlite3.connect(path, isolation_level=None, timeout=30)
