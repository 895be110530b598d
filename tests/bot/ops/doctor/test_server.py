"""The doctor tries on PostgreSQL what the bot does there, and leaves no trace."""

import pytest
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.ops.doctor import Finding, check_database
from bot.store.connection import open_database
from bot.store.leases import open_lease
from bot.store.processes import LeaseRecords
from tests.database import server_database
from tests.postgresql import SKIPPED, USER, Server

pytestmark = SKIPPED

READ_ONLY = "&options=-c%20default_transaction_read_only%3Don"

TABLES = text("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname")


async def run(url: str, *statements: str) -> None:
    """Runs these statements outside of transactions."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    async with engine.connect() as db:
        for statement in statements:
            await db.exec_driver_sql(statement)


@pytest.fixture
async def url(postgresql: Server, request: pytest.FixtureRequest) -> str:
    """The address of a database as a bot leaves it, or of an empty one."""
    name = getattr(request, "param", "examined")
    if name != "empty":
        return await server_database(postgresql, name)
    await run(postgresql.url("postgres"), "DROP DATABASE IF EXISTS empty", "CREATE DATABASE empty TEMPLATE template0")
    return postgresql.url("empty")


async def examined(url: str) -> list[Finding]:
    return (await check_database(url))[0]


async def names(url: str) -> list[str]:
    """The tables, indexes and sequences that there are."""
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as db:
        return [*(await db.execute(TABLES)).scalars()]


@pytest.mark.parametrize("url", ["examined", "empty"], indirect=True)
async def test_a_server_where_the_bot_can_write_passes_and_stays_as_it_is(url: str) -> None:
    before = await names(url)
    async with open_lease(url, (0,), 1) as lease:
        assert await lease.try_acquire()
        found = await examined(url)
        assert await lease.is_held()

    assert [(one.level, one.check) for one in found] == [("ok", "database"), ("ok", "writing"), ("ok", "lease")]
    assert found[-1].text == "a process holds it; another one would stand by"
    assert await names(url) == before


async def test_a_server_that_takes_no_writes_fails_as_the_bot_does(url: str) -> None:
    found = next(one for one in await examined(f"{url}{READ_ONLY}") if one.check == "writing")

    assert found.level == "failure"
    assert "in a read-only transaction" in found.text
    assert "primary" in found.advice
    with pytest.raises(Exception, match=r"25006|read-only"):
        async with open_database(f"{url}{READ_ONLY}") as engine:
            await LeaseRecords(engine).claim("a bot")


async def test_a_table_that_somebody_has_locked_does_not_hold_the_doctor_up(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ops.doctor.SERVER_SECONDS", 1)
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as other:
        await other.exec_driver_sql("LOCK TABLE panels IN ACCESS EXCLUSIVE MODE")
        found = next(one for one in await examined(url) if one.check == "writing")

    assert (found.level, found.text) == ("failure", "no answer within 1 s")


async def weak(url: str, *grants: str) -> str:
    """The address of the same database for a role that has only these rights."""
    create = "DO $$ BEGIN CREATE ROLE weak LOGIN; EXCEPTION WHEN duplicate_object THEN END $$"
    await run(url, create, "DROP OWNED BY weak", *grants)  # which takes all its rights in this database
    return url.replace(f"//{USER}@", "//weak@")


ALL = "ON ALL TABLES IN SCHEMA public"


@pytest.mark.parametrize(
    ("url", "grants"),
    [
        ("empty", []),
        ("examined", [f"GRANT SELECT {ALL} TO weak"]),
        ("examined", [f"GRANT SELECT, INSERT, UPDATE, DELETE {ALL} TO weak", "REVOKE INSERT ON moves FROM weak"]),
        ("examined", [f"GRANT SELECT, INSERT, UPDATE, DELETE {ALL} TO weak", "REVOKE DELETE ON panels FROM weak"]),
    ],
    indirect=["url"],
    ids=["no CREATE", "SELECT", "no INSERT", "no DELETE"],
)
async def test_a_role_that_lacks_a_right_fails(url: str, grants: list[str]) -> None:
    found = [one for one in await examined(await weak(url, *grants)) if one.level == "failure"]

    assert [one.text.partition("permission denied")[1] for one in found] == ["permission denied"]
    assert "owner" in found[0].advice
