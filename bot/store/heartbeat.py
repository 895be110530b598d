"""The bot's heartbeat on disk, so that the next run knows how long the bot was offline."""

from collections.abc import Mapping
from math import gcd
from types import MappingProxyType
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, literal_column, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.outage import again_if_lost
from bot.store.schema import heartbeats, leases
from bot.store.units import Statement, Step, units_of

LAST_UNENDED: Final = (
    select(func.max(heartbeats.c.alive_at))
    .join_from(heartbeats, leases, heartbeats.c.id == leases.c.shard + literal_column("1"), isouter=True)
    .where(leases.c.clicks.is_(None))
)
"""The last heartbeat of a process that hasn't ended cleanly: a clean end leaves a list of clicks, perhaps empty."""

_DROP: Final = Statement(delete(heartbeats).where(heartbeats.c.id == bindparam("own_id")))
_ADD: Final = Statement(insert(heartbeats), ("id", "alive_at", "shard_count"))

_PROCESS_ID: Final = 2
"""The row that says that the only process runs, while its shard's own row says since when a part of it is away."""

EVERY_SHARD_IS_THERE: Final[Mapping[int, int]] = MappingProxyType({})
"""What is `away` while all shards are connected."""


class Heartbeat:
    """The last heartbeat of each shard. Units: seconds since 1970."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        self._engine = engine
        self._units = units_of(engine)
        self._share = share
        self._is_former = heartbeats.c.shard_count != share.count

    @property
    def share(self) -> Share:
        """The shards of this process."""
        return self._share

    async def last_beat(self) -> int | None:
        """When a process that runs or was killed last wrote its heartbeat, or None if all have ended cleanly."""
        async with self._engine.connect() as db:
            moment: int | None = (await db.execute(LAST_UNENDED)).scalar_one()
            return moment

    async def own_beats(self) -> dict[int, int]:
        """When each shard of this process was last served. Call it at startup.

        Shape: by shard, without those that never were. If SHARD_COUNT has changed, a shard has the earliest heartbeat
        of all former shards that served any of its servers.
        """
        own = heartbeats.c.id.in_([shard + 1 for shard in self._share.shards])
        if await self._has_former():
            await self._adopt()
        async with self._engine.connect() as db:
            return {row.id - 1: row.alive_at for row in await db.execute(select(heartbeats).where(own))}

    async def _has_former(self) -> bool:
        """Whether there are heartbeats from before SHARD_COUNT was changed."""
        async with self._engine.connect() as db:
            return (await db.execute(select(heartbeats.c.id).where(self._is_former).limit(1))).first() is not None

    async def _adopt(self) -> None:
        """Replaces heartbeats from before SHARD_COUNT was changed with ones for the current shards."""
        count = self._share.count
        async with self._engine.begin() as db:
            rows = (await db.execute(delete(heartbeats).where(self._is_former).returning(heartbeats))).all()
            common = gcd(count, *(row.shard_count for row in rows))
            for shard in range(count) if rows else ():  # no rows: another process has just done this
                theirs = [row.alive_at for row in rows if (row.id - 1) % common == shard % common]
                if theirs:
                    beat_at = {"id": shard + 1, "alive_at": min(theirs), "shard_count": count}
                    await db.execute(insert(heartbeats).values(beat_at))

    @again_if_lost
    async def beat(self, now: int, away: Mapping[int, int] = EVERY_SHARD_IS_THERE) -> None:
        """Stores that the bot is running now. Shape: `away` as for the function `beat`."""
        await self._units.run(*beat(now, self._share, away))


def beat(now: int, share: Share, away: Mapping[int, int] = EVERY_SHARD_IS_THERE) -> tuple[Step, Step]:
    """The steps that store a heartbeat of each shard of this share.

    Shape: `away` has the shards over which no clicks arrive, and since when.
    """
    ids = [shard + 1 for shard in share.shards]
    added = [{"id": id_, "alive_at": away.get(id_ - 1, now), "shard_count": share.count} for id_ in ids]
    if share.count == 1:
        ids.append(_PROCESS_ID)
        added += [{"id": _PROCESS_ID, "alive_at": now, "shard_count": 1}] if away else []
    return Step(_DROP, [{"own_id": id_} for id_ in ids]), Step(_ADD, added)
