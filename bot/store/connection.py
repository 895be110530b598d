"""Opens the database: pragmas, pool, migrations. Knows no table."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import alembic.command
import alembic.config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

MIGRATIONS = Path(__file__).with_name("migrations")


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[AsyncEngine]:
    """The database at `url`, migrated to this version.

    SQLite gets one connection that is never given up: writers then queue in the process rather than on the file's
    lock, and WAL with `synchronous=FULL` keeps every committed transaction through a power cut.
    """
    engine = _sqlite(url) if make_url(url).get_backend_name() == "sqlite" else _server(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
        yield engine
    finally:
        await engine.dispose()


def migrate(connection: Connection) -> None:
    """Brings the schema up to date."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def _server(url: str) -> AsyncEngine:
    return create_async_engine(url, hide_parameters=True, pool_pre_ping=True)


def _sqlite(url: str) -> AsyncEngine:
    database = make_url(url).database
    if database and database != ":memory:":
        Path(database).parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(database)) as probe:  # what fails later leaves the driver's thread behind
            probe.execute("PRAGMA schema_version")
    engine = create_async_engine(
        url,
        hide_parameters=True,  # errors must not quote a move
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1,
        max_overflow=0,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: DBAPIConnection, _record: object) -> None:
        connection.isolation_level = None  # the driver would leave a migration's CREATE TABLE outside its transaction
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
