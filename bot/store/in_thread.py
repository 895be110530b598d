"""What runs in the thread of SQLite's connection: units one after the other, with one commit. Knows no event loop."""

import sqlite3
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Dialect, Engine, StaticPool, create_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.units import Statement, Step

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
    error: Exception | None = None


def commit(visit: Visit, units: Sequence[Unit]) -> list[Outcome]:
    """Runs these units in one transaction, and commits it. Raises: any error after which nothing of them is stored."""
    db = visit.db
    db.execute("BEGIN IMMEDIATE")  # waits for another process's lock once, instead of once per unit
    try:
        outcomes = [_attempt(visit, unit) for unit in units] if len(units) > 1 else [Outcome(units[0](visit))]
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
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
        db.execute("ROLLBACK TO unit")
        outcome = Outcome(error=error)
    db.execute("RELEASE unit")
    return outcome


class Compiler:
    """Turns steps into units, and compiles each statement once."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._compiled: dict[Statement, _Compiled] = {}

    def unit(self, steps: Sequence[Step]) -> Unit:
        """These steps as a unit, with values converted to SQLite's. Raises: KeyError if a row lacks a column."""
        calls = [(*self._call(step), step.refusal) for step in steps]

        def run(visit: Visit) -> None:
            for sql, rows, refusal in calls:
                done = visit.db.execute(sql, rows[0]) if len(rows) == 1 else visit.db.executemany(sql, rows)
                if refusal and not done.rowcount:
                    raise refusal

        return run

    def _call(self, step: Step) -> tuple[str, list[list[object]]]:
        compiled = self._compiled.get(step.statement)
        if compiled is None:
            compiled = self._compiled[step.statement] = _compile(step.statement, self._dialect)
        return compiled.sql, [compiled.values(row) for row in step.rows]


class _Compiled(NamedTuple):
    """A statement in SQLite's SQL. Shape: its parameters in order, each with the function that converts its value."""

    sql: str
    parameters: list[tuple[str, Callable[[Any], object] | None]]

    def values(self, row: Mapping[str, object]) -> list[object]:
        assert len(row) == len(self.parameters), "the row has a value that the statement doesn't write"
        return [stored(row[name]) if stored else row[name] for name, stored in self.parameters]


def _compile(statement: Statement, dialect: Dialect) -> _Compiled:
    compiled = cast("Any", statement.clause.compile(dialect=dialect, column_keys=list(statement.columns)))
    parameters = [
        (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect)) for name in compiled.positiontup
    ]
    return _Compiled(str(compiled), parameters)


def joined(work: Callable[[AsyncConnection], Coroutine[Any, Any, T]], engine: AsyncEngine) -> Unit:
    """A unit that does this work, which may await nothing but the database.

    Here each answer of the database is immediate, so the coroutine runs to its end without suspending.
    """

    def run(visit: Visit) -> object:
        with visit.engine.connect() as connection:
            coroutine = work(_Joined(engine, connection))
            try:
                coroutine.send(None)
            except StopIteration as done:
                return done.value
            coroutine.close()
            raise RuntimeError("a unit awaited something other than the database")

    return run


class _Joined(AsyncConnection):
    """A connection for work within a unit, whose answers are immediate."""

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:  # noqa: ANN401 - as its base
        """The result of a statement."""
        return self._here.execute(statement, parameters, execution_options=execution_options)

    async def exec_driver_sql(self, statement: str, parameters: Any = None, execution_options: Any = None) -> Any:  # noqa: ANN401
        """The result of plain SQL."""
        return self._here.exec_driver_sql(statement, parameters, execution_options)

    @property
    def _here(self) -> Connection:
        assert self.sync_connection
        return self.sync_connection


def joining(db: sqlite3.Connection) -> Engine:
    """A SQLAlchemy engine over this connection, for work within units."""
    shared = cast("DBAPIConnection", _Shared(db))
    return create_engine("sqlite://", creator=lambda: shared, poolclass=StaticPool, hide_parameters=True)


class _Shared:
    """The connection without `rollback`, which SQLAlchemy calls at the end: the transaction is the group's."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the driver's
        return getattr(self._db, name)

    def rollback(self) -> None:
        """Does nothing: `commit` rolls back what fails."""
