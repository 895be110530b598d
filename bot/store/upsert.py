"""Inserts rows, or changes those that are there already, in SQLite and PostgreSQL alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite

Rows = Sequence[Mapping[str, Any]]


def put(db: Connection, table: Table, rows: Rows) -> None:
    """Writes these rows in place of those with the same keys."""
    insert = _insert(db, table)
    if rows:
        db.execute(_on_conflict(insert, table, {one.key: insert.excluded[one.key] for one in _values(table)}), rows)


def put_new(db: Connection, table: Table, rows: Rows) -> None:
    """Writes those of these rows whose keys are new."""
    if rows:
        db.execute(_insert(db, table).on_conflict_do_nothing(), rows)


def _on_conflict(insert: Any, table: Table, changes: Mapping[str, object]) -> Insert:  # noqa: ANN401 - as `_insert`
    changing: Insert = insert.on_conflict_do_update(index_elements=table.primary_key.columns, set_=changes)
    return changing


def _insert(db: Connection, table: Table) -> Any:  # noqa: ANN401 - the two inserts share no base with these methods
    return (postgresql if db.dialect.name == "postgresql" else sqlite).insert(table)


def _values(table: Table) -> list[Any]:
    return [column for column in table.columns if not column.primary_key]
