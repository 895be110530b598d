"""Inserts rows, or changes those that are there already, in SQLite and PostgreSQL alike."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.units import Statement, Step, perform

Rows = Sequence[Mapping[str, Any]]


async def put(db: AsyncConnection, table: Table, rows: Rows) -> None:
    """Writes these rows in place of those with the same keys."""
    if rows:
        await perform(db, Step(_putting(table, db.engine.dialect.name, tuple(rows[0])), rows))


async def add(db: AsyncConnection, table: Table, rows: Rows) -> None:
    """Adds the numbers in these rows to those in the rows with the same keys."""
    if rows:
        await perform(db, Step(_adding(table, db.engine.dialect.name, tuple(rows[0])), rows))


async def put_new(db: AsyncConnection, table: Table, rows: Rows) -> None:
    """Writes those of these rows whose keys are new."""
    if rows:
        await perform(db, Step(_putting_new(table, db.engine.dialect.name, tuple(rows[0])), rows))


# Statements are kept: to make one costs SQLAlchemy far more than to run it


@cache
def _putting(table: Table, dialect: str, columns: tuple[str, ...]) -> Statement:
    insert = _insert(table, dialect)
    changes = {column.key: insert.excluded[column.key] for column in _values(table)}
    return Statement(_on_conflict(insert, table, changes), columns)


@cache
def _adding(table: Table, dialect: str, columns: tuple[str, ...]) -> Statement:
    insert = _insert(table, dialect)
    changes = {column.key: column + insert.excluded[column.key] for column in _values(table)}
    return Statement(_on_conflict(insert, table, changes), columns)


@cache
def _putting_new(table: Table, dialect: str, columns: tuple[str, ...]) -> Statement:
    return Statement(_insert(table, dialect).on_conflict_do_nothing(), columns)


def _on_conflict(insert: Any, table: Table, changes: Mapping[str, object]) -> Insert:  # noqa: ANN401 - as `_insert`
    changing: Insert = insert.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changes)
    return changing


def _insert(table: Table, dialect: str) -> Any:  # noqa: ANN401 - the two inserts share no base with these methods
    return (postgresql if dialect == "postgresql" else sqlite).insert(table)


def _values(table: Table) -> list[Any]:
    return [column for column in table.columns if not column.primary_key]
