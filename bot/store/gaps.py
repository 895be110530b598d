"""Gaps, which are times in which the bot was offline: stored once, and given back to each table later."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.heartbeat import beat
from bot.store.rows import changing
from bot.store.schema import gaps, matches
from bot.store.tables import TO_DRAW, tables_where, within
from bot.store.units import perform
from bot.tables.table import Table

NEXT_VERSION = update(matches).where(matches.c.id == bindparam("its_id"), matches.c.version == bindparam("its_version"))
"""Stores the next versions of many tables, except those of which another version is stored by now."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which the bot was offline. Units: `seconds` is negative if the system's clock was set back."""

    number: int
    seconds: int


class GapStore:
    """The gaps that some tables have not been given back yet."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: tables outside `share` are another process's."""
        self._engine = engine
        self._share = share
        self._is_own = gaps.c.shard.in_(share.shards)

    async def every(self) -> list[Gap]:
        """All gaps, earliest first."""
        async with self._engine.connect() as db:
            found = await db.execute(select(gaps.c.number, gaps.c.seconds).where(self._is_own).order_by(gaps.c.number))
            return [Gap(number, seconds) for number, seconds in found]

    async def add(self, seconds: int, now: int) -> Gap:
        """Stores a gap that ends now, and the heartbeat in the same transaction: no kill loses or doubles it."""
        async with self._engine.begin() as db:
            gap = {"seconds": seconds, "shard": self._share.shards[0]}
            written = await db.execute(insert(gaps).values(gap).returning(gaps.c.number))
            await perform(db, *beat(now, self._share.shards))
            return Gap(written.scalar_one(), seconds)

    async def drop(self, last: int) -> None:
        """Deletes the gaps up to this number, which every table has been given back."""
        async with self._engine.begin() as db:
            await db.execute(delete(gaps).where(gaps.c.number <= last, self._is_own))

    async def ids(self, after: int = 0, most: int | None = None) -> list[int]:
        """The ids of tables to draw. Shape: above `after`, ascending, at most `most`."""
        query = (
            select(matches.c.id)
            .where(TO_DRAW, within(self._share), matches.c.id > after)
            .order_by(matches.c.id)
            .limit(most)
        )
        async with self._engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def give_back(self, change: Callable[[Table], Table], ids: Collection[int]) -> list[Table]:
        """Changes these tables in one transaction; returns those still to be drawn, oldest first.

        Shape: `change` returns a table as it is, or its next version; a version that another process has stored
        meanwhile stays. `ids` are some hundred at most: databases limit the number of parameters in a query.
        """
        async with self._engine.begin() as db:
            found = await tables_where(db, matches.c.id.in_(ids) & TO_DRAW)
            tables = [change(table) for table in found]
            rows = [_next_row(table) for before, table in zip(found, tables, strict=True) if table is not before]
            if rows:
                await db.execute(NEXT_VERSION, rows)
        return tables


def _next_row(table: Table) -> dict[str, object]:
    """The parameters of NEXT_VERSION."""
    return {"its_id": table.id, "its_version": table.version - 1, **changing(table)}
