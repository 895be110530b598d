"""A unit of work that a test holds open."""

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection


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
