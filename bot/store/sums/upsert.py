"""Inserts rows, or changes those that are there already, in SQLite and PostgreSQL alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Rows = Sequence[Mapping[str, Any]]


async def put(db: AsyncConnection, table: Table, rows: Rows) -> None:
    """Writes these rows in place of those with the same keys."""
    if rows:
        insert = _insert(db, table)
        changes = {column.key: insert.excluded[column.key] for column in _values(table)}
        await db.execute(insert.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changes), rows)


async def add(db: AsyncConnection, table: Table, rows: Rows) -> None:
    """Adds the numbers in these rows to those in the rows with the same keys."""
    if rows:
        insert = _insert(db, table)
        changes = {column.key: column + insert.excluded[column.key] for column in _values(table)}
        await db.execute(insert.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changes), rows)


async def put_new(db: AsyncConnection, table: Table, rows: Rows) -> None:
    """Writes those of these rows whose keys are new."""
    if rows:
        await db.execute(_insert(db, table).on_conflict_do_nothing(), rows)


def _insert(db: AsyncConnection, table: Table) -> Any:  # noqa: ANN401 - the two inserts share no base with these methods
    return (postgresql if db.dialect.name == "postgresql" else sqlite).insert(table)


def _values(table: Table) -> list[Any]:
    return [column for column in table.columns if not column.primary_key]
