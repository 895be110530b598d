"""The least that storing a move costs: a driver on its own, over one connection, with everything ready.

Each move is a transaction of the two statements that the store needs, too: the table's next version and the move.
"""

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot.store.address import for_asyncpg
from bot.store.store import changing
from bot.tables.table import Table

COLUMNS = ("capacity", "phase", "host_id", "changed_at", "clocks", "hold", "version")
CLAIM = f"UPDATE matches SET {', '.join(f'{name} = ?' for name in COLUMNS)} WHERE id = ? AND version = ?"  # noqa: S608
ADD_MOVE = "INSERT INTO moves (match_id, number, seat, text, stood_in) VALUES (?, ?, ?, ?, ?)"

StoreMove = Callable[[Table, str], Awaitable[None]]
"""Stores a text as the move that leads to this version of a table."""


@asynccontextmanager
async def sqlite_floor(file: Path) -> AsyncIterator[StoreMove]:
    """SQLite's driver in this thread, with the bot's pragmas."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            db.execute(f"PRAGMA {pragma}")

        async def store(table: Table, text: str) -> None:
            db.execute("BEGIN")
            db.execute(CLAIM, _claim(table))
            db.execute(ADD_MOVE, _move(table, text))
            db.execute("COMMIT")

        yield store


@asynccontextmanager
async def postgresql_floor(url: str) -> AsyncIterator[StoreMove]:
    """asyncpg with prepared statements."""
    import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415 - only where it's installed

    address, _ = for_asyncpg(url)
    db: Any = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        claim, add_move = await db.prepare(_numbered(CLAIM)), await db.prepare(_numbered(ADD_MOVE))

        async def store(table: Table, text: str) -> None:
            await db.execute("BEGIN")
            await claim.fetch(*_claim(table))
            await add_move.fetch(*_move(table, text))
            await db.execute("COMMIT")

        yield store
    finally:
        await db.close()


def _claim(table: Table) -> Sequence[object]:
    row = changing(table) | {"clocks": json.dumps(changing(table)["clocks"])}
    return (*(row[name] for name in COLUMNS), table.id, table.version - 1)


def _move(table: Table, text: str) -> Sequence[object]:
    return (table.id, table.version - 1, 0, text, False)


def _numbered(sql: str) -> str:
    """The statement with PostgreSQL's parameters."""
    first, *others = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, 1))
