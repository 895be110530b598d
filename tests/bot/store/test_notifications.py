"""A process goes on hearing of changes even if its connection breaks just as it begins to listen."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store import processes
from bot.store.connection import open_database
from bot.store.database import Database
from bot.store.processes import MISSED, listen, notify
from localcord.people import PATIENCE_SECONDS
from tests.database import server_database
from tests.postgresql import SKIPPED, Server
from tests.severed import Way, way_to

pytestmark = SKIPPED


@pytest.fixture
async def way(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Way]:
    await server_database(postgresql, "heard")
    monkeypatch.setattr(processes, "RETRY_SECONDS", 0)
    async with way_to(postgresql.folder) as found:
        yield found


async def test_a_connection_that_breaks_as_it_begins_to_listen_is_replaced(postgresql: Server, way: Way) -> None:
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def hear(kind: str, number: int) -> None:
        heard.put_nowait((kind, number))

    way.break_at(b"LISTEN")
    listening = asyncio.create_task(listen(postgresql.url("heard", way.folder), hear))
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await heard.get() == (MISSED, 0)
        assert way.has_lost_all
        async with open_database(postgresql.url("heard")) as engine:
            await Database.of(engine).write(lambda db: notify(db, "match", 7))
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert await heard.get() == ("match", 7)
    finally:
        listening.cancel()
