"""Queries that no writer waits for. On SQLite, those that belong together are one visit to the database's thread."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.connection import reader
from bot.store.in_thread import unit_of, visit

T = TypeVar("T")


class Reading:
    """Reads over a connection of its own on SQLite, and over any free one on PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = reader(engine)

    async def do(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Does this work, which changes nothing, and waits for nothing but the database. Shape: what it returns."""
        if self._engine.dialect.name != "sqlite":
            async with self._engine.connect() as db:
                return await work(db)
        connection = await self._engine.raw_connection()
        try:
            return await visit(connection, unit_of(work, self._engine))
        finally:
            connection.close()
