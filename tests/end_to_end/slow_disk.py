"""A database on a slow disk."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import bot.interactions.interactions


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Locks the database, so that every answer that writes is slow."""
    with (
        closing(sqlite3.connect(folder / "finte.sqlite3", isolation_level=None)) as db,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
