"""Retries writes after a broken connection so that they take effect once, even if the first try was stored."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.store.outage import Lost
from bot.tables.table import Table
from games.core import Move

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

    async def log(self, match_id: int) -> list[Move]:
        """Every move of a match so far, in order."""
        ...


S = TypeVar("S", bound=Reader)
Opening = Callable[Concatenate[S, P], Coroutine[Any, Any, Table]]
Write = Callable[Concatenate[S, Table, P], Coroutine[Any, Any, T]]
Append = Callable[Concatenate[S, Table, int, Sequence[Move], P], Coroutine[Any, Any, T]]


def stored_once(write: Write[S, P, T]) -> Write[S, P, T | None]:
    """Decorates a write of a table's next version: it's retried once after `Lost`, and takes effect once.

    If the first try was stored, the second is refused, since the table has this version by then; None is returned. A
    commit that is still under way locks the table's row, so the second try waits for it.
    """

    @wraps(write)
    async def surely(store: S, table: Table, /, *arguments: P.args, **named: P.kwargs) -> T | None:
        return await _surely(lambda: write(store, table, *arguments, **named), lambda: _has(store, table))

    return surely


def appended_once(append: Append[S, P, T]) -> Append[S, P, T | None]:
    """Decorates a write of moves, and of the table after them, as `stored_once` does.

    The moves are compared too: another process may have stored others, with a table whose row is the same.
    """

    @wraps(append)
    async def surely(
        store: S, table: Table, first: int, log: Sequence[Move], /, *arguments: P.args, **named: P.kwargs
    ) -> T | None:
        async def has_all() -> bool:
            return await _has(store, table) and (await store.log(table.id))[first : first + len(log)] == list(log)

        return await _surely(lambda: append(store, table, first, log, *arguments, **named), has_all)

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


async def _surely(
    write: Callable[[], Coroutine[Any, Any, T]], has: Callable[[], Coroutine[Any, Any, bool]]
) -> T | None:
    """What the write returns, or None if `has` finds that a try was stored though its answer was lost."""
    try:
        return await write()
    except Lost:
        try:
            return await write()
        except Taken:
            if not await has():
                raise
            return None


async def _has(store: Reader, table: Table) -> bool:
    """Whether this version is stored; its messages may have moved meanwhile."""
    stored = await store.table(table.id)
    return stored is not None and replace(stored, board_id=table.board_id, old_board_id=table.old_board_id) == table
