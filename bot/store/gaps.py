"""Gaps, which are times in which the bot was offline: stored once, and given back to each table later."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, exists, insert, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.database import Database
from bot.store.heartbeat import beat
from bot.store.schema import gaps, matches
from bot.store.tables import IS_OPEN, IS_SOLO, TO_DRAW, changing, shard_among, tables_where, within
from bot.tables.table import Table

NEXT_VERSION = update(matches).where(matches.c.id == bindparam("its_id"), matches.c.version == bindparam("its_version"))
"""Stores the next versions of many tables, except those of which another version is stored by now."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which nobody served the servers of one shard.

    Units: `seconds` is negative if the system's clock was set back. Shape: `share` is that shard, by the
    SHARD_COUNT of that time.
    """

    number: int
    seconds: int
    share: Share = EVERYTHING


class GapStore:
    """The gaps that some tables have not been given back yet."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: tables outside `share` are another process's."""
        self._database = Database.of(engine)
        self._share = share
        self._is_own = _is_of(share)
        self._is_former = gaps.c.shard_count != share.count

    async def every(self) -> list[Gap]:
        """All gaps that a table of this share may lack, earliest first."""
        query = select(gaps).where(or_(self._is_own, self._is_former)).order_by(gaps.c.number)
        return await self._database.read(lambda db: [_gap(row) for row in db.execute(query)])

    async def own_after(self, last: int) -> list[Gap]:
        """The gaps with later numbers that this process has stored, earliest first."""
        is_own = true() if self._share.is_everything else self._is_own
        query = select(gaps).where(is_own, gaps.c.number > last).order_by(gaps.c.number)
        return await self._database.read(lambda db: [_gap(row) for row in db.execute(query)])

    async def add(self, seconds: Mapping[int, int], now: int, *, count: int, away: Mapping[int, int]) -> list[Gap]:
        """Stores gaps that end now, and the heartbeat in the same transaction: no kill loses or doubles them.

        Shape: `seconds` by shard; `count` and `away` as for `beat`.
        """
        rows = [{"seconds": missed, "shard": shard, "shard_count": count} for shard, missed in seconds.items()]

        def work(db: Connection) -> list[Gap]:
            written = db.execute(insert(gaps).returning(gaps), rows)
            beat(db, now, self._share, away, count)
            return sorted(map(_gap, written), key=lambda gap: gap.number)

        return await self._database.write(work)

    async def drop(self, last: int, *, among: Share = EVERYTHING) -> frozenset[int]:
        """Deletes the gaps up to this number, once they are given back to every table on the shards `among` this share.

        One from before SHARD_COUNT was changed stays until the other processes have given it back, too. Shape: returns
        the numbers of those that are deleted.
        """
        is_on_its_shard = shard_among(gaps.c.shard_count) == gaps.c.shard
        lacks = exists().where(IS_OPEN, ~IS_SOLO, is_on_its_shard, matches.c.credited < gaps.c.number)

        done = or_(self._is_own if among.is_everything else _is_of(among), self._is_former & ~lacks)
        dropped = delete(gaps).where(gaps.c.number <= last, done).returning(gaps.c.number)
        return await self._database.write(lambda db: frozenset(db.execute(dropped).scalars()))

    async def ids(self, after: int = 0, most: int | None = None, *, among: Share = EVERYTHING) -> list[int]:
        """The ids of tables to draw, on servers of these shards. Shape: above `after`, ascending, at most `most`."""
        query = (
            select(matches.c.id)
            .where(TO_DRAW, within(self._share), within(among), matches.c.id > after)
            .order_by(matches.c.id)
            .limit(most)
        )
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def give_back(self, change: Callable[[Table], Table], ids: Collection[int]) -> list[Table]:
        """Changes these tables in one transaction; returns those still to be drawn, oldest first.

        Shape: `change` returns a table as it is, or its next version; a version that another process has stored
        meanwhile stays. `ids` are some hundred at most: databases limit the number of parameters in a query.
        """

        def work(db: Connection) -> list[Table]:
            found = tables_where(db, matches.c.id.in_(ids) & TO_DRAW)
            tables = [change(table) for table in found]
            rows = [_next_row(table) for before, table in zip(found, tables, strict=True) if table is not before]
            if rows:
                db.execute(NEXT_VERSION, rows)
            return tables

        return await self._database.write(work)


def _is_of(share: Share) -> ColumnElement[bool]:
    """The SQL condition for gaps of these shards."""
    return gaps.c.shard.in_(share.shards) & (gaps.c.shard_count == share.count)


def _gap(row: Row[Any]) -> Gap:
    return Gap(row.number, row.seconds, Share((row.shard,), row.shard_count))


def _next_row(table: Table) -> dict[str, object]:
    """The parameters of NEXT_VERSION."""
    return {"its_id": table.id, "its_version": table.version - 1, **changing(table)}
