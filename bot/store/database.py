"""`Database`: runs units of work. Each is a plain function of a connection, and one transaction."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.outage import CommitUnknown, as_unavailable

T = TypeVar("T")
Work = Callable[[Connection], T]

SERIAL_AT_ONCE = 2
"""Serial units at once: one works, and the next one is ready when it ends."""

SERIAL_SECONDS = 30.0
"""How long a serial unit waits for its turn: many matches can end at once, and each is worth waiting for."""


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection. Raises: SQLAlchemyError."""
    async with AsyncExitStack() as stack:
        with as_unavailable():
            db = await stack.enter_async_context(engine.connect())
        yield db


class Database:
    """Runs each unit in a transaction of its own. Serial ones take turns, to leave connections for everything else."""

    def __init__(self, engine: AsyncEngine, readers: AsyncEngine) -> None:
        self._engine, self._readers = engine, readers
        self._running = set[asyncio.Task[Any]]()
        self._serial = asyncio.Semaphore(SERIAL_AT_ONCE)

    @staticmethod
    def of(engine: AsyncEngine) -> "Database":
        """The database of this engine."""
        return engine.get_execution_options().get("database") or Database(engine, engine)

    async def read(self, work: Work[T]) -> T:
        """Does this work, which changes nothing and waits for no writer. Shape: what the work returns."""
        async with connected(self._readers) as db:
            return await db.run_sync(work)

    async def write(self, work: Work[T], *, is_serial: bool = False) -> T:
        """Does this work in one transaction, which is committed when this returns. Shape: what the work returns.

        If the caller is cancelled after the unit has begun, it's stored all the same.
        Raises: what the work raises, or SQLAlchemyError, as `NoConnection` if the database has been busy for too long;
        then nothing of the unit is stored.
        """
        task = asyncio.create_task(self._write(work, is_serial=is_serial))
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def flush(self) -> None:
        """Waits until every unit has been committed or refused."""
        if self._running:
            await asyncio.wait(self._running)

    async def _write(self, work: Work[T], *, is_serial: bool) -> T:
        async with self._turn() if is_serial else nullcontext(), connected(self._engine) as db, db.begin():
            return await db.run_sync(work)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(SERIAL_SECONDS):
                await self._serial.acquire()
        except TimeoutError as error:
            raise NoConnection("the database was busy for too long") from error
        try:
            yield
        finally:
            self._serial.release()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to be told


class Unit(NamedTuple):
    """Work that waits for its commit, and its future result."""

    work: Work[Any]
    stored: asyncio.Future[Any]


class Outcome(NamedTuple):
    """What a unit returned, or the error for which it was rolled back."""

    value: Any = None
    error: Exception | None = None


class GroupCommit(Database):
    """Runs units on SQLite, which has one writer, and whose commits wait for the disk.

    Units that arrive during a commit share the next one. Each has a savepoint: if one is refused or fails, it's rolled
    back alone. Nobody is told of success before the commit.
    """

    def __init__(self, engine: AsyncEngine, readers: AsyncEngine, wait_seconds: float) -> None:
        """Units: a unit that hasn't begun after `wait_seconds` is given up."""
        super().__init__(engine, readers)
        self._writer = engine.execution_options(writes=True)
        self._wait_seconds = wait_seconds
        self._queue: list[Unit] = []
        self._working: asyncio.Task[None] | None = None

    async def write(self, work: Work[T], *, is_serial: bool = False) -> T:  # noqa: ARG002 - here, all work is
        """Does this work in a group with all other queued units. If the caller goes before it has begun, it isn't run.

        Raises: as its base.
        """
        loop = asyncio.get_running_loop()
        unit = Unit(work, loop.create_future())
        timer = loop.call_later(self._wait_seconds, self._give_up, unit)
        self._queue.append(unit)
        if self._working is None:
            self._working = loop.create_task(self._work())
        try:
            return cast("T", await unit.stored)
        finally:
            timer.cancel()

    async def flush(self) -> None:
        """Waits until every unit has been committed or refused."""
        if self._working:
            await asyncio.wait({self._working})

    async def _work(self) -> None:
        """Commits one group after the other while units are queued."""
        try:
            while self._queue:
                await self._commit()
                await asyncio.sleep(0)  # lets others have the connection, and answered callers queue more units
        finally:
            self._working = None
            for unit in self._taken():  # none, unless the event loop is ending
                unit.stored.cancel()

    async def _commit(self) -> None:
        group: list[Unit] = []
        try:
            async with self._writer.begin() as db:
                group = self._taken()
                outcomes = await db.run_sync(_outcomes, [unit.work for unit in group])
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            if not group and type(error) is NoConnection:  # it's in use for too long: the timers give the units up
                return
            group = group or self._taken()
            outcomes = [Outcome(error=error)] * len(group)
        for unit, outcome in zip(group, outcomes, strict=True):
            if unit.stored.done():
                continue
            if outcome.error is None:
                unit.stored.set_result(outcome.value)
            else:
                unit.stored.set_exception(outcome.error)

    def _taken(self) -> list[Unit]:
        """Empties the queue, and returns the units whose callers still wait; none of them is given up any more."""
        group, self._queue = self._queue, []
        return [unit for unit in group if not unit.stored.done()]

    def _give_up(self, unit: Unit) -> None:
        if unit in self._queue and not unit.stored.done():
            unit.stored.set_exception(NoConnection("the database was busy for too long"))


def _outcomes(db: Connection, units: Sequence[Work[Any]]) -> list[Outcome]:
    """What each of these units comes to. Raises: any error after which nothing of them is stored."""
    if len(units) == 1:
        return [Outcome(units[0](db))]
    return [Outcome(*attempt(db, partial(unit, db))) for unit in units]


def attempt(db: Connection, work: Callable[[], T]) -> tuple[T | None, Exception | None]:
    """Does this work within a transaction, or takes all of it back. Shape: what it returns, or its error.

    Raises: the error, if the database has taken back more, as SQLite does if the disk is full; CommitUnknown if the
    connection breaks. The caller must not go on then: nothing before the work is stored, either.
    """
    before = db.begin_nested()
    try:
        value = work()
        before.commit()
    except CommitUnknown:
        raise
    except Exception as error:  # noqa: BLE001 - the caller decides what it means
        try:
            before.rollback()
        except CommitUnknown:
            raise
        except SQLAlchemyError as second:
            raise error from second  # the second only says that there is nothing left to roll back
        return None, error
    return value, None
