"""Databases for tests, opened as the bot does, except that new ones get their schema without migrations."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache

import pytest
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.store.connection
from bot.store import open_database
from bot.store.connection import migrate


@asynccontextmanager
async def database(url: str) -> AsyncIterator[AsyncEngine]:
    """The database at `url`. A new one gets the tables that the migrations made once."""
    async with AsyncExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            spare_migrations(patch)
            engine = await stack.enter_async_context(open_database(url))
        yield engine


def spare_migrations(patch: pytest.MonkeyPatch) -> None:
    """Gives new databases the tables that the migrations made once; older ones are still migrated."""
    patch.setattr(bot.store.connection, "migrate", _copy)


def _copy(connection: Connection) -> None:
    if inspect(connection).get_table_names():
        migrate(connection)
        return
    for statement in _statements():
        connection.exec_driver_sql(statement)


@cache
def _statements() -> tuple[str, ...]:
    """The SQL that turns an empty database into one of this version."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migrate(connection)
    with engine.connect() as connection:
        made = connection.connection.driver_connection
        assert made
        statements = tuple(made.iterdump())
    engine.dispose()
    return tuple(one for one in statements if one not in {"BEGIN TRANSACTION;", "COMMIT;"})
