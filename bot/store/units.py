"""Units: writes that belong together, as values, so that a database can run them without awaiting in between."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Delete, Insert, Update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement without values, which is built once.

    Shape: `columns` are those that it writes. Other parameters must have other names.
    """

    clause: Insert | Update | Delete
    columns: tuple[str, ...] = ()


class Step(NamedTuple):
    """A statement with its values.

    Shape: it runs once for each row. If `refusal` is set, there is one row, and `refusal` is raised unless the
    statement changes something.
    """

    statement: Statement
    rows: Sequence[Mapping[str, object]]
    refusal: type[Exception] | None = None


class Units(Protocol):
    """Runs units."""

    async def run(self, *steps: Step) -> None:
        """Runs these steps in one transaction, which is committed when this returns.

        Raises: the refusal of a step, or SQLAlchemyError; then nothing of the unit is stored.
        """
        ...

    async def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Does this work in one transaction, which is committed when this returns. Shape: what the work returns.

        The work waits for nothing but the database, and may run in another thread.
        Raises: what the work raises, or SQLAlchemyError; then nothing of the unit is stored.
        """
        ...

    async def flush(self) -> None:
        """Waits until every unit has been committed or refused."""
        ...


class Transactions:
    """Runs each unit as a transaction, for PostgreSQL, which groups commits by itself."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, *steps: Step) -> None:
        """Runs these steps in one transaction."""
        async with self._engine.begin() as db:
            await perform(db, *steps)

    async def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Does this work in one transaction."""
        async with self._engine.begin() as db:
            return await work(db)

    async def flush(self) -> None:
        """Does nothing: no unit is queued."""


async def perform(db: AsyncConnection, *steps: Step) -> None:
    """Runs these steps within a transaction. Raises: the refusal of a step."""
    for statement, rows, refusal in steps:
        done = await db.execute(statement.clause, rows[0] if len(rows) == 1 else rows)
        if refusal and not done.rowcount:
            raise refusal


def units_of(engine: AsyncEngine) -> Units:
    """The runner of this database's units."""
    units: Units | None = engine.get_execution_options().get(UNITS)
    return units or Transactions(engine)


UNITS = "units"
"""The engine's execution option that holds its shared runner, if it has one."""
