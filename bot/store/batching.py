"""Saves round trips in transactions on PostgreSQL: changes wait until something is asked, and go with the question.

Each statement of a transaction takes a round trip. A change whose outcome nobody asks for waits for the next query and
becomes a part of its statement, unless the query reads a table that waits to be changed: then the changes go first.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Delete, Insert, Select, Update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncTransaction
from sqlalchemy.sql import visitors
from sqlalchemy.sql.schema import Table
from sqlalchemy.types import JSON

from bot.store.combined import combined, fit_together, query_with, values_of
from bot.store.compiled import Compiled, compiled
from bot.store.units import FastPath, Savepoint, Statement, Step

PART = "part"
"""What the parts of a statement within a transaction are called."""

Kind = tuple[object, ...]
"""A statement's parts, by which it's found again once it's compiled."""


class Batching(AsyncConnection, FastPath):
    """A connection within a transaction, whose changes wait. `flush` it before the commit."""

    def __init__(self, db: AsyncConnection, known: dict[Kind, Compiled]) -> None:
        """Shape: `known` keeps what has been compiled for this database."""
        super().__init__(db.engine, db.sync_connection)
        self._known = known
        self._waiting: list[Step] = []

    async def ask(self, statement: Statement, values: Mapping[str, object]) -> Sequence[tuple[Any, ...]]:
        """As the function `ask`."""
        clause, waiting = statement.clause, self._waiting
        if waiting and not (isinstance(clause, Select) and self._can_go_with(clause, values)):
            await self.flush()
            waiting = self._waiting
        self._waiting = []
        kind = (statement, *(step.statement for step in waiting))
        one = self._known.get(kind)
        if one is None:
            whole = (
                Statement(query_with(clause, waiting, PART)) if waiting and isinstance(clause, Select) else statement
            )
            one = self._known[kind] = compiled(whole, self.dialect)
        return one.found(await self._rows(one, {**values, **(values_of(waiting) if waiting else {})}))

    async def perform(self, *steps: Step) -> None:
        """As the function `perform`."""
        if steps and steps[0].refusal and fit_together(steps):
            await self.flush()
            if not await self._together(steps):
                raise steps[0].refusal
            return
        for step in steps:
            if not _can_wait(step):
                await self.flush()
                rows = step.rows[0] if len(step.rows) == 1 else step.rows
                changed = (await super().execute(step.statement.clause, rows)).rowcount
                if step.refusal and not changed:
                    raise step.refusal
            else:
                if not self._has_room_for(step):
                    await self.flush()
                self._waiting.append(step)

    async def savepoint(self) -> Savepoint:
        """As the function `savepoint`."""
        await self.flush()
        return _Savepoint(self, await super().begin_nested())

    async def flush(self) -> None:
        """Runs the changes that wait."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            await self._together(waiting)

    def forget(self) -> None:
        """Drops the changes that wait."""
        self._waiting = []

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:  # noqa: ANN401 - as its base
        """The result of a statement, after the changes that wait."""
        await self.flush()
        return await super().execute(statement, parameters, execution_options=execution_options)

    async def exec_driver_sql(self, statement: str, parameters: Any = None, execution_options: Any = None) -> Any:  # noqa: ANN401 - as its base
        """The result of plain SQL, after the changes that wait."""
        await self.flush()
        return await super().exec_driver_sql(statement, parameters, execution_options)

    async def _together(self, steps: Sequence[Step]) -> Sequence[tuple[Any, ...]]:
        """Runs these steps as one statement. Shape: its rows, none if the first step is refused."""
        kind = (PART, steps[0].refusal, *(step.statement for step in steps))
        one = self._known.get(kind)
        if one is None:
            one = self._known[kind] = compiled(Statement(combined(steps, PART)), self.dialect)
        return await self._rows(one, values_of(steps))

    async def _rows(self, one: Compiled, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        result = await super().exec_driver_sql(one.sql, tuple(one.values(values)))
        return [tuple(row) for row in result] if result.returns_rows else []

    def _can_go_with(self, query: Select[Any], values: Mapping[str, object]) -> bool:
        """Whether this query neither reads what waits to be changed nor has parameters of the same names."""
        changing = {_table_of(step) for step in self._waiting}
        return changing.isdisjoint(_tables_in(query)) and values.keys().isdisjoint(values_of(self._waiting))

    def _has_room_for(self, step: Step) -> bool:
        """Whether this step's change can be in one statement with those that wait."""
        names = {name for one in self._waiting for name in one.rows[0].keys() - set(one.statement.columns)}
        is_elsewhere = _table_of(step) not in {_table_of(one) for one in self._waiting}
        return is_elsewhere and names.isdisjoint(step.rows[0].keys() - set(step.statement.columns))


class _Savepoint:
    """A savepoint, before whose end the changes that wait are run or dropped."""

    def __init__(self, db: Batching, transaction: AsyncTransaction) -> None:
        self._db = db
        self._transaction = transaction

    async def commit(self) -> None:
        """Keeps what was changed since."""
        await self._db.flush()
        await self._transaction.commit()

    async def rollback(self) -> None:
        """Takes back what was changed since."""
        self._db.forget()
        await self._transaction.rollback()


def _can_wait(step: Step) -> bool:
    """Whether nobody needs this step's outcome, and its change can be a part of a larger statement."""
    clause = step.statement.clause
    if step.refusal or isinstance(clause, Select):
        return False
    if isinstance(clause, Insert):
        keys = [column.key for column in clause.table.primary_key]
        of_rows = {tuple(row.get(key) for key in keys) for row in step.rows}
        has_json = any(isinstance(clause.table.c[name].type, JSON) for name in step.statement.columns)
        return not has_json and (len(of_rows) == len(step.rows) or not set(keys) <= step.rows[0].keys())
    return len(step.rows) == 1


def _table_of(step: Step) -> object:
    clause = step.statement.clause
    assert isinstance(clause, Insert | Update | Delete)
    return clause.table


@cache
def _tables_in(query: Select[Any]) -> frozenset[Table]:
    """The tables that a query reads, also in its subqueries."""
    return frozenset(part for part in visitors.iterate(query) if isinstance(part, Table))
