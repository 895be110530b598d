"""Inspects, counts, copies, compacts and moves whole databases, for the people who run the bot."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from math import nan
from pathlib import Path
from typing import Any, NamedTuple, get_args

from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    Connection,
    Select,
    Table,
    case,
    delete,
    exists,
    false,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.logs import sqlstate_of
from bot.store.connection import MIGRATIONS, check_session, in_a_file, single
from bot.store.database import Database
from bot.store.processes import LAST_UNENDED
from bot.store.schema import EVERYWHERE, RESULT_NUMBERS, heartbeats, leases, matches, metadata, moves, results, sitters
from bot.store.tables import IS_OPEN, IS_SOLO
from bot.tables.clock import DAY_SECONDS
from bot.tables.table import DECIDED_PHASES, OPEN_PHASES, Phase

UNDEFINED_TABLE = "42P01"
"""The SQLSTATE of a server's database that has no tables yet."""

SCHEMA = "SELECT version_num FROM alembic_version"


@dataclass(frozen=True, slots=True)
class Condition:
    """A database's condition.

    `file` is None unless it's SQLite on disk, and `schema` is None if nothing has been stored yet. `beat_at` is the
    latest of all processes that haven't ended cleanly, in seconds since 1970; None if there is none.
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
    async with single(url).connect() as db:
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


async def try_to_write(url: str, found: Condition) -> None:
    """Does without a trace what a start and matches do on the server at `url`. Raises: what the bot would meet.

    Shape: `found` is its condition.
    """
    async with single(url).connect() as db:  # and no commit
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


OWN_ENDINGS = ("", "-wal", "-shm", "-journal", ".lock")
"""Endings of the names of a database's own files."""

_HAS_ENDS = "SELECT 1 FROM pragma_table_info('leases') WHERE name = 'has_ended'"  # older versions have not
_END_CLEANLY = "UPDATE leases SET has_ended = true"
"""Notes in a copy that every process has ended cleanly, so that no chore waits for a bot that uses the original."""


def copy(url: URL, to: Path) -> None:
    """Copies the database beside `to`, then replaces `to` in one step. Raises: OSError, sqlite3.Error.

    The copy tells of no running bot, even if one runs on the database itself.
    """
    if to.is_dir():
        raise IsADirectoryError(f"{to} is a folder, so write the name of a file in it")
    if to.exists() and not to.is_file():  # such as /dev/null, which the copy would replace
        raise FileExistsError(f"{to} exists and isn't a file")
    database = Path(url.database or "").resolve()
    if to.resolve() in {database.with_name(database.name + ending) for ending in OWN_ENDINGS}:
        raise FileExistsError(f"{to} is the database itself, or a part of it")
    part = to.with_name(to.name + ".part")
    _remove(part)
    try:
        with closing(_open(url)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            if target.execute(_HAS_ENDS).fetchone():
                target.execute(_END_CLEANLY)
                target.commit()
            target.execute("PRAGMA journal_mode=DELETE")  # so that the copy is a single file
        part.replace(to)
    finally:
        _remove(part)  # it has hands and keys


def _remove(database: Path) -> None:
    """Removes a database with the files beside it, which SQLite leaves if the disk is full."""
    for ending in OWN_ENDINGS:
        database.with_name(database.name + ending).unlink(missing_ok=True)


def compact(url: URL) -> None:
    """Rewrites the file without the traces of what was deleted. Raises: sqlite3.Error."""
    with closing(_open(url)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _open(url: URL) -> sqlite3.Connection:
    path = Path(url.database or "")
    if not path.is_file():
        raise FileNotFoundError(f"there is no database at {path}")
    return sqlite3.connect(path, isolation_level=None, timeout=30)


BATCH = 500
"""Rows that are read and written at a time."""


class NotEmpty(Exception):
    """The database to copy into has rows already. The text names the first such table."""


class Unequal(Exception):
    """The copy reads differently. Nothing of it was kept. The text names the first such table."""


class Copied(NamedTuple):
    """A table that was copied.

    Shape: `checksum` adds up the SHA-256 of every row, modulo 2^256, in 64 hexadecimal digits: databases sort texts
    differently.
    """

    table: str
    rows: int
    checksum: str


Progress = Callable[[str, int], None]
"""Called with what is being done, such as "copying moves", and the number of rows so far."""


async def move(source: AsyncEngine, target: AsyncEngine, *, progress: Progress = lambda *_: None) -> list[Copied]:
    """Copies every row in one transaction, and returns what was copied, table by table.

    Both databases must have this version's schema, and nothing else may write to them. `progress` is called after
    every batch. Raises: NotEmpty; Unequal.
    """
    async with source.connect() as old, target.begin() as new:
        for table in metadata.sorted_tables:
            if (await new.execute(select(table).limit(1))).first():
                raise NotEmpty(table.name)
        copied = [await _copy(table, old, new, progress) for table in metadata.sorted_tables]
        await _go_on_numbering(old, new)
        if new.dialect.name == "postgresql":
            last = select(func.max(results.c.number)).scalar_subquery()
            await new.execute(select(func.setval(RESULT_NUMBERS.name, last)))  # unchanged if there are no results
        return copied


async def _copy(table: Table, old: AsyncConnection, new: AsyncConnection, progress: Progress) -> Copied:
    """Copies one table. Raises: Unequal."""
    copied = 0
    async for rows in _batches(table, old):
        await new.execute(insert(table), rows)
        progress(f"copying {table.name}", copied := copied + len(rows))
    written, read = await _summed_up(table, old, progress), await _summed_up(table, new, progress)
    if written != read:
        raise Unequal(table.name)
    return read


async def _batches(table: Table, db: AsyncConnection) -> AsyncIterator[list[dict[str, Any]]]:
    """All rows in the order of their key, so that a row comes after those it can refer to. Shape: by column key."""
    result = await db.stream(select(table).order_by(*table.primary_key))
    keys = [column.key for column in table.columns]
    async for rows in result.partitions(BATCH):
        yield [dict(zip(keys, row, strict=True)) for row in rows]


async def _summed_up(table: Table, db: AsyncConnection, progress: Progress) -> Copied:
    """The rows of a table, counted and hashed."""
    rows, total = 0, 0
    async for batch in _batches(table, db):
        rows += len(batch)
        for row in batch:
            written = json.dumps(row, sort_keys=True, default=bytes.hex)
            total += int.from_bytes(sha256(written.encode()).digest(), "big")
        progress(f"comparing {table.name}", rows)
    return Copied(table.name, rows, f"{total % 2**256:064x}")


async def _go_on_numbering(old: AsyncConnection, new: AsyncConnection) -> None:
    """Has the copy number its next match as the original would have: a number on an old button names no newer one."""
    last: int = (await old.execute(select(func.coalesce(func.max(matches.c.id), 0)))).scalar_one()
    if old.dialect.name == "sqlite":  # which remembers numbers of matches that are gone
        given = await old.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'matches'"))
        last = max(last, given.scalar_one_or_none() or 0)
    if new.dialect.name == "postgresql":
        number = {"last": last or 1, "is_used": last > 0}
        await new.execute(text("SELECT setval('matches_id_seq', :last, :is_used)"), number)
    elif last:
        await new.execute(text("DELETE FROM sqlite_sequence WHERE name = 'matches'"))
        await new.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES ('matches', :last)"), {"last": last})


WEEK_SECONDS = 7 * DAY_SECONDS
MONTH_SECONDS = 4 * WEEK_SECONDS

Week = tuple[int, int]
"""From when until when somebody has to play again to have come back, after their first match. Units: seconds."""

FIRST_WEEK: Week = (DAY_SECONDS, WEEK_SECONDS)
FOURTH_WEEK: Week = (3 * WEEK_SECONDS, MONTH_SECONDS)


async def figures(engine: AsyncEngine, now: int) -> Mapping[str, float]:
    """The figures by the names of their metrics. Shape: NaN if there's nothing to share."""
    begun, minutes = await lobby_figures(engine, now)
    return {
        "finte_lobbies_begun_ratio": begun,
        "finte_lobby_full_minutes": minutes,
        "finte_matches_of_three_ratio": await share_of_three(engine, now),
        "finte_first_week_ratio": await share_of_returns(engine, now, FIRST_WEEK),
        "finte_fourth_week_ratio": await share_of_returns(engine, now, FOURTH_WEEK),
    }


async def lobby_figures(engine: AsyncEngine, now: int) -> tuple[float, float]:
    """The share of lobbies opened in the last day that have begun, and the mean minutes until they were full.

    Shape: without tables that were full at once, and those that are still open; NaN if there are none. Lobbies that
    never began are kept for a day.
    """
    # The index begins with phases.
    lately = matches.c.phase.in_(get_args(Phase)) & (matches.c.changed_at >= now - DAY_SECONDS)
    opened = lately & (matches.c.opened_at >= now - DAY_SECONDS) & (matches.c.guild_id != 0) & ~IS_SOLO
    waited = opened & or_(matches.c.full_at.is_(None), matches.c.full_at > matches.c.opened_at)
    has_begun = case((exists().where(moves.c.match_id == matches.c.id), 1), else_=0)
    begun = select(func.avg(has_begun * 1.0)).where(waited, matches.c.phase != "lobby")
    filled = select(func.avg((matches.c.full_at - matches.c.opened_at) / 60.0)).where(waited)
    share, minutes = await Database.of(engine).read(lambda db: (_number(db, begun), _number(db, filled)))
    return share, minutes


async def share_of_three(engine: AsyncEngine, now: int) -> float:
    """The share of the matches that ended in the last four weeks at which three or more people sat."""
    ended = matches.c.phase.in_(DECIDED_PHASES) & (matches.c.changed_at >= now - MONTH_SECONDS) & ~IS_SOLO
    people = select(func.count(sitters.c.user_id)).where(sitters.c.match_id == matches.c.id).scalar_subquery()
    query = select(func.avg(case((people >= 3, 1.0), else_=0.0))).where(ended)
    return await Database.of(engine).read(lambda db: _number(db, query))


async def share_of_returns(engine: AsyncEngine, now: int, week: Week) -> float:
    """The share of pairs of server and person that played again in this week after their first match.

    Shape: of those whose first match was in the four weeks before a time from which all of them could have come back.
    """
    since, until = week
    latest = now - until
    key = (results.c.user_id, results.c.community_id)
    known = (results.c.user_id > 0) & (results.c.community_id != EVERYWHERE)
    first = select(*key, func.min(results.c.number).label("number")).where(known).group_by(*key).subquery()
    begun = (
        select(results.c.user_id, results.c.community_id, results.c.ended_at)
        .join(first, (results.c.user_id == first.c.user_id) & (results.c.community_id == first.c.community_id)
              & (results.c.number == first.c.number))
        .where(results.c.ended_at.between(latest - MONTH_SECONDS, latest))
        .subquery()
    )  # fmt: skip
    again = results.alias()
    in_week = again.c.ended_at.between(begun.c.ended_at + literal(since), begun.c.ended_at + literal(until))
    same = (again.c.user_id == begun.c.user_id) & (again.c.community_id == begun.c.community_id)
    query = select(func.avg(case((exists().where(same, in_week), 1.0), else_=0.0))).select_from(begun)
    return await Database.of(engine).read(lambda db: _number(db, query))


def _number(db: Connection, query: Select[Any]) -> float:
    found = db.execute(query).scalar_one()
    return nan if found is None else float(found)
