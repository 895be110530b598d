"""Copies a whole database into an empty one of another kind, and compares the two row by row."""

import json
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Column, Table, func, insert, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.schema import RESULT_NUMBERS, metadata, results

BATCH = 500
"""Rows that are read and written at a time."""


class NotEmpty(Exception):
    """The database to copy into has rows already. The text names the first such table."""


class Unequal(Exception):
    """What has been written reads differently. Nothing of it was kept. The text names the first such table."""


class Copied(NamedTuple):
    """What was copied of one table.

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
    if table.autoincrement_column is not None:
        await _go_on_numbering(table, table.autoincrement_column, old, new)
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


async def _go_on_numbering(table: Table, column: Column[Any], old: AsyncConnection, new: AsyncConnection) -> None:
    """Has the copy number its next row as the original would have: a number on an old button names no newer table."""
    last = await _last_number(table, column, old)
    if new.dialect.name == "postgresql":
        sequence = {"sequence": f"{table.name}_{column.name}_seq", "last": last or 1, "is_used": last > 0}
        await new.execute(text("SELECT setval(:sequence, :last, :is_used)"), sequence)
    elif last and await _remembers_numbers(new):
        await new.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        numbered = {"name": table.name, "last": last}
        await new.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), numbered)


async def _last_number(table: Table, column: Column[Any], db: AsyncConnection) -> int:
    """The highest number that the table has ever given to a row, as far as the database remembers."""
    last: int = (await db.execute(select(func.coalesce(func.max(column), 0)))).scalar_one()
    if await _remembers_numbers(db):
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        last = max(last, (await db.execute(query, {"name": table.name})).scalar_one_or_none() or 0)
    return last


async def _remembers_numbers(db: AsyncConnection) -> bool:
    """Whether this is SQLite, with a table of the last numbers given."""
    if db.dialect.name != "sqlite":
        return False
    return await db.run_sync(lambda connection: inspect(connection).has_table("sqlite_sequence"))
