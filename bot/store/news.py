"""Tells the processes that share a PostgreSQL what one of them has changed. Knows no caches.

SQLite has one process, which needs none.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.address import for_asyncpg
from bot.store.leases.lease import FAULTS, RETRY_SECONDS

log = logging.getLogger(__name__)

CHANNEL = "finte"

LOOK_SECONDS = 1.0
"""How often to look whether news can still come."""

MISSED = ("missed", 0)
"""The news after a time in which others were lost: anything may have changed."""

Hear = Callable[[str, int], Awaitable[None]]
"""Hears what kind of thing has changed, and its number."""


async def tell(db: AsyncConnection, kind: str, number: int) -> None:
    """Sends the news once this transaction is committed."""
    if db.dialect.name == "postgresql":
        await db.execute(select(func.pg_notify(CHANNEL, f"{kind} {number}")))


async def tell_now(engine: AsyncEngine, kind: str, number: int = 0) -> None:
    """Sends news that no transaction makes."""
    async with engine.begin() as db:
        await tell(db, kind, number)


_telling: set[asyncio.Task[None]] = set()


def tell_soon(engine: AsyncEngine, kind: str, number: int) -> None:
    """Sends news in the background. If they are lost, the row's version still refuses outdated writes."""
    task = asyncio.create_task(tell_now(engine, kind, number))
    _telling.add(task)
    task.add_done_callback(_telling.discard)


async def listen(url: str, hear: Hear) -> None:
    """Passes all news on, one after the other, until it's cancelled."""
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
            except Exception as error:  # noqa: BLE001 - the next news must be heard all the same
                log.warning("news of a %s could not be used: %s", kind, type(error).__name__)
    finally:
        listening.cancel()


async def _keep_listening(url: str, heard: Callable[..., None], waiting: asyncio.Queue[tuple[str, int]]) -> None:
    address, connect = for_asyncpg(url)
    server = create_async_engine(
        address, hide_parameters=True, poolclass=NullPool, connect_args=connect, isolation_level="AUTOCOMMIT"
    )
    while True:
        try:
            async with server.connect() as db:
                driver = (await db.get_raw_connection()).driver_connection
                assert driver is not None
                await driver.add_listener(CHANNEL, heard)
                waiting.put_nowait(MISSED)
                while True:
                    await asyncio.sleep(LOOK_SECONDS)
                    async with asyncio.timeout(LOOK_SECONDS * 3):
                        await db.execute(select(1))
        except FAULTS as error:
            log.warning("news of other processes don't come: %s", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
