"""A pooler that has the bot share sessions with others is recognised, and nothing else is taken for one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import WrongSettings
from bot.logs import outline
from bot.ops.chores import at_rest, opened
from bot.ops.doctor import check_database
from bot.store.address import for_asyncpg
from bot.store.connection import open_database
from bot.store.operations import inspect
from tests.database import server_database
from tests.pooler import SKIPPED, pooler
from tests.postgresql import Server

pytestmark = SKIPPED

TRANSACTIONS, SESSIONS = "pool_mode = transaction", "pool_mode = session"


@asynccontextmanager
async def behind(server: Server, *settings: str, others: int = 0) -> AsyncIterator[str]:
    """The address of a database behind a pooler with these settings, which so many others use meanwhile."""
    await server_database(server, "pooled")
    with pooler(server, *settings) as folder:
        url = server.url("pooled", folder)
        place, connect = for_asyncpg(f"{url}&pgbouncer=true")
        engine = create_async_engine(place, connect_args=connect)

        async def go_on() -> None:
            while True:
                async with engine.begin() as db:
                    await db.execute(text("SELECT pg_sleep(0.002)"))

        running = [asyncio.create_task(go_on()) for _ in range(others)]
        try:
            yield url
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await engine.dispose()


@pytest.mark.parametrize(
    ("settings", "others"),
    [
        ((), 0),
        (("default_pool_size = 1", "server_reset_query_always = 1"), 0),
        (("server_round_robin = 0",), 4),
        (("server_round_robin = 1",), 4),
    ],
)
async def test_a_pooler_of_transactions_is_recognised_at_the_start(
    postgresql: Server, settings: tuple[str, ...], others: int
) -> None:
    async with behind(postgresql, TRANSACTIONS, *settings, others=others) as url:
        for _ in range(3):  # later ones meet statements that earlier ones have prepared
            with pytest.raises(WrongSettings, match="leads to a pooler in transaction mode: add pgbouncer=true"):
                async with opened(url):
                    pass


async def test_chores_and_the_doctor_say_what_to_write_for_a_pooler_of_transactions(postgresql: Server) -> None:
    async with behind(postgresql, TRANSACTIONS) as url:
        (found,), _ = await check_database(url)
        with pytest.raises(WrongSettings, match="pgbouncer=true"):
            async with at_rest(url, 1):
                pass

    assert found.level == "failure"
    assert "add pgbouncer=true" in found.advice


@pytest.mark.parametrize(
    ("settings", "flag"),
    [((SESSIONS, "server_reset_query_always = 1"), ""), ((TRANSACTIONS,), "&pgbouncer=true")],
    ids=["sessions", "named"],
)
async def test_a_pooler_that_keeps_sessions_or_is_named_is_accepted(
    postgresql: Server, settings: tuple[str, ...], flag: str
) -> None:
    async with behind(postgresql, *settings, others=0 if flag else 4) as url:
        for _ in range(3):
            async with open_database(url + flag):
                assert (await inspect(url + flag)).schema
            findings, _ = await check_database(url + flag)
            assert "failure" not in {found.level for found in findings}


async def test_a_pooler_with_a_single_session_is_not_taken_for_one_of_transactions(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.connection.BUSY_SECONDS", 0.2)
    async with behind(postgresql, SESSIONS, "default_pool_size = 1") as url:
        assert (await inspect(url)).schema


async def test_a_statement_that_a_pooler_has_lost_is_said_with_what_to_write(postgresql: Server) -> None:
    async with open_database(await server_database(postgresql, "pooled")) as engine, engine.connect() as db:
        with pytest.raises(DBAPIError) as lost:
            await db.exec_driver_sql("EXECUTE gone")

    said = "SQLSTATE 26000: DATABASE_URL leads to a pooler in transaction mode: add pgbouncer=true"
    assert said in outline(lost.value)
