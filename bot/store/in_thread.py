"""What runs in the thread of SQLite's connection: units one after the other, with one commit."""

import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection

from bot.store.outage import locked

T = TypeVar("T")


class Visit(NamedTuple):
    """The database in its thread. Shape: `db` is the driver's connection, `engine` SQLAlchemy's over it."""

    db: sqlite3.Connection
    engine: Engine


Unit = Callable[[Visit], object]
"""Writes that belong together. It doesn't end the transaction."""


class Outcome(NamedTuple):
    """What a unit returned, or the error for which it was rolled back."""

    value: object = None
    error: BaseException | None = None


def commit(visit: Visit, units: Sequence[Unit]) -> list[Outcome]:
    """Runs these units in one transaction, and commits it. Raises: any error after which nothing of them is stored."""
    db = visit.db
    db.execute("BEGIN IMMEDIATE")  # waits for another process's lock once, instead of once per unit
    try:
        outcomes = [_attempt(visit, unit) for unit in units] if len(units) > 1 else [Outcome(units[0](visit))]
        db.execute("COMMIT")
    except BaseException as error:
        if db.in_transaction:
            _roll_back(db, "ROLLBACK", error)
        raise
    return outcomes


def _attempt(visit: Visit, unit: Unit) -> Outcome:
    """Runs one unit; if it fails, rolls it back alone.

    Raises: sqlite3.Error if SQLite has rolled back the whole transaction, as it does when the disk is full.
    """
    db = visit.db
    db.execute("SAVEPOINT unit")
    try:
        outcome = Outcome(unit(visit))
    except Exception as error:
        if not db.in_transaction:
            raise
        _roll_back(db, "ROLLBACK TO unit", error)
        outcome = Outcome(error=error)
    db.execute("RELEASE unit")
    return outcome


def _roll_back(db: sqlite3.Connection, command: str, error: BaseException) -> None:
    """Rolls back after this error. Raises: the error, if that fails as well."""
    try:
        db.execute(command)
    except sqlite3.Error as second:
        raise error from second


def unit_of(work: Callable[[AsyncConnection], Coroutine[Any, Any, T]], engine: AsyncEngine) -> Callable[[Visit], T]:
    """A unit that does this work, which may await nothing but the database.

    Here each answer of the database is immediate, so the coroutine runs to its end without suspending.
    """

    def run(visit: Visit) -> T:
        with visit.engine.connect() as here:
            coroutine = work(_Here(engine, here))
            try:
                coroutine.send(None)
            except StopIteration as done:
                return cast("T", done.value)
            coroutine.close()
        raise RuntimeError("a unit awaited something other than the database")

    return run


class _Here(AsyncConnection):
    """A connection whose answers are immediate, which SQLAlchemy's own takes for an error."""

    sync_connection: Connection

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:  # noqa: ANN401 - as its base
        """The result of a statement."""
        return self.sync_connection.execute(statement, parameters, execution_options=execution_options)


def joining(db: sqlite3.Connection) -> Engine:
    """A SQLAlchemy engine over this connection, for work within units."""
    shared = cast("DBAPIConnection", _Shared(db))
    engine = create_engine("sqlite://", creator=lambda: shared, poolclass=StaticPool, hide_parameters=True)

    @event.listens_for(engine, "handle_error")
    def translate(context: ExceptionContext) -> BaseException | None:
        return locked(context.original_exception)

    return engine


class _Shared:
    """The connection without `rollback`, which SQLAlchemy calls at the end: the transaction is the group's."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the driver's
        return getattr(self._db, name)

    def rollback(self) -> None:
        """Does nothing: `commit` rolls back what fails."""


JOINING = "joining"
"""The key under which a connection's `info` keeps the engine for work within units."""


async def visit(connection: PoolProxiedConnection, work: Callable[[Visit], T]) -> T:
    """Does this work in the connection's thread, to its end even if the caller is cancelled. Raises: what it raises.

    aiosqlite itself would switch threads twice for every step of every statement.
    """
    driver = cast("aiosqlite.Connection", connection.driver_connection)
    db: sqlite3.Connection = driver._conn  # noqa: SLF001 - like `_execute`, the only way to run a function there
    engine = connection.info.get(JOINING) or connection.info.setdefault(JOINING, joining(db))
    execute = cast("Callable[..., Awaitable[T]]", driver._execute)  # noqa: SLF001
    return await execute(work, Visit(db, engine))
