"""Runs a unit on PostgreSQL in one round trip: its steps are one statement, which is a transaction by itself.

    WITH step_0 AS (UPDATE matches … WHERE id = $1 AND version = $2 RETURNING 1 AS done),
         step_1 AS (INSERT INTO moves … SELECT unnest($3), … WHERE EXISTS (SELECT done FROM step_0))
    SELECT 1 FROM step_0

If the first step changes nothing, neither do the others, and the statement has no rows: the unit is refused.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, nullcontext
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection

from bot.logs import reason_of
from bot.store.batching import Batching, Kind
from bot.store.combined import combined, fit_together, values_of
from bot.store.compiled import Compiled, compiled
from bot.store.outage import Lost
from bot.store.units import Ended, Statement, Step, Transactions

T = TypeVar("T")

STEP = "step"
"""What the parts of a unit's statement are called."""

SERIAL_AT_ONCE = 2
"""Serial transactions at once: one works, and the next one is ready when it ends."""

SERIAL_SECONDS = 30.0
"""How long serial work waits for its turn: many matches can end at once, and each is worth waiting for."""


class OneTrip:
    """Runs units on PostgreSQL. Those that can't be one statement run as ordinary transactions."""

    def __init__(self, engine: AsyncEngine, at_once: int, wait_seconds: float) -> None:
        """Shape: it uses at most `at_once` connections. Units: after `wait_seconds` without one, a unit is given up."""
        self.on_end: list[Ended] = []
        self._engine = engine
        self._free, self._wait_seconds = asyncio.Semaphore(at_once), wait_seconds
        self._serial = asyncio.Semaphore(SERIAL_AT_ONCE)
        self._transactions = Transactions(engine)
        self._compiled: dict[Kind, Compiled] = {}

    async def run(self, *steps: Step) -> None:
        """Runs these steps in one statement. Raises: the refusal of the first; Lost if the connection breaks."""
        if not fit_together(steps):
            await self._transactions.run(*steps)
            return
        kind = (steps[0].refusal, *(step.statement for step in steps))
        one = self._compiled.get(kind)
        if one is None:
            one = self._compiled[kind] = compiled(Statement(combined(steps, STEP)), self._engine.dialect)
        rows = await self._fetched(one.sql, one.values(values_of(steps)))
        if rows is None:
            await self._transactions.run(*steps)  # raises the error as SQLAlchemy's
        elif not rows and steps[0].refusal:
            raise steps[0].refusal

    async def transact(
        self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]], *, is_serial: bool = False
    ) -> T:
        """Does this work in one transaction, with fewer round trips than statements.

        Serial work takes turns, so that it leaves connections for everything else.
        """
        async with self._turn(self._serial, SERIAL_SECONDS) if is_serial else nullcontext(), self._engine.begin() as db:
            batching = Batching(db, self._compiled)
            result = await work(batching)
            await batching.flush()
            return result

    async def flush(self) -> None:
        """Does nothing: no unit is queued."""

    @asynccontextmanager
    async def _turn(self, free: asyncio.Semaphore, wait_seconds: float) -> AsyncIterator[None]:
        """Waits for a connection in order. The pool would let whoever returns one take it again before all others.

        Raises: NoConnection after `wait_seconds`.
        """
        try:
            async with asyncio.timeout(wait_seconds):
                await free.acquire()
        except TimeoutError as error:
            raise NoConnection("the database was busy for too long") from error
        try:
            yield
        finally:
            free.release()

    async def _fetched(self, sql: str, values: Sequence[object]) -> Sequence[object] | None:
        """The rows of this statement, or None if it was refused with an error, so that nothing was stored."""
        async with self._turn(self._free, self._wait_seconds):
            connection = await self._engine.raw_connection()
            return await self._fetched_over(connection, sql, values)

    async def _fetched_over(
        self, connection: PoolProxiedConnection, sql: str, values: Sequence[object]
    ) -> Sequence[object] | None:
        driver: Any = connection.driver_connection
        began, end = perf_counter(), "rollback"
        try:
            rows: Sequence[object] = await driver.fetch(sql, *values)
            end = "commit" if rows else end
        except Exception as error:
            if _is_refused(error, driver):
                return None
            # As SQLAlchemy does after an error like this: the other connections may be broken as well
            self._engine.sync_engine.pool._invalidate(connection, error)  # noqa: SLF001
            raise Lost(reason_of(error)) from error
        except BaseException:
            connection.invalidate()  # its next answer would belong to this statement
            raise
        finally:
            connection.close()
            for note in self.on_end:
                note(end, perf_counter() - began)
        return rows


def _is_refused(error: Exception, driver: Any) -> bool:  # noqa: ANN401 - the driver needn't be installed
    """Whether the server refused the statement, or the driver refused to send it, so that the connection still works.

    After a `FATAL` error the statement may have taken effect: such an error can concern the connection alone.
    """
    if severity := getattr(error, "severity_en", None):
        return bool(severity == "ERROR")
    return not isinstance(error, OSError) and not driver.is_closed()
