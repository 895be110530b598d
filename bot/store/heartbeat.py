"""The bot's heartbeat on disk, so that the next run knows how long the bot was offline."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Served, Share, last_served
from bot.store.database import Database
from bot.store.outage import again_if_lost
from bot.store.schema import heartbeats, leases

_IS_AWAY = heartbeats.c.id < literal_column("0")
"""The condition for the row of a shard that is away, if Discord has chosen how many there are: its id is negated."""

LAST_UNENDED: Final = (
    select(func.max(heartbeats.c.alive_at))
    .join_from(heartbeats, leases, heartbeats.c.id == leases.c.shard + literal_column("1"), isouter=True)
    .where(leases.c.clicks.is_(None), ~_IS_AWAY)
)
"""The last heartbeat of a process that hasn't ended cleanly: a clean end leaves a list of clicks, perhaps empty."""

BEAT_SECONDS = 10
"""How often a running bot writes its heartbeat. A crash can give players up to this much time too much."""

RECENT_SECONDS = 30
"""A bot whose last heartbeat is older than this doesn't run."""

EVERY_SHARD_IS_THERE: Final[Mapping[int, int]] = MappingProxyType({})
"""What is `away` while all shards are connected."""


def may_run(beat_at: int | None, now: float) -> bool:
    """Whether the bot with this last heartbeat may still run. Units: seconds since 1970; None if there is none."""
    return beat_at is not None and beat_at >= now - RECENT_SECONDS


class Heartbeat:
    """The last heartbeat of each shard. Units: seconds since 1970."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        self._database = Database.of(engine)
        self._share = share
        self._is_former = or_(heartbeats.c.shard_count != share.count, _IS_AWAY)

    @property
    def share(self) -> Share:
        """The shards of this process."""
        return self._share

    async def last_beat(self) -> int | None:
        """When a process that runs or was killed last wrote its heartbeat, or None if all have ended cleanly."""
        return await self._database.read(lambda db: db.execute(LAST_UNENDED).scalar_one())

    async def own_beats(self) -> list[Served]:
        """When each shard of this process was last served. Call it at startup.

        Shape: without those that never were. With a SHARD_COUNT they are the current ones: if it has changed, a shard
        has the earliest heartbeat of all former shards that served any of its servers. Without one they're whichever
        were stored; where several served the same servers, the earliest tells since when nobody does.
        """
        query = select(heartbeats)
        if self._share.count > 1:
            if await self._has_former():
                await self._adopt()
            query = query.where(heartbeats.c.id.in_([shard + 1 for shard in self._share.shards]))
        return await self._database.read(lambda db: [_served(row) for row in db.execute(query)])

    async def _has_former(self) -> bool:
        """Whether there are heartbeats from before SHARD_COUNT was changed."""
        return await self._database.read(
            lambda db: db.execute(select(heartbeats.c.id).where(self._is_former).limit(1)).first() is not None
        )

    async def _adopt(self) -> None:
        """Replaces heartbeats from before SHARD_COUNT was changed with ones for the current shards."""
        count = self._share.count

        def work(db: Connection) -> None:
            rows = db.execute(delete(heartbeats).where(self._is_former).returning(heartbeats))
            former = [_served(row) for row in rows]
            for shard in range(count) if former else ():  # nothing: another process has just done this
                if (at := last_served(former, shard, count)) is not None:
                    db.execute(insert(heartbeats).values(id=shard + 1, alive_at=at, shard_count=count))

        await self._database.write(work)

    @again_if_lost
    async def beat(self, now: int, away: Mapping[int, int] = EVERY_SHARD_IS_THERE, *, count: int | None = None) -> None:
        """Stores that the bot is running now. Shape: `away` and `count` as for the function `beat`."""
        await self._database.write(lambda db: beat(db, now, self._share, away, count or self._share.count))


def beat(db: Connection, now: int, share: Share, away: Mapping[int, int], count: int) -> None:
    """Stores a heartbeat of each shard of this share.

    Shape: `away` has the shards over which no clicks arrive, and since when; `count` is the number of all shards,
    which Discord may have chosen if the share is everything. Then each shard that is away has a row of its own.
    """
    if share.count == 1:
        rows = [{"id": 1, "alive_at": now, "shard_count": 1}]
        rows += [{"id": -1 - shard, "alive_at": since, "shard_count": count} for shard, since in away.items()]
        db.execute(delete(heartbeats))
    else:
        rows = [{"id": 1 + one, "alive_at": away.get(one, now), "shard_count": count} for one in share.shards]
        db.execute(delete(heartbeats).where(heartbeats.c.id.in_([row["id"] for row in rows])))
    db.execute(insert(heartbeats), rows)


def _served(row: Row[Any]) -> Served:
    return Served(row.id - 1 if row.id > 0 else -1 - row.id, row.shard_count, row.alive_at)
