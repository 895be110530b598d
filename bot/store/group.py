"""Group commit for SQLite: units that arrive during a commit share the next one.

A commit waits for the disk, and SQLite has one at a time. Units that arrive meanwhile are queued, and then run as one
transaction, in their order, in one call in the database's thread. Each has a savepoint: if one is refused or fails,
it's rolled back alone. Nobody is told of success before the commit.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection

from bot.store.in_thread import Compiler, Outcome, Unit, commit, unit_of
from bot.store.outage import locked
from bot.store.units import Ended, Step
from bot.store.visits import visit

T = TypeVar("T")


class _Waiting(NamedTuple):
    """A queued unit. Shape: `timer` gives it up unless it has begun by then."""

    unit: Unit
    stored: asyncio.Future[object]
    timer: asyncio.TimerHandle


class Group:
    """Runs units on SQLite. Each group takes the engine's only connection, in turn with other transactions."""

    def __init__(self, engine: AsyncEngine, wait_seconds: float) -> None:
        """Units: a unit that hasn't begun after `wait_seconds` is given up."""
        self.on_end: list[Ended] = []
        self._engine = engine
        self._wait_seconds = wait_seconds
        self._compiler = Compiler(engine.dialect)
        self._queue: list[_Waiting] = []
        self._working: asyncio.Task[None] | None = None

    async def run(self, *steps: Step) -> None:
        """Runs these steps in a group with all other queued units.

        If the caller is cancelled before the unit has begun, it isn't run; after that, it's stored all the same.
        Raises: the refusal of a step; SQLAlchemyError, as `NoConnection` if the database has been busy for too long.
        """
        await self._stored(self._compiler.unit(steps))

    async def transact(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Does this work in a group with all other queued units, in the database's thread.

        Raises: what the work raises; otherwise as `run`.
        """
        return cast("T", await self._stored(unit_of(work, self._engine, self._compiler)))

    async def flush(self) -> None:
        """Waits until every unit has been committed or refused."""
        if self._working:
            await asyncio.wait({self._working})

    async def _stored(self, unit: Unit) -> object:
        """Queues the unit, and returns its result once it's committed."""
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[object] = loop.create_future()
        timer = loop.call_later(self._wait_seconds, _give_up, stored)
        self._queue.append(_Waiting(unit, stored, timer))
        if self._working is None:
            self._working = loop.create_task(self._work())
        try:
            return await stored
        finally:
            timer.cancel()

    async def _work(self) -> None:
        """Runs one group after the other while units are queued."""
        try:
            while self._queue:
                await self._run_next()
                await asyncio.sleep(0)  # lets others have the connection, and answered callers queue more units
        finally:
            self._working = None
            _cancel(self._queue)  # none, unless the event loop is ending

    async def _run_next(self) -> None:
        """Waits for the connection, and runs all units that are queued by then."""
        group: list[_Waiting] = []
        try:
            connection = await self._engine.raw_connection()
            try:
                group = self._taken()
                outcomes = await self._committed(connection, [waiting.unit for waiting in group]) if group else []
            finally:
                connection.close()
            for waiting, outcome in zip(group, outcomes, strict=True):
                _settle(waiting.stored, outcome)
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            if type(error) is NoConnection:  # it was in use for too long: the timers give the units up
                self._queue = [waiting for waiting in self._queue if not waiting.stored.done()]
                return
            for waiting in group or self._taken():
                _settle(waiting.stored, Outcome(error=error))
        finally:
            _cancel(group)

    async def _committed(self, connection: PoolProxiedConnection, units: list[Unit]) -> list[Outcome]:
        """Commits these units in the database's thread, even if the caller is cancelled."""
        began, end = perf_counter(), "rollback"
        try:
            outcomes = await visit(connection, lambda here: commit(here, units))
            end = "commit"
        finally:
            for note in self.on_end:
                note(end, perf_counter() - began)
        return outcomes

    def _taken(self) -> list[_Waiting]:
        """Empties the queue, and returns the units whose callers still wait; none of them is given up any more."""
        group = [waiting for waiting in self._queue if not waiting.stored.done()]
        self._queue.clear()
        for waiting in group:
            waiting.timer.cancel()
        return group


def _settle(stored: asyncio.Future[object], outcome: Outcome) -> None:
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


def _cancel(group: list[_Waiting]) -> None:
    """Cancels the callers of these units that still wait."""
    for waiting in group:
        waiting.stored.cancel()


def _give_up(stored: asyncio.Future[object]) -> None:
    if not stored.done():
        stored.set_exception(NoConnection("the database was busy for too long"))
