"""What runs in the thread of SQLite's connection: units one after the other, with one commit. Knows no event loop."""

import sqlite3
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Dialect, Engine, StaticPool, create_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.outage import locked
from bot.store.units import FastPath, Savepoint, Statement, Step


class _Parameter(NamedTuple):
    """A statement's parameter. Shape: `convert` makes the driver's value; `fixed` is the statement's own, or _OPEN."""

    name: str
    convert: Callable[[Any], object] | None
    fixed: object


FLOAT8 = 701
"""PostgreSQL's number for the type of columns of floats. Only the conversion of such columns asks for one."""

_OPEN = object()
"""Marks a parameter whose value comes with each row."""


class Compiled(NamedTuple):
    """A statement in a database's own SQL.

    Shape: its parameters in order; what converts each column that it finds, or None.
    """

    sql: str
    parameters: list[_Parameter]
    open_parameters: int
    converts: list[Callable[[Any], object] | None]

    def values(self, row: Mapping[str, object]) -> list[object]:
        """The values in the order of the parameters. Raises: KeyError if the row lacks one."""
        assert len(row) == self.open_parameters, "the row has a value that the statement doesn't write"
        return [
            fixed if fixed is not _OPEN else convert(row[name]) if convert else row[name]
            for name, convert, fixed in self.parameters
        ]

    def found(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The rows that the driver returned, with their values converted to Python's."""
        if not any(self.converts):
            return rows
        return [
            tuple(convert(one) if convert else one for one, convert in zip(row, self.converts, strict=True))
            for row in rows
        ]


def compiled(statement: Statement, dialect: Dialect) -> Compiled:
    """Compiles a statement for a database."""
    columns = list(statement.columns) or None
    made: Any = statement.clause.compile(dialect=dialect, column_keys=columns)
    parameters = []
    for name in made.positiontup:
        bind = made.binds[name]
        convert = bind.type.dialect_impl(dialect).bind_processor(dialect)
        fixed = _OPEN if bind.required else convert(bind.value) if convert else bind.value
        parameters.append(_Parameter(name, convert, fixed))
    names = {parameter.name for parameter in parameters if parameter.fixed is _OPEN}
    found = [entry.type.dialect_impl(dialect).result_processor(dialect, FLOAT8) for entry in made._result_columns]  # noqa: SLF001
    return Compiled(str(made), parameters, len(names), found)


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


class Compiler:
    """Turns steps into units, and compiles each statement once."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._compiled: dict[Statement, Compiled] = {}

    def unit(self, steps: Sequence[Step]) -> Unit:
        """These steps as a unit, with values converted to SQLite's. Raises: KeyError if a row lacks a column."""
        calls = [(*self._call(step), step.refusal) for step in steps]

        def run(visit: Visit) -> None:
            for sql, rows, refusal in calls:
                done = visit.db.execute(sql, rows[0]) if len(rows) == 1 else visit.db.executemany(sql, rows)
                if refusal and not done.rowcount:
                    raise refusal

        return run

    def compiled(self, statement: Statement) -> Compiled:
        """The statement in SQLite's SQL."""
        found = self._compiled.get(statement)
        if found is None:
            found = self._compiled[statement] = compiled(statement, self._dialect)
        return found

    def _call(self, step: Step) -> tuple[str, list[list[object]]]:
        compiled = self.compiled(step.statement)
        return compiled.sql, [compiled.values(row) for row in step.rows]


def unit_of(
    work: Callable[[AsyncConnection], Coroutine[Any, Any, T]], engine: AsyncEngine, compiler: Compiler
) -> Callable[[Visit], T]:
    """A unit that does this work, which may await nothing but the database.

    Here each answer of the database is immediate, so the coroutine runs to its end without suspending.
    """

    def run(visit: Visit) -> T:
        db = _UnitConnection(engine, visit, compiler)
        coroutine = work(db)
        try:
            coroutine.send(None)
        except StopIteration as done:
            return cast("T", done.value)
        finally:
            db.leave()
        coroutine.close()
        raise RuntimeError("a unit awaited something other than the database")

    return run


class _UnitConnection(AsyncConnection, FastPath):
    """A connection for work within a unit, whose answers are immediate."""

    def __init__(self, engine: AsyncEngine, visit: Visit, compiler: Compiler) -> None:
        super().__init__(engine)
        self._visit = visit
        self._compiler = compiler

    async def ask(self, statement: Statement, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """As the function `ask`."""
        compiled = self._compiler.compiled(statement)
        with _errors():
            rows = self._visit.db.execute(compiled.sql, compiled.values(values)).fetchall()
        return compiled.found(rows)

    async def perform(self, *steps: Step) -> None:
        """As the function `perform`."""
        for statement, rows, refusal in steps:
            if not self._changed(statement, rows) and refusal:
                raise refusal

    async def savepoint(self) -> Savepoint:
        """As the function `savepoint`."""
        return _Savepoint(self._visit.db)

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:  # noqa: ANN401 - as its base
        """The result of a statement."""
        return self._here.execute(statement, parameters, execution_options=execution_options)

    async def exec_driver_sql(self, statement: str, parameters: Any = None, execution_options: Any = None) -> Any:  # noqa: ANN401
        """The result of plain SQL."""
        return self._here.exec_driver_sql(statement, parameters, execution_options)

    def _changed(self, statement: Statement, rows: Sequence[Mapping[str, object]]) -> int:
        """Runs the statement once for each row. Shape: how many rows of the database it has changed."""
        compiled = self._compiler.compiled(statement)
        with _errors():
            if len(rows) == 1:
                return self._visit.db.execute(compiled.sql, compiled.values(rows[0])).rowcount
            return self._visit.db.executemany(compiled.sql, map(compiled.values, rows)).rowcount

    def leave(self) -> None:
        """Ends the use of the connection."""
        if self.sync_connection:
            self.sync_connection.close()

    @property
    def _here(self) -> Connection:
        """SQLAlchemy's connection, made for the first statement that needs it."""
        if self.sync_connection is None:
            self.sync_connection = self._visit.engine.connect()
        return self.sync_connection


class _Savepoint:
    """A savepoint on SQLite."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        with _errors():
            db.execute("SAVEPOINT part")

    async def commit(self) -> None:
        """Keeps what was changed since."""
        with _errors():
            self._db.execute("RELEASE part")

    async def rollback(self) -> None:
        """Takes back what was changed since."""
        with _errors():
            self._db.execute("ROLLBACK TO part")
            self._db.execute("RELEASE part")


@contextmanager
def _errors() -> Iterator[None]:
    """Turns the driver's errors into SQLAlchemy's, which the work expects."""
    try:
        yield
    except sqlite3.Error as error:
        raise locked(error) or DBAPIError.instance(None, None, error, sqlite3.Error, hide_parameters=True) from error


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
