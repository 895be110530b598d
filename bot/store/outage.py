"""Handles a database that doesn't respond. Knows no table.

Each driver has its own errors for this, and SQLAlchemy passes some on unchanged. Here they become two; for both,
players are told that the bot is busy.
"""

import sqlite3
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from math import inf
from time import monotonic
from typing import Any, ParamSpec, TypeVar, cast

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect, ExceptionContext
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.logs import reason_of, sqlstate_of

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[P, Coroutine[Any, Any, T]]


RECENT_SECONDS = 1.0
"""For how long after its last use a connection is assumed to work."""


USED_AT = "used_at"
"""The key of the moment at which a connection was last used, by time.monotonic, in what the pool keeps about it."""


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

    @event.listens_for(engine.sync_engine, "do_connect")
    def connect(
        dialect: Dialect, _record: object, arguments: Sequence[object], named: Mapping[str, object]
    ) -> DBAPIConnection:
        try:
            return dialect.connect(*arguments, **named)
        except Exception as error:
            raise Unavailable(f"{type(error).__name__}: {error}".partition("\n")[0]) from error

    @event.listens_for(engine.sync_engine, "handle_error")
    def translate(context: ExceptionContext) -> BaseException | None:
        error = context.original_exception
        if not isinstance(error, Exception):  # a task that is cancelled stays cancelled
            return None
        kind = outage_of(error) or (CommitUnknown if context.is_disconnect else None)
        if isinstance(error, TimeoutError):
            kind = CommitUnknown  # the connection's next answer would belong to this statement
        if kind is CommitUnknown or sqlstate_of(error) in USELESS:
            context.is_disconnect = True
        return kind(reason_of(error)) if kind else locked(error)


@contextmanager
def as_unavailable() -> Iterator[None]:
    """Wraps the opening of a connection. Raises: Unavailable if it breaks at once; SQLAlchemy passes that error on."""
    try:
        yield
    except SQLAlchemyError:
        raise
    except Exception as error:
        raise Unavailable(type(error).__name__) from error


def check_connections(engine: AsyncEngine) -> None:
    """Has the pool replace connections that the server or the network has ended.

    One that hasn't been used lately is tested, which takes three round trips; of others, the driver knows.
    """
    dialect = engine.sync_engine.dialect

    def works(connection: DBAPIConnection) -> bool:
        try:
            return dialect.do_ping(connection)
        except (dialect.loaded_dbapi.Error, TimeoutError):
            return False

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        if monotonic() - record.info.get(USED_AT, -inf) < RECENT_SECONDS:
            is_there = not cast("Any", connection).driver_connection.is_closed()
        else:
            is_there = works(connection)
        if not is_there:
            raise InvalidatePoolError

    @event.listens_for(engine.sync_engine, "connect")
    @event.listens_for(engine.sync_engine, "checkin")
    def note(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        if connection is not None:  # None if it broke
            record.info[USED_AT] = monotonic()


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
