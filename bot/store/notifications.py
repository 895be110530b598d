"""Notifies the processes that share one PostgreSQL of each other's changes. Knows no caches.

On SQLite there is only one process, so nothing is sent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from math import ceil
from time import monotonic

from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.address import for_asyncpg
from bot.store.database import Database
from bot.store.leases import RETRY_SECONDS

log = logging.getLogger(__name__)

CHANNEL = "finte"

LOOK_SECONDS = 1.0
"""How often to check the connection over which notifications arrive."""

MISSED = "missed"
"""Passed on after every connect, with the seconds in which notifications may have been missed: anything may have
changed."""

SKEW_SECONDS = 10
"""By how much the clocks of two machines may differ."""

Hear = Callable[[str, int], Awaitable[None]]
"""Called with the kind of thing that has changed, such as "match" or "person", and its id; or with `MISSED`."""


def notify(db: Connection, kind: str, number: int) -> None:
    """Notifies the other processes once this transaction is committed."""
    if db.dialect.name == "postgresql":
        db.execute(select(func.pg_notify(CHANNEL, f"{kind} {number}")))


async def notify_now(engine: AsyncEngine, kind: str, number: int = 0) -> None:
    """Notifies the other processes of a change outside any transaction."""
    await Database.of(engine).write(lambda db: notify(db, kind, number))


async def listen(url: str, hear: Hear) -> None:
    """Calls `hear` for each notification in turn, until cancelled. Reconnects when the connection breaks."""
    waiting: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def heard(*news: object) -> None:
        kind, _, number = str(news[-1]).partition(" ")
        waiting.put_nowait((kind, int(number)))

    listening = asyncio.create_task(_keep_listening(url, heard, waiting))
    try:
        while True:
            kind, number = await waiting.get()
            try:
                await hear(kind, number)
            except Exception as error:  # noqa: BLE001 - the next notification must be handled all the same
                log.warning("a notification of a change (%s) could not be handled: %s", kind, type(error).__name__)
    finally:
        listening.cancel()


async def _keep_listening(url: str, heard: Callable[..., None], waiting: asyncio.Queue[tuple[str, int]]) -> None:
    address, connect = for_asyncpg(url)
    server = create_async_engine(
        address, hide_parameters=True, poolclass=NullPool, connect_args=connect, isolation_level="AUTOCOMMIT"
    )
    sure_at: float | None = None  # when nothing had been missed yet
    while True:
        try:
            async with server.connect() as db:
                driver = (await db.get_raw_connection()).driver_connection
                assert driver is not None
                await driver.add_listener(CHANNEL, heard)
                now = monotonic()
                waiting.put_nowait((MISSED, 0 if sure_at is None else ceil(now - sure_at) + SKEW_SECONDS))
                sure_at = now
                while True:
                    await asyncio.sleep(LOOK_SECONDS)
                    now = monotonic()
                    async with asyncio.timeout(LOOK_SECONDS * 3):
                        await db.execute(select(1))
                    sure_at = now
        except Exception as error:  # noqa: BLE001 - the driver has its own errors, and a process must not turn deaf
            log.warning("no notifications from other processes: %s", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
