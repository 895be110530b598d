"""`Database`: runs units of work. Each is a plain function of a connection, and one transaction.

Drivers have errors of their own for a database that doesn't respond. Here they become two; for both, players are told
that the bot is busy.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from math import inf
from time import monotonic
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect, ExceptionContext
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.logs import reason_of, sqlstate_of

T = TypeVar("T")
Work = Callable[[Connection], T]

RECENT_SECONDS = 1.0
"""For how long after its last use a connection is assumed to work."""

USED_AT = "used_at"
"""The key of the moment at which a connection was last used, by time.monotonic, in what the pool keeps about it."""


class Unavailable(NoConnection):
    """The database can't be reached or is locked, so nothing was stored. Its text is the reason, without values."""


class CommitUnknown(Unavailable):
    """The database stopped responding during a transaction, which may have been stored or not."""


OUTAGES: Mapping[str, type[Unavailable]] = {
    "08": CommitUnknown,  # the connection broke
    "25006": Unavailable,  # the server takes no writes, such as a former primary after a fail-over
    "25P03": Unavailable,  # a transaction was idle for too long
    "40001": Unavailable,  # another transaction got in the way
    "40003": CommitUnknown,  # nobody knows whether the transaction was stored
    "40P01": Unavailable,  # a deadlock
    "53": Unavailable,  # no room on the disk, no memory, or too many connections
    "55P03": Unavailable,  # a lock was held for too long
    "57014": Unavailable,  # the statement took too long, or somebody cancelled it
    "57P": CommitUnknown,  # the server is stopping or starting, or has ended the connection
}
"""Meaning of the beginnings of SQLSTATEs after which a player can try again. Any other is an error.

Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
"""

USELESS = frozenset({"25006", "25P03"})
"""SQLSTATEs after which, as after `CommitUnknown`, only another connection can work, perhaps to another server."""


def outage_of(error: Exception) -> type[Unavailable] | None:
    """The kind of outage that a server's error tells of, by its SQLSTATE; None for any other error."""
    state = sqlstate_of(error)
    return next((kind for beginning, kind in OUTAGES.items() if state.startswith(beginning)), None)


def translate_outages(engine: AsyncEngine) -> None:
    """Makes this engine raise Unavailable and CommitUnknown."""

    @event.listens_for(engine.sync_engine, "do_connect")
    def connect(
        dialect: Dialect, _record: object, arguments: Sequence[object], named: Mapping[str, object]
    ) -> DBAPIConnection:
        try:
            return dialect.connect(*arguments, **named)
        except Exception as error:
            raise Unavailable(f"{type(error).__name__}: {error}".partition("\n")[0]) from error

    @event.listens_for(engine.sync_engine, "handle_error")
    def translate(context: ExceptionContext) -> BaseException | None:
        error = context.original_exception
        if not isinstance(error, Exception):  # a task that is cancelled stays cancelled
            return None
        kind = outage_of(error) or (CommitUnknown if context.is_disconnect else None)
        if isinstance(error, TimeoutError):
            kind = CommitUnknown  # the connection's next answer would belong to this statement
        if kind is CommitUnknown or sqlstate_of(error) in USELESS:
            context.is_disconnect = True
        return kind(reason_of(error)) if kind else locked(error)


@contextmanager
def as_unavailable() -> Iterator[None]:
    """Wraps the opening of a connection. Raises: Unavailable if it breaks at once; SQLAlchemy passes that error on."""
    try:
        yield
    except SQLAlchemyError:
        raise
    except Exception as error:
        raise Unavailable(type(error).__name__) from error


def check_connections(engine: AsyncEngine) -> None:
    """Has the pool replace connections that the server or the network has ended.

    One that hasn't been used lately is tested, which takes three round trips; of others, the driver knows.
    """
    dialect = engine.sync_engine.dialect

    def works(connection: DBAPIConnection) -> bool:
        try:
            return dialect.do_ping(connection)
        except (dialect.loaded_dbapi.Error, TimeoutError):
            return False

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        if monotonic() - record.info.get(USED_AT, -inf) < RECENT_SECONDS:
            is_there = not cast("Any", connection).driver_connection.is_closed()
        else:
            is_there = works(connection)
        if not is_there:
            raise InvalidatePoolError

    @event.listens_for(engine.sync_engine, "connect")
    @event.listens_for(engine.sync_engine, "checkin")
    def note(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        if connection is not None:  # None if it broke
            record.info[USED_AT] = monotonic()


def locked(error: BaseException) -> Unavailable | None:
    """The error to raise if another process has locked SQLite for too long; None if this is another error."""
    code = getattr(error, "sqlite_errorcode", None)
    is_locked = code is not None and code & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
    return Unavailable(reason_of(error)) if is_locked else None


async def again_if_lost(work: Callable[[], Awaitable[T]]) -> T:
    """Does idempotent work; after CommitUnknown, once more on another connection. Raises: what the work raises."""
    try:
        return await work()
    except CommitUnknown:
        return await work()


SERIAL_AT_ONCE = 2
"""Serial units at once: one works, and the next one is ready when it ends."""

SERIAL_SECONDS = 30.0
"""Longest wait of a serial unit for its turn: many matches can end at once, and each is worth waiting for."""


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
    """A unit's result, or the error for which it was rolled back."""

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
    """The outcomes of these units. Raises: any error after which nothing of them is stored."""
    if len(units) == 1:
        return [Outcome(units[0](db))]
    return [attempt(db, unit) for unit in units]


def attempt(db: Connection, unit: Work[Any]) -> Outcome:
    """Does a unit within a transaction, or takes all of it back.

    Raises: the error, if the database has taken back more, as SQLite does if the disk is full; CommitUnknown if the
    connection breaks. The caller must not go on then: nothing before the unit is stored, either.
    """
    before = db.begin_nested()
    try:
        value = unit(db)
        before.commit()
    except CommitUnknown:
        raise
    except Exception as error:  # noqa: BLE001 - its caller is told
        try:
            before.rollback()
        except CommitUnknown:
            raise
        except SQLAlchemyError as second:
            raise error from second  # the second only says that there is nothing left to roll back
        return Outcome(error=error)
    return Outcome(value)


Rows = Sequence[Mapping[str, Any]]


def put(db: Connection, table: Table, rows: Rows) -> None:
    """Writes these rows in place of those with the same keys."""
    insert = _insert(db, table)
    values = {column.key: insert.excluded[column.key] for column in table.columns if not column.primary_key}
    if rows:
        db.execute(insert.on_conflict_do_update(index_elements=table.primary_key.columns, set_=values), rows)


def put_new(db: Connection, table: Table, rows: Rows) -> None:
    """Writes those of these rows whose keys are new."""
    if rows:
        db.execute(_insert(db, table).on_conflict_do_nothing(), rows)


def _insert(db: Connection, table: Table) -> Any:  # noqa: ANN401 - the two inserts share no base with these methods
    return (postgresql if db.dialect.name == "postgresql" else sqlite).insert(table)
