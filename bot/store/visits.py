"""Runs functions in the thread of a SQLite connection: one call, however many statements they have.

aiosqlite itself would switch threads twice for every step of every statement.
"""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import aiosqlite
from sqlalchemy.pool import PoolProxiedConnection

from bot.store.in_thread import Visit, joining

T = TypeVar("T")

JOINING = "joining"
"""The key under which a connection's `info` keeps the engine for work within units."""


async def visit(connection: PoolProxiedConnection, work: Callable[[Visit], T]) -> T:
    """Does this work in the connection's thread, to its end even if the caller is cancelled. Raises: what it raises."""
    driver = cast("aiosqlite.Connection", connection.driver_connection)
    db: sqlite3.Connection = driver._conn  # noqa: SLF001 - like `_execute`, the only way to run a function there
    engine = connection.info.get(JOINING) or connection.info.setdefault(JOINING, joining(db))
    execute = cast("Callable[..., Awaitable[T]]", driver._execute)  # noqa: SLF001
    return await execute(work, Visit(db, engine))
