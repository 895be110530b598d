"""Units of tests that are queued, and run as one group."""

import asyncio
from collections.abc import Coroutine
from threading import Event
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import Store
from bot.store.group import Group
from bot.store.units import Step, perform, units_of
from bot.tables.table import Table

PATIENCE_SECONDS = 10.0
"""Far longer than any unit takes."""


def group_of(engine: AsyncEngine) -> Group:
    group = units_of(engine)
    assert isinstance(group, Group)
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
    """Work within a unit that stays in the database's thread until it may go on."""

    def __init__(self, *steps: Step) -> None:
        self._steps = steps
        self._begun, self._goes_on = Event(), Event()

    async def __call__(self, db: AsyncConnection) -> None:
        try:
            await perform(db, *self._steps)
        finally:
            self._begun.set()
        assert self._goes_on.wait(PATIENCE_SECONDS)

    async def begun(self) -> None:
        """Waits until its steps have run."""
        assert await asyncio.to_thread(self.begins)

    def begins(self) -> bool:
        """Waits until its steps have run, and keeps the event loop waiting, too. Shape: whether they have."""
        return self._begun.wait(PATIENCE_SECONDS)

    def go_on(self) -> None:
        self._goes_on.set()


async def versions(store: Store, tables: list[Table]) -> list[int]:
    found = [await store.table(table.id) for table in tables]
    return [table.version for table in found if table]
