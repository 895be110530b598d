"""Databases for tests, opened as the bot does, except that new ones get their schema without migrations."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import cast

import pytest
from sqlalchemy import AdaptedConnection, Connection, NullPool, create_engine, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

import bot.store.connection
from bot.store.connection import migrate, open_database
from bot.store.schema import metadata
from tests.postgresql import Server


@asynccontextmanager
async def database(url: str) -> AsyncIterator[AsyncEngine]:
    """The database at `url`. A new one gets the tables that the migrations made once."""
    async with AsyncExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            spare_migrations(patch)
            engine = await stack.enter_async_context(open_database(url))
        yield engine


@asynccontextmanager
async def empty_database(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """A database without rows, of the kind that is the fixture's parameter."""
    if request.param == "sqlite":
        async with database("sqlite+aiosqlite:///:memory:") as new:
            yield new
        return
    server: Server = request.getfixturevalue("postgresql")
    async with database(await server_database(server, SHARED)) as new:
        await _empty(new)
        yield new


async def server_database(server: Server, name: str) -> str:
    """The address of a database on this server, with the tables that the migrations made once; it's made if missing."""
    if name not in server.databases:
        if not server.databases:
            async with open_database(server.url("template1")):  # of which every other is a copy
                pass
        admin = create_async_engine(server.url("postgres"), isolation_level="AUTOCOMMIT", poolclass=NullPool)
        async with admin.connect() as db:
            await db.execute(text(f"CREATE DATABASE {name}"))
        server.databases.add(name)
    return server.url(name)


SHARED = "shared"
"""The database of the tests that leave nothing running: to empty it is quicker than to make another one."""

EMPTY = f"""
DO $$ BEGIN
    SET LOCAL session_replication_role = replica;  -- in any order of tables
    {"; ".join(str(table.delete()) for table in metadata.sorted_tables)};
    PERFORM setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S';
END $$
"""
"""Deletes every row, and begins to number rows anew. With few rows, a TRUNCATE would take many times as long."""


async def _empty(server: AsyncEngine) -> None:
    async with server.begin() as db:
        await db.exec_driver_sql(EMPTY)


@asynccontextmanager
async def undeletable(engine: AsyncEngine, table: str) -> AsyncIterator[None]:
    """Lets the database refuse to delete rows of a table, with an error that says "broken"."""
    trigger, end = f"CREATE TRIGGER broken BEFORE DELETE ON {table}", "DROP TRIGGER broken"
    if engine.dialect.name == "sqlite":
        begin = [f"{trigger} BEGIN SELECT RAISE(ABORT, 'broken'); END"]
    else:
        function = "BEGIN RAISE EXCEPTION 'broken'; END"
        begin = [
            f"CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $${function}$$",
            f"{trigger} EXECUTE FUNCTION broken()",
        ]
        end = "DROP FUNCTION broken CASCADE"
    await _run(engine, *begin)
    yield
    await _run(engine, end)


async def _run(engine: AsyncEngine, *statements: str) -> None:
    async with engine.begin() as db:
        for statement in statements:
            await db.exec_driver_sql(statement)


def spare_migrations(patch: pytest.MonkeyPatch) -> None:
    """Gives new databases the tables that the migrations made once; older ones are still migrated."""
    patch.setattr(bot.store.connection, "migrate", _copy)


def _copy(connection: Connection) -> None:
    if inspect(connection).get_table_names():
        migrate(connection)
    else:
        _fill(connection)


def _fill(connection: Connection) -> None:
    """Turns an empty SQLite database into one of this version. Its statements one by one would take far longer."""
    adapted = cast("AdaptedConnection", connection.connection.dbapi_connection)
    adapted.run_async(lambda driver: driver.executescript(_script()))


@cache
def _script() -> str:
    """The SQL that turns an empty database into one of this version."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
    with engine.connect() as connection:
        made = connection.connection.driver_connection
        assert made
        script = "\n".join(made.iterdump())
    engine.dispose()
    return script
