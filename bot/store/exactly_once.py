"""Retries writes after a broken connection so that they take effect once, even if the first try was stored."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.store.outage import Lost
from bot.tables.table import Table

P = ParamSpec("P")
T = TypeVar("T")


class Taken(Exception):
    """Another change was stored first: the table has a newer version, or the match already has a rematch."""


class Reader(Protocol):
    """The part of a store that is needed here."""

    async def table(self, match_id: int) -> Table | None:
        """The table with this number, or None."""
        ...

    async def opened_with(self, key: bytes) -> Table | None:
        """The table whose deals follow from this key, or None."""
        ...


S = TypeVar("S", bound=Reader)
Opening = Callable[Concatenate[S, P], Coroutine[Any, Any, Table]]
Write = Callable[Concatenate[S, Table, P], Coroutine[Any, Any, T]]


def stored_once(write: Write[S, P, T]) -> Write[S, P, T | None]:
    """Decorates a write of a table's next version: it's retried once after `Lost`, and takes effect once.

    If the first try was stored, the second is refused, since the table has this version by then; None is returned. A
    commit that is still under way locks the table's row, so the second try waits for it.
    """

    @wraps(write)
    async def surely(store: S, table: Table, /, *arguments: P.args, **named: P.kwargs) -> T | None:
        try:
            return await write(store, table, *arguments, **named)
        except Lost:
            try:
                return await write(store, table, *arguments, **named)
            except Taken:
                if not await _has(store, table):
                    raise
                return None

    return surely


def opened_once(opening: Opening[S, P]) -> Opening[S, P]:
    """Decorates the opening of a table: after `Lost`, it returns the table with the same `key` if that was stored."""

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
    """Whether this version is stored; its messages may have moved meanwhile."""
    stored = await store.table(table.id)
    return stored is not None and replace(stored, board_id=table.board_id, old_board_id=table.old_board_id) == table
