"""Copies of SQLite's file while the bot runs, and a file without the traces of what was deleted."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL


def copy(url: URL, to: Path) -> None:
    """Writes a whole copy, and only then puts it in the place of an older one. Raises: OSError, sqlite3.Error."""
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    with closing(_opened(url)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    part.replace(to)


def compact(url: URL) -> None:
    """Writes the file anew, without what was deleted from it. Raises: sqlite3.Error."""
    with closing(_opened(url)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _opened(url: URL) -> sqlite3.Connection:
    path = Path(url.database or "")
    if not path.is_file():
        raise FileNotFoundError(f"there is no database at {path}")
    return sqlite3.connect(path, isolation_level=None, timeout=30)
