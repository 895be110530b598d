"""How SQLite finds what queries ask for: by an index, or by reading a whole table."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.store.sums.schema  # noqa: F401 - its tables count as well
from bot.store.schema import metadata

Asked = list[tuple[str, Any]]
"""Queries with their parameters."""


@contextmanager
def queries(engine: AsyncEngine) -> Iterator[Asked]:
    """Notes the queries that the database gets meanwhile."""
    asked: Asked = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:  # noqa: ANN401
        if statement.startswith("SELECT"):
            asked.append((statement, parameters))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine.sync_engine, "before_cursor_execute", note)


async def scans(engine: AsyncEngine, asked: Asked) -> list[str]:
    """The steps of these queries that read a whole table, or a whole index."""
    found = []
    async with engine.connect() as db:
        for statement, parameters in asked:
            plan = await db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = (row[-1] for row in plan)
            found += [step for step in steps if step.startswith("SCAN ") and step.split()[1] in metadata.tables]
    return found
