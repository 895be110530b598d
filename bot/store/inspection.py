"""Inspects a database without changing it: for the doctor, before a chore, and for monitoring."""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from alembic.script import ScriptDirectory
from sqlalchemy import delete, false, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.logs import sqlstate_of
from bot.store.address import for_asyncpg
from bot.store.connection import MIGRATIONS, check_session, in_a_file
from bot.store.heartbeat import LAST_UNENDED
from bot.store.schema import heartbeats, leases, matches, metadata
from bot.store.tables import IS_OPEN
from bot.tables.table import OPEN_PHASES

UNDEFINED_TABLE = "42P01"
"""The SQLSTATE of a server's database that has no tables yet."""

SCHEMA = "SELECT version_num FROM alembic_version"


@dataclass(frozen=True, slots=True)
class Condition:
    """A database's condition.

    Shape: `file` is None unless it is SQLite on disk; `schema` is None if nothing has been stored yet.
    Units: `beat_at` is the latest of all processes that haven't ended cleanly, in seconds since 1970; None if there is
    none.
    """

    file: Path | None
    schema: str | None
    newest_schema: str | None
    beat_at: int | None = None


async def inspect(url: str) -> Condition:
    """The condition of the database at `url`. Raises: SharedSession, or what the driver raises if it can't be read."""
    address = make_url(url)
    if in_a_file(address):
        return await asyncio.to_thread(_file, address.database or "")
    if address.get_backend_name() == "sqlite":
        return Condition(None, None, _newest())
    await check_session(url)
    return await _server(url)


def _newest() -> str | None:
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def _file(name: str) -> Condition:
    file = Path(name).absolute()
    if not file.exists():
        return Condition(file, None, _newest())
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        schema = db.execute(SCHEMA).fetchone() if "alembic_version" in tables else None
        beat = db.execute(str(LAST_UNENDED)).fetchone() if {heartbeats.name, leases.name} <= tables else None
    return Condition(file, schema[0] if schema else None, _newest(), beat[0] if beat else None)


async def _server(url: str) -> Condition:
    address, connect = for_asyncpg(url)
    engine = create_async_engine(address, hide_parameters=True, connect_args=connect)
    try:
        async with engine.connect() as db:
            try:
                schema = (await db.execute(text(SCHEMA))).scalars().first()
            except DBAPIError as error:
                if sqlstate_of(error) != UNDEFINED_TABLE:
                    raise
                return Condition(None, None, _newest())
            try:
                beat = (await db.execute(LAST_UNENDED)).scalar_one()
            except DBAPIError:  # its schema is older than the table of leases
                beat = None
        return Condition(None, schema, _newest(), beat_at=beat)
    finally:
        await engine.dispose()


async def try_to_write(url: str, found: Condition) -> None:
    """Does without a trace what a start and matches do on the server at `url`. Raises: what the bot would meet.

    Shape: `found` is its condition.
    """
    address, connect = for_asyncpg(url)
    engine = create_async_engine(address, hide_parameters=True, connect_args=connect, poolclass=NullPool)
    async with engine.connect() as db:  # and no commit
        if found.schema != found.newest_schema:
            await db.exec_driver_sql("CREATE TABLE finte_doctor (id integer)")
            if found.schema is not None:
                await db.exec_driver_sql("COMMENT ON TABLE alembic_version IS NULL")  # as its owner alone may
            return
        for table in metadata.sorted_tables:
            columns = [*table.columns]
            await db.execute(insert(table).from_select(columns, select(table).where(false())))
            await db.execute(update(table).values({columns[0]: columns[0]}).where(false()))
            await db.execute(delete(table).where(false()))


class Probe:
    """Two cheap queries that show whether an open database works."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def schema(self) -> str:
        """The schema's version, read from the file or server. Raises: SQLAlchemyError if there is none."""
        async with self._engine.connect() as db:
            return str((await db.execute(text(SCHEMA))).scalar_one())

    async def open_tables(self) -> Mapping[str, int]:
        """The number of open tables in each phase."""
        query = select(matches.c.phase, func.count()).where(IS_OPEN).group_by(matches.c.phase)
        async with self._engine.connect() as db:
            found = {str(phase): int(number) for phase, number in await db.execute(query)}
        return {phase: found.get(phase, 0) for phase in OPEN_PHASES}
