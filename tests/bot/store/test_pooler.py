"""A pooler that has the bot share sessions with others is recognised, and nothing else is taken for one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

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

TRANSACTIONS = "pool_mode = transaction"
SESSIONS = "pool_mode = session"


async def address(server: Server, folder: Path | None = None) -> str:
    """The address of a database with the bot's tables, by the server's socket or that in another folder."""
    await server_database(server, "pooled")
    return server.url("pooled", folder)


@asynccontextmanager
async def busy(url: str) -> AsyncIterator[None]:
    """Lets others use the pooler meanwhile."""
    place, connect = for_asyncpg(f"{url}&pgbouncer=true")
    others = create_async_engine(place, connect_args=connect)

    async def go_on() -> None:
        while True:
            async with others.begin() as db:
                await db.execute(text("SELECT pg_sleep(0.002)"))

    running = [asyncio.create_task(go_on()) for _ in range(4)]
    try:
        yield
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await others.dispose()


@pytest.mark.parametrize(
    "settings",
    [
        (),
        ("default_pool_size = 1",),
        ("server_reset_query_always = 1",),
        ("server_round_robin = 1",),
        ("default_pool_size = 1", "server_reset_query_always = 1"),
    ],
    ids=", ".join,
)
async def test_a_pooler_of_transactions_is_recognised_at_the_start(
    postgresql: Server, settings: tuple[str, ...]
) -> None:
    await address(postgresql)
    with pooler(postgresql, TRANSACTIONS, *settings) as folder:
        for _ in range(3):  # later ones meet statements that earlier ones have prepared
            with pytest.raises(
                WrongSettings, match="DATABASE_URL leads to a pooler in transaction mode: add pgbouncer=true"
            ):
                async with opened(await address(postgresql, folder)):
                    pass


@pytest.mark.parametrize("turns", [0, 1])
async def test_a_pooler_that_others_use_is_recognised(postgresql: Server, turns: int) -> None:
    await address(postgresql)
    with pooler(postgresql, TRANSACTIONS, f"server_round_robin = {turns}") as folder:
        url = await address(postgresql, folder)
        async with busy(url):
            for _ in range(5):
                with pytest.raises(WrongSettings, match="pgbouncer=true"):
                    async with opened(url):
                        pass


async def test_a_chore_is_refused_over_a_pooler_of_transactions(postgresql: Server) -> None:
    await address(postgresql)
    with pooler(postgresql, TRANSACTIONS) as folder, pytest.raises(WrongSettings, match="pgbouncer=true"):
        async with at_rest(await address(postgresql, folder), 1):
            pass


async def test_the_doctor_says_what_to_write_for_a_pooler_of_transactions(postgresql: Server) -> None:
    await address(postgresql)
    with pooler(postgresql, TRANSACTIONS) as folder:
        (found,), _ = await check_database(await address(postgresql, folder))

    assert found.level == "failure"
    assert "add pgbouncer=true" in found.advice


@pytest.mark.parametrize(
    "settings", [(SESSIONS,), (SESSIONS, "server_reset_query_always = 1"), (TRANSACTIONS,)], ids=str
)
async def test_a_pooler_that_keeps_sessions_or_is_named_is_accepted(
    postgresql: Server, settings: tuple[str, ...]
) -> None:
    flag = "&pgbouncer=true" if TRANSACTIONS in settings else ""
    await address(postgresql)
    with pooler(postgresql, *settings) as folder:
        url = await address(postgresql, folder) + flag
        async with AsyncExitStack() as stack:
            if not flag:
                await stack.enter_async_context(busy(url))
            for _ in range(3):
                async with open_database(url):
                    assert (await inspect(url)).schema
                findings, _ = await check_database(url)
                assert "failure" not in {found.level for found in findings}


async def test_a_pooler_with_a_single_session_is_not_taken_for_one_of_transactions(
    postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.connection.BUSY_SECONDS", 0.2)
    await address(postgresql)
    with pooler(postgresql, SESSIONS, "default_pool_size = 1") as folder:
        assert (await inspect(await address(postgresql, folder))).schema


async def test_a_statement_that_a_pooler_has_lost_is_said_with_what_to_write(postgresql: Server) -> None:
    async with open_database(await address(postgresql)) as engine, engine.connect() as db:
        with pytest.raises(DBAPIError) as lost:
            await db.exec_driver_sql("EXECUTE gone")

    assert "SQLSTATE 26000: DATABASE_URL leads to a pooler in transaction mode: add pgbouncer=true" in outline(
        lost.value
    )
