"""Runs a unit on PostgreSQL in one round trip: its steps are one statement, which is a transaction by itself.

    WITH step_0 AS (UPDATE matches … WHERE id = $1 AND version = $2 RETURNING 1 AS done),
         step_1 AS (INSERT INTO moves … SELECT unnest($3), … WHERE EXISTS (SELECT done FROM step_0))
    SELECT 1 FROM step_0

If the first step changes nothing, neither do the others, and the statement has no rows: the unit is refused.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import CTE, ColumnElement, Delete, Insert, Select, String, bindparam, func, literal_column, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.types import TypeEngine

from bot.logs import reason_of
from bot.store.compiled import Compiled, compiled
from bot.store.outage import Lost
from bot.store.units import Ended, Statement, Step, Transactions

T = TypeVar("T")


class OneTrip:
    """Runs units on PostgreSQL. Those that can't be one statement run as ordinary transactions."""

    def __init__(self, engine: AsyncEngine, at_once: int, wait_seconds: float) -> None:
        """Shape: it uses at most `at_once` connections. Units: after `wait_seconds` without one, a unit is given up."""
        self.on_end: list[Ended] = []
        self._engine = engine
        self._free, self._wait_seconds = asyncio.Semaphore(at_once), wait_seconds
        self._transactions = Transactions(engine)
        self._compiled: dict[tuple[object, ...], Compiled] = {}

    async def run(self, *steps: Step) -> None:
        """Runs these steps in one statement. Raises: the refusal of the first; Lost if the connection breaks."""
        if not _fit_together(steps):
            await self._transactions.run(*steps)
            return
        kind = (steps[0].refusal, *(step.statement for step in steps))
        one = self._compiled.get(kind)
        if one is None:
            one = self._compiled[kind] = compiled(Statement(_together(steps)), self._engine.dialect)
        rows = await self._fetched(one.sql, one.values(_values(steps)))
        if rows is None:
            await self._transactions.run(*steps)  # raises the error as SQLAlchemy's
        elif not rows and steps[0].refusal:
            raise steps[0].refusal

    async def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Does this work in one transaction."""
        return await self._transactions.transact(work)

    async def flush(self) -> None:
        """Does nothing: no unit is queued."""

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Waits for a connection in order. The pool would let whoever returns one take it again before all others.

        Raises: NoConnection after `wait_seconds`.
        """
        try:
            async with asyncio.timeout(self._wait_seconds):
                await self._free.acquire()
        except TimeoutError as error:
            raise NoConnection("the database was busy for too long") from error
        try:
            yield
        finally:
            self._free.release()

    async def _fetched(self, sql: str, values: Sequence[object]) -> Sequence[object] | None:
        """The rows of this statement, or None if it was refused with an error, so that nothing was stored."""
        async with self._turn():
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


def _fit_together(steps: Sequence[Step]) -> bool:
    """Whether these steps can be one statement, whose parts don't see each other's changes."""
    first, *others = steps
    written = [step.statement.clause.table for step in steps if not isinstance(step.statement.clause, Select)]
    return (
        not isinstance(first.statement.clause, Select)
        and not any(step.refusal for step in others)
        and len(written) == len(set(written))
        and all(len(step.rows) == 1 or isinstance(step.statement.clause, Insert) for step in steps)
    )


def _together(steps: Sequence[Step]) -> Select[Any]:
    """One statement for all steps. It has a row unless the first step has a refusal and changes nothing."""
    parts: list[CTE] = []
    answer: list[ColumnElement[Any]] = [literal_column("1")]
    for number, (statement, *_) in enumerate(steps):
        if isinstance(statement.clause, Select):
            answer += statement.clause.selected_columns
            continue
        is_checked = number > 0 and steps[0].refusal
        changing = _changing(statement, number, parts[0] if is_checked else None)
        parts.append(changing.returning(literal_column("1").label("done")).cte(f"step_{number}"))
    whole = select(*answer)
    if steps[0].refusal:
        whole = whole.select_from(parts[0])
    return whole.add_cte(*parts)


def _changing(statement: Statement, number: int, claim: CTE | None) -> Any:  # noqa: ANN401 - what SQLAlchemy has no name for
    """This step's change, with parameters named after its number. It happens only if `claim` has a row."""
    clause, columns = statement.clause, statement.columns
    assert not isinstance(clause, Select)
    condition = () if claim is None else (select(claim.c.done).exists(),)
    if isinstance(clause, Delete):
        return clause.where(*condition)
    types = {name: clause.table.c[name].type for name in columns}
    if isinstance(clause, Insert):
        lists = [func.unnest(bindparam(_named(name, number), type_=_list_of(types[name]))) for name in columns]
        return clause.from_select(list(columns), select(*lists).where(*condition), include_defaults=False)
    values = {name: bindparam(_named(name, number), type_=types[name]) for name in columns}
    return clause.values(values).where(*condition)


def _list_of(kind: TypeEngine[Any]) -> ARRAY[Any]:
    """The type of a list. Its texts have no length limit: PostgreSQL would cut longer ones instead of refusing them."""
    return ARRAY(String() if isinstance(kind, String) else kind)


def _values(steps: Sequence[Step]) -> Mapping[str, object]:
    """The values of all steps by the names of their parameters."""
    values: dict[str, object] = {}
    for number, (statement, rows, _) in enumerate(steps):
        is_insert = isinstance(statement.clause, Insert)
        for name in rows[0]:
            value = [row[name] for row in rows] if is_insert else rows[0][name]
            key = _named(name, number) if name in statement.columns else name
            assert values.setdefault(key, value) == value, f"the steps disagree about {name}"
    return values


def _named(column: str, number: int) -> str:
    return f"{column}_{number}"
