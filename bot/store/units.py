"""Units: writes that belong together, as values, so that a database can run them without awaiting in between."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import ColumnElement, Delete, Insert, Select, Update, bindparam
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement without values, which is built once.

    Shape: `columns` are those that it writes. Other parameters must have other names.
    """

    clause: Select[Any] | Insert | Update | Delete
    columns: tuple[str, ...] = ()


class Step(NamedTuple):
    """A statement with its values.

    Shape: it runs once for each row. If `refusal` is set, there is one row, and `refusal` is raised unless the
    statement changes something.
    """

    statement: Statement
    rows: Sequence[Mapping[str, object]]
    refusal: type[Exception] | None = None


Ended = Callable[[str, float], None]
"""Called after a transaction with "commit" or "rollback", and with the seconds that it took."""


class Units(Protocol):
    """Runs units."""

    on_end: list[Ended]
    """Called after each transaction for which SQLAlchemy has no event."""

    async def run(self, *steps: Step) -> None:
        """Runs these steps in one transaction, which is committed when this returns.

        Raises: the refusal of a step, or SQLAlchemyError; then nothing of the unit is stored.
        """
        ...

    async def transact(
        self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]], *, is_serial: bool = False
    ) -> T:
        """Does this work in one transaction, which is committed when this returns. Shape: what the work returns.

        The work waits for nothing but the database, and may run in another thread. In the database, serial work waits
        for other serial work.
        Raises: what the work raises, or SQLAlchemyError; then nothing of the unit is stored.
        """
        ...

    async def flush(self) -> None:
        """Waits until every unit has been committed or refused."""
        ...


SERIAL_AT_ONCE = 2
"""Serial transactions at once: one works, and the next one is ready when it ends."""

SERIAL_SECONDS = 30.0
"""How long serial work waits for its turn: many matches can end at once, and each is worth waiting for."""


class Transactions:
    """Runs each unit as a transaction. Serial work takes turns, so that it leaves connections for everything else."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.on_end: list[Ended] = []
        self._engine = engine
        self._serial = asyncio.Semaphore(SERIAL_AT_ONCE)

    async def run(self, *steps: Step) -> None:
        """Runs these steps in one transaction."""
        async with self._engine.begin() as db:
            await perform(db, *steps)

    async def transact(
        self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]], *, is_serial: bool = False
    ) -> T:
        """Does this work in one transaction. Raises: NoConnection if serial work waits for its turn for too long."""
        async with self._turn() if is_serial else nullcontext(), self._engine.begin() as db:
            return await work(db)

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

    async def flush(self) -> None:
        """Does nothing: no unit is queued."""


async def perform(db: AsyncConnection, *steps: Step) -> None:
    """Runs these steps within a transaction.

    Raises: the refusal of a step.
    """
    for statement, rows, refusal in steps:
        changed = (await db.execute(statement.clause, rows[0] if len(rows) == 1 else rows)).rowcount
        if refusal and not changed:
            raise refusal


async def ask(db: AsyncConnection, statement: Statement, **values: object) -> Sequence[tuple[Any, ...]]:
    """The rows that a statement selects or returns, within a transaction."""
    return [tuple(row) for row in await db.execute(statement.clause, values)]


def one_of(column: ColumnElement[Any], name: str, number: int) -> ColumnElement[bool]:
    """The condition that a column has one of `number` values, at least one, which `numbered` passes under this name."""
    return column.in_([bindparam(f"{name}_{at}", type_=column.type) for at in range(number)])


def numbered(name: str, values: Iterable[object]) -> dict[str, object]:
    """The parameters of `one_of`."""
    return {f"{name}_{at}": value for at, value in enumerate(values)}


def units_of(engine: AsyncEngine) -> Units:
    """The runner of this database's units."""
    units: Units | None = engine.get_execution_options().get(UNITS)
    return units or Transactions(engine)


def observe_units(engine: AsyncEngine, note: Ended) -> None:
    """Calls `note` after each transaction for which SQLAlchemy has no event."""
    units_of(engine).on_end.append(note)


UNITS = "units"
"""The engine's execution option that holds its shared runner, if it has one."""
