"""Units of tests that are queued, and run as one group."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, GroupCommit
from bot.store.store import Store
from bot.tables.table import Table


def group_of(engine: AsyncEngine) -> GroupCommit:
    group = Database.of(engine)
    assert isinstance(group, GroupCommit)
    return group


async def queued(engine: AsyncEngine, *writes: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Starts these writes; somebody holds the connection, so none begins."""
    tasks = [asyncio.create_task(write) for write in writes]
    await asyncio.sleep(0)
    assert len(group_of(engine)._queue) == len(tasks)
    return tasks


async def together(engine: AsyncEngine, *writes: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Starts these writes as one group."""
    async with engine.connect():
        return await queued(engine, *writes)


class Pause:
    """A unit that doesn't end until it may go on."""

    def __init__(self, work: Callable[[Connection], object] = lambda _: None) -> None:
        self._work = work
        self._begun, self._goes_on = asyncio.Event(), asyncio.Event()

    def __call__(self, db: Connection) -> None:
        try:
            self._work(db)
        finally:
            self._begun.set()
        driver: Any = db.connection.dbapi_connection
        driver.run_async(lambda _: self._goes_on.wait())

    async def begun(self) -> None:
        """Waits until its work is done."""
        await self._begun.wait()

    def go_on(self) -> None:
        self._goes_on.set()


async def versions(store: Store, tables: list[Table]) -> list[int]:
    found = [await store.table(table.id) for table in tables]
    return [table.version for table in found if table]
