"""Handles a database that doesn't respond. Knows no table.

Each driver has its own errors for this, and SQLAlchemy passes some on unchanged. Here they become two; for both,
players are told that the bot is busy.
"""

import sqlite3
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import wraps
from math import inf
from time import monotonic
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect, ExceptionContext
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.logs import reason_of, sqlstate_of

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[P, Coroutine[Any, Any, T]]


RECENT_SECONDS = 1.0
"""For how long after its last use a connection is assumed to work."""


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
"""What the beginning of a SQLSTATE means, where a player can try again. Any other is an error.

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

    dialect = engine.sync_engine.dialect
    ping = dialect.do_ping

    def patient_ping(connection: DBAPIConnection) -> bool:
        try:
            return ping(connection)
        except TimeoutError:
            return False  # the pool then opens another connection

    dialect.do_ping = patient_ping  # type: ignore[method-assign,assignment]

    @event.listens_for(engine.sync_engine, "do_connect")
    def connect(
        dialect: Dialect, _record: object, arguments: Sequence[object], named: Mapping[str, object]
    ) -> DBAPIConnection:
        try:
            return dialect.connect(*arguments, **named)
        except Exception as error:
            raise Unavailable(f"{type(error).__name__}: {error}".partition("\n")[0]) from error

    translate_set_up(engine)

    @event.listens_for(engine.sync_engine, "handle_error")
    def translate(context: ExceptionContext) -> BaseException | None:
        error = context.original_exception
        if context.is_pre_ping or not isinstance(error, Exception):  # a task that is cancelled stays cancelled
            return None
        kind = outage_of(error) or (CommitUnknown if context.is_disconnect else None)
        if isinstance(error, TimeoutError):
            kind = CommitUnknown  # the connection's next answer would belong to this statement
        if kind is CommitUnknown or sqlstate_of(error) in USELESS:
            context.is_disconnect = True
        return kind(reason_of(error)) if kind else locked(error)


def translate_set_up(engine: AsyncEngine) -> None:
    """Makes this engine raise Unavailable if a new connection breaks at once; SQLAlchemy would pass the error on."""
    dialect: Any = engine.sync_engine.dialect
    if engine.dialect.name != "postgresql":
        return
    set_up = dialect.setup_asyncpg_json_codec  # the first of what SQLAlchemy does with a new connection

    async def set_up_or_raise(connection: object) -> None:
        try:
            await set_up(connection)
        except Exception as error:
            raise Unavailable(type(error).__name__) from error

    dialect.setup_asyncpg_json_codec = set_up_or_raise


def trust_recent(engine: AsyncEngine) -> None:
    """Has the pool test a connection only if it hasn't been used lately: a test takes three round trips.

    If the server or the network has ended a connection, the driver knows without a test.
    """
    dialect = engine.sync_engine.dialect
    ping = dialect.do_ping
    used_at: WeakKeyDictionary[object, float] = WeakKeyDictionary()

    def ping_if_idle(connection: DBAPIConnection) -> bool:
        driver = cast("Any", connection).driver_connection
        if monotonic() - used_at.get(driver, -inf) < RECENT_SECONDS:
            return not driver.is_closed()
        return ping(connection)

    dialect.do_ping = ping_if_idle  # type: ignore[method-assign,assignment]

    @event.listens_for(engine.sync_engine, "checkin")
    def note(connection: DBAPIConnection | None, _record: object) -> None:
        if connection is not None:  # None if it broke
            used_at[cast("Any", connection).driver_connection] = monotonic()


def locked(error: BaseException) -> Unavailable | None:
    """The error to raise if another process has locked SQLite for too long; None if this is another error."""
    code = getattr(error, "sqlite_errorcode", None)
    is_locked = code is not None and code & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
    return Unavailable(reason_of(error)) if is_locked else None


def again_if_lost(work: Work[P, T]) -> Work[P, T]:
    """Decorates idempotent work: after CommitUnknown, it's retried once on another connection. Raises: what it does."""

    @wraps(work)
    async def twice(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await work(*arguments, **named)
        except CommitUnknown:
            return await work(*arguments, **named)

    return twice
