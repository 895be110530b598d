"""What the holder of a lease leaves for the next one: who it was, and whether it has ended cleanly."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import heartbeats, leases
from bot.store.upsert import put


class LeaseRecords:
    """One row for each shard of this process: the last holder of its lease."""

    def __init__(self, engine: AsyncEngine, shards: Sequence[int] = (0,)) -> None:
        self._database = Database.of(engine)
        self._shards = shards

    async def claim(self, holder: str) -> None:
        """Stores the new holder. Call it only while holding the lease."""
        rows = [{"shard": shard, "holder": holder, "has_ended": False} for shard in self._shards]
        await self._database.write(lambda db: put(db, leases, rows))

    async def end(self, holder: str) -> None:
        """Stores that this holder ends. Call it before the lease is given up."""
        own = leases.c.shard.in_(self._shards) & (leases.c.holder == holder)
        await self._database.write(lambda db: db.execute(update(leases).where(own).values(has_ended=True)))

    async def is_last(self, holder: str) -> bool:
        """Whether no other process has held the lease since this holder."""
        query = select(leases.c.holder).where(leases.c.shard.in_(self._shards))
        return await self._database.read(lambda db: set(db.execute(query).scalars()) == {holder})

    async def last_beat(self) -> int | None:
        """When a process that serves any of these shards, or was killed, wrote its last heartbeat; None if all ended.

        Shape: also None if the schema doesn't tell, because it's older. Units: seconds since 1970.
        """

        def work(db: Connection) -> int | None:
            here = leases.c.shard.in_(self._shards) & ~leases.c.has_ended
            query = select(func.max(heartbeats.c.alive_at)).join(leases, heartbeats.c.id == leases.c.shard + 1)
            found: int | None = db.execute(query.where(here)).scalar_one()
            return found

        try:
            return await self._database.read(work)
        except ProgrammingError:
            return None
