"""What the holder of a lease leaves for the next one: which clicks it has admitted. Knows no lock."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import leases


class LeaseRecords:
    """One row per shard: the last holder of its lease, and the clicks it had admitted when it gave the lease up."""

    def __init__(self, engine: AsyncEngine, shards: Sequence[int] = (0,)) -> None:
        self._database = Database.of(engine)
        self._shards = shards

    async def claim(self, holder: str) -> frozenset[int] | None:
        """Stores the new holder. Call it only while holding the lease.

        Shape: the ids of the clicks that the previous holders admitted; None if one of them was killed.
        """

        def work(db: Connection) -> frozenset[int] | None:
            known: set[int] | None = set()
            # Writes before it reads: otherwise SQLite refuses to write if the previous process has just written
            db.execute(update(leases).where(leases.c.shard.in_(self._shards)).values(holder=holder))
            for shard in self._shards:
                this = leases.c.shard == shard
                row = db.execute(select(leases).where(this)).first()
                if row is None:
                    db.execute(insert(leases).values(shard=shard, holder=holder))
                    continue
                db.execute(update(leases).where(this).values(clicks=None))
                known = None if known is None or row.clicks is None else known | {*map(int, row.clicks.split())}
            return None if known is None else frozenset(known)

        return await self._database.write(work)

    async def hand_over(self, holder: str, clicks: Collection[int]) -> None:
        """Stores the ids of the clicks that this holder has admitted. Call it before the lease is given up."""
        own = (leases.c.shard.in_(self._shards)) & (leases.c.holder == holder)
        await self._database.write(
            lambda db: db.execute(update(leases).where(own).values(clicks=" ".join(map(str, clicks))))
        )

    async def is_last(self, holder: str) -> bool:
        """Whether no other process has held the lease since this holder."""
        query = select(leases.c.holder).where(leases.c.shard.in_(self._shards))
        return await self._database.read(lambda db: set(db.execute(query).scalars()) == {holder})
