"""Opens the database: pragmas, pool, migrations."""

import asyncio
import errno
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from bot.store.address import for_asyncpg, has_pooler
from bot.store.database import Database, GroupCommit, check_connections, translate_outages

log = logging.getLogger(__name__)

BUSY_SECONDS = 5
"""Longest wait for a connection (SQLite has only one) before a player is told that the bot is busy."""

READERS = 4
"""The most connections that read SQLite's file: a click doesn't wait for a large page of a leaderboard."""

COMMAND_SECONDS = 10
"""The timeout of one statement, so that a server that hangs is noticed."""

CONNECTIONS = 10
"""The most connections in a process's pool to PostgreSQL. Each lease, and listening to others, takes one more."""

LOOKS = 10
"""Number of looks whether a pooler passes sessions on: while others use it, it may give the same one twice."""

MIGRATIONS = Path(__file__).with_name("migrations")


class UnknownSchema(Exception):
    """This version can't migrate the database's schema. The text says which schema it is, and what to do."""


class SharedSession(Exception):
    """The address leads to a pooler in transaction mode, and doesn't say so."""

    sqlstate = "26000"  # as the server would say sooner or later


@asynccontextmanager
async def open_database(
    url: str,
    *,
    migrates: bool = True,
    command_seconds: float | None = COMMAND_SECONDS,
) -> AsyncIterator[AsyncEngine]:
    """Opens the database at `url`, and migrates it to this version, unless its `Schema` does so later.

    A server may take `command_seconds` for one statement; None lets it take as long as it needs, as a migration may.
    SQLite gets one connection that stays open: writers then queue in the process rather than on the file's lock, and
    WAL with `synchronous=FULL` keeps every committed transaction through a power cut.
    Raises: SharedSession; UnknownSchema; what the driver raises.
    """
    is_sqlite = make_url(url).get_backend_name() == "sqlite"
    engine = _sqlite(url) if is_sqlite else _server(url, command_seconds)
    try:
        if not is_sqlite:
            await check_session(url)
        if migrates:
            await Schema(url, engine).bring_up_to_date()
        else:
            await Database.of(engine).read(_check)
        yield engine
    finally:
        await Database.of(engine).flush()
        await engine.dispose()


class Schema:
    """The schema of the database at `url`, as `engine` has it open."""

    def __init__(self, url: str, engine: AsyncEngine) -> None:
        self._url, self._engine = url, engine

    async def is_current(self) -> bool:
        """Whether it's this version's. Raises: UnknownSchema; what the driver raises."""
        return await Database.of(self._engine).read(_is_current)

    async def bring_up_to_date(self) -> None:
        """Migrates it to this version's, however long that takes. Raises: UnknownSchema; what the driver raises."""
        migrating = self._engine if self._engine.dialect.name == "sqlite" else _server(self._url, None)
        try:
            async with migrating.begin() as connection:
                await connection.run_sync(migrate)
        finally:
            if migrating is not self._engine:
                await migrating.dispose()


async def check_session(url: str) -> None:
    """Checks that each connection to a server keeps its session, as the lease and prepared statements need.

    Raises: SharedSession; what the driver raises.
    """
    if has_pooler(make_url(url)):
        return
    engine = single(make_url(url).update_query_dict({"pgbouncer": "true"}))  # leaves nothing prepared
    async with engine.connect() as own:
        session = await _session(own)
        driver: Any = (await own.get_raw_connection()).driver_connection
        if driver.get_server_pid() == session:  # a pooler makes up the number that it announces
            return
        await own.rollback()
        with suppress(TimeoutError):  # a pooler in session mode may have no second one to give
            async with asyncio.timeout(BUSY_SECONDS), engine.connect() as other:
                for _ in range(LOOKS):
                    # `own` has no transaction now, so a pooler in transaction mode gives its session away
                    if await _session(other) == session or await _session(own) != session:
                        raise SharedSession("a pooler passes the session of one connection on to another")
                    await own.rollback()
                    await other.rollback()


def single(url: str | URL, **options: Any) -> AsyncEngine:  # noqa: ANN401 - as SQLAlchemy has it
    """An engine for single connections to a server, without a pool. Shape: `options` as of SQLAlchemy's engines."""
    address, connect = for_asyncpg(url)
    return create_async_engine(address, hide_parameters=True, poolclass=NullPool, connect_args=connect, **options)


async def _session(db: AsyncConnection) -> int:
    """The number of the server's process that this transaction runs in."""
    return int((await db.execute(text("SELECT pg_backend_pid()"))).scalar_one())


def reader(engine: AsyncEngine) -> AsyncEngine:
    """The same database for queries that no writer has to wait for.

    SQLite's file gets a few more connections, which read what was committed before (WAL) and cannot write; they're
    closed with the first one. A database in memory has only one connection, and a server has enough for everyone, so
    both are returned as is.
    """
    if not in_a_file(engine.url):
        return engine
    readers = _pooled(engine.url, READERS)
    _prepare(readers, "query_only=ON")

    @event.listens_for(engine.sync_engine, "engine_disposed")
    def close(_: object) -> None:
        readers.sync_engine.dispose()

    return readers


def in_a_file(url: URL) -> bool:
    """Whether this is SQLite with a file on disk."""
    return url.get_backend_name() == "sqlite" and url.database not in {None, "", ":memory:"}


def in_memory(url: str) -> bool:
    """Whether everything is lost when the process ends."""
    address = make_url(url)
    return address.get_backend_name() == "sqlite" and not in_a_file(address)


def denial(file: Path) -> OSError | None:
    """Why this user can't write to SQLite's files, with the path of one; None if they can."""
    file = file.resolve()  # SQLite and the lease follow links
    folder = next(parent for parent in file.parents if os.path.exists(parent))  # noqa: PTH110 - never raises
    if not folder.is_dir():
        return OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    beside = [file.with_name(file.name + ending) for ending in ("-wal", "-shm", ".lock")]
    for path in (file, *beside, folder):
        mode = os.W_OK | os.X_OK if path == folder else os.W_OK
        if os.path.exists(path) and not os.access(path, mode):  # noqa: PTH110
            number = errno.EROFS if os.statvfs(path).f_flag & os.ST_RDONLY else errno.EACCES
            return OSError(number, os.strerror(number), str(path))
    return None


def unknown(schema: str) -> str:
    """Whose schema this is, and what to do, if it's not of this version or an older one; "" if it is."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    if schema in {script.revision for script in scripts.walk_revisions()}:
        return ""
    if schema.isdecimal() and schema > (scripts.get_current_head() or ""):
        return f"schema {schema} belongs to a newer version of the bot, so install that version again"
    return f"schema {schema} belongs to another program, so give the bot a database of its own"


def _is_current(connection: Connection) -> bool:
    """Whether the schema is this version's. Raises: UnknownSchema."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    found = MigrationContext.configure(connection).get_current_heads()
    if found == tuple(scripts.get_heads()):
        return True
    for schema in sorted(found):
        if why := unknown(schema):
            raise UnknownSchema(why)
    return False


def _check(connection: Connection) -> None:
    """Logs the schema if it's this version's. Raises: UnknownSchema."""
    if _is_current(connection):
        migrate(connection)


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrates the schema to a revision, by default to this version's, and logs what it did. Raises: UnknownSchema."""
    is_current = _is_current(connection)
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))  # % would be interpolated
    config.attributes["connection"] = connection
    before = MigrationContext.configure(connection).get_current_revision()
    if not is_current:
        alembic.command.upgrade(config, revision)
    after = MigrationContext.configure(connection).get_current_revision()
    change = "created" if before is None else "unchanged" if before == after else f"migrated from {before}"
    log.info("database %s: %s, schema %s", _location(connection.engine.url), change, after)


def _location(url: URL) -> str:
    """The database's address without its password."""
    if url.get_backend_name() != "sqlite":
        return url.set(query={}).render_as_string(hide_password=True)
    return str(Path(url.database or "").absolute()) if in_a_file(url) else "in memory"


def _server(url: str, command_seconds: float | None) -> AsyncEngine:
    address, connect = for_asyncpg(url)
    engine = _pooled(address, CONNECTIONS, **{"command_timeout": command_seconds} | connect)
    check_connections(engine)
    engine.update_execution_options(database=Database(engine, engine))
    return engine


def _sqlite(url: str) -> AsyncEngine:
    address = make_url(url)
    if in_a_file(address):
        database = address.database or ""
        Path(database).parent.mkdir(parents=True, exist_ok=True)
        if error := denial(Path(database)):
            raise error
        with closing(sqlite3.connect(database)) as probe:  # a later failure would leave the driver's thread running
            probe.execute("PRAGMA schema_version")
    engine = _pooled(url, 1)
    engine.update_execution_options(database=GroupCommit(engine, reader(engine), BUSY_SECONDS))
    # secure_delete always: a row that only moves leaves its bytes behind, too
    _prepare(engine, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
    return engine


def _pooled(url: str | URL, size: int, **connect: Any) -> AsyncEngine:  # noqa: ANN401 - as drivers have it
    """An engine with at most so many connections. Shape: `connect` are the driver's options."""
    engine = create_async_engine(
        url,
        hide_parameters=True,  # errors must not quote a move
        poolclass=AsyncAdaptedQueuePool,
        pool_size=size,
        max_overflow=0,
        pool_timeout=BUSY_SECONDS,
        pool_use_lifo=True,  # a few connections do most of the work, and most readers are never opened
        connect_args=connect,
    )
    translate_outages(engine)
    return engine


def _prepare(engine: AsyncEngine, *pragmas: str) -> None:
    """Has SQLite's connections set these pragmas, and begin each transaction as a whole."""

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: DBAPIConnection, _record: object) -> None:
        connection.isolation_level = None  # the driver would run a migration's CREATE TABLE outside its transaction
        cursor = connection.cursor()
        for pragma in (*pragmas, "busy_timeout=5000", "temp_store=MEMORY"):  # the temporary folder may be full
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:  # all of a read sees the same moment
        # a writer waits for another process's lock at once, not at its first change
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")
