"""Group commit for SQLite: units that arrive during a commit share the next one.

A commit waits for the disk, and SQLite has one at a time. Units that arrive meanwhile are queued, and then run as one
transaction, in their order. Each has a savepoint: if one is refused or fails, it's rolled back alone. Nobody is told
of success before the commit. The database's thread takes the next group by itself, however busy the event loop is.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from threading import Lock
from time import perf_counter
from typing import Any, TypeVar, cast

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.in_thread import Outcome, Unit, Visit, commit, unit_of, visit
from bot.store.outage import locked
from bot.store.units import Ended, Step, perform

T = TypeVar("T")

Stored = asyncio.Future[object]
"""A unit's result, which its caller waits for until it's committed."""

IN_A_ROW = 4
"""The most groups in a row before other transactions get a turn."""


class Group:
    """Runs units on SQLite. Groups take the engine's only connection, in turn with other transactions."""

    def __init__(self, engine: AsyncEngine, wait_seconds: float) -> None:
        """Units: a unit that hasn't begun after `wait_seconds` is given up."""
        self.on_end: list[Ended] = []
        self._engine = engine
        self._wait_seconds = wait_seconds
        self._queue: dict[Stored, Unit] = {}
        self._queueing = Lock()  # the event loop and the database's thread both change the queue
        self._working: asyncio.Task[None] | None = None

    async def run(self, *steps: Step) -> None:
        """Runs these steps in a group with all other queued units.

        If the caller is cancelled before the unit has begun, it isn't run; after that, it's stored all the same.
        Raises: the refusal of a step; SQLAlchemyError, as `NoConnection` if the database has been busy for too long.
        """
        await self.transact(lambda db: perform(db, *steps))

    async def transact(
        self,
        work: Callable[[AsyncConnection], Coroutine[Any, Any, T]],
        *,
        is_serial: bool = False,  # noqa: ARG002 - here, all work is
    ) -> T:
        """Does this work in a group with all other queued units, in the database's thread.

        Raises: what the work raises; otherwise as `run`.
        """
        return cast("T", await self._stored(unit_of(work, self._engine)))

    async def flush(self) -> None:
        """Waits until every unit has been committed or refused."""
        if self._working:
            await asyncio.wait({self._working})

    async def _stored(self, unit: Unit) -> object:
        """Queues the unit, and returns its result once it's committed."""
        loop = asyncio.get_running_loop()
        stored: Stored = loop.create_future()
        timer = loop.call_later(self._wait_seconds, self._give_up, stored)
        with self._queueing:
            self._queue[stored] = unit
        if self._working is None:
            self._working = loop.create_task(self._work())
        try:
            return await stored
        finally:
            timer.cancel()
            self._withdraw(stored)

    async def _work(self) -> None:
        """Visits the database's thread while units are queued."""
        try:
            while self._queue:
                await self._run_some()
                await asyncio.sleep(0)  # lets others have the connection, and answered callers queue more units
        finally:
            self._working = None
            for stored in self._taken():  # none, unless the event loop is ending
                stored.cancel()

    async def _run_some(self) -> None:
        """Waits for the connection, and runs groups."""
        try:
            connection = await self._engine.raw_connection()
            try:
                await visit(connection, self._run_groups)
            finally:
                connection.close()
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            if type(error) is not NoConnection:  # else it was in use for too long: the timers give the units up
                for stored in self._taken():
                    _settle(stored, Outcome(error=error))

    def _run_groups(self, here: Visit) -> None:
        """Runs one group after the other while units are queued. Call it in the database's thread."""
        for _ in range(IN_A_ROW):
            group = self._taken()
            if not group:
                return
            loop, end, began = next(iter(group)).get_loop(), "rollback", perf_counter()
            try:
                outcomes = commit(here, [*group.values()])
                end = "commit"
            except BaseException as error:  # noqa: BLE001 - whoever waits is told
                outcomes = [Outcome(error=error)] * len(group)
            loop.call_soon_threadsafe(self._ended, [*group], outcomes, end, perf_counter() - began)

    def _ended(self, group: Sequence[Stored], outcomes: Sequence[Outcome], end: str, seconds: float) -> None:
        """Tells the callers of a group, and whoever observes transactions, how it has ended."""
        for stored, outcome in zip(group, outcomes, strict=True):
            _settle(stored, outcome)
        for note in self.on_end:
            note(end, seconds)

    def _taken(self) -> dict[Stored, Unit]:
        """Empties the queue, and returns the units whose callers still wait; none of them is given up any more."""
        with self._queueing:
            group, self._queue = self._queue, {}
            return {stored: unit for stored, unit in group.items() if not stored.done()}

    def _withdraw(self, stored: Stored) -> bool:
        """Takes a unit back out of the queue. Shape: returns False if it has begun."""
        with self._queueing:
            return self._queue.pop(stored, None) is not None

    def _give_up(self, stored: Stored) -> None:
        if self._withdraw(stored) and not stored.done():
            stored.set_exception(NoConnection("the database was busy for too long"))


def _settle(stored: Stored, outcome: Outcome) -> None:
    """Passes a unit's outcome to its caller, unless that was cancelled."""
    if stored.done():
        return
    if outcome.error is None:
        stored.set_result(outcome.value)
    elif isinstance(outcome.error, sqlite3.Error):
        error = DBAPIError.instance(None, None, outcome.error, sqlite3.Error, hide_parameters=True)
        stored.set_exception(locked(outcome.error) or error)
    else:
        stored.set_exception(outcome.error)
