"""Writes that are done once although the connection broke, whether before or after the database stored them."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.store.outage import Lost
from bot.tables.table import Table

P = ParamSpec("P")


class Taken(Exception):
    """Somebody else was faster: the table has a newer version, or the match already has a rematch."""


class Reader(Protocol):
    """A store, as far as it tells what it has."""

    async def table(self, match_id: int) -> Table | None:
        """The table with this number, or None."""
        ...

    async def opened_with(self, key: bytes) -> Table | None:
        """The table whose deals follow from this key, or None."""
        ...


S = TypeVar("S", bound=Reader)
Opening = Callable[Concatenate[S, P], Coroutine[Any, Any, Table]]
Write = Callable[Concatenate[S, Table, P], Coroutine[Any, Any, None]]


def sure(write: Write[S, P]) -> Write[S, P]:
    """A write of a table's next version that is repeated if the connection breaks, and has its effect once.

    If the first one was stored nevertheless, the second is refused: the table has this version by then. A commit that
    is still under way holds the table's row, so the second one waits for it.
    """

    @wraps(write)
    async def surely(store: S, table: Table, /, *arguments: P.args, **named: P.kwargs) -> None:
        try:
            await write(store, table, *arguments, **named)
        except Lost:
            try:
                await write(store, table, *arguments, **named)
            except Taken:
                if not await _has(store, table):
                    raise

    return surely


def opened_once(opening: Opening[S, P]) -> Opening[S, P]:
    """The opening of a table that finds the table by its `key` if the connection breaks after it was stored."""

    @wraps(opening)
    async def once(store: S, /, *arguments: P.args, **named: P.kwargs) -> Table:
        try:
            return await opening(store, *arguments, **named)
        except Lost:
            key = named.get("key")
            found = await store.opened_with(key) if isinstance(key, bytes) else None
            if found is None:
                raise
            return found

    return once


async def _has(store: Reader, table: Table) -> bool:
    """Whether this version is stored, wherever its messages are by now."""
    stored = await store.table(table.id)
    return stored is not None and replace(stored, board_id=table.board_id, old_board_id=table.old_board_id) == table
