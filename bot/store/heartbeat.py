"""The bot's heartbeat on disk, so that the next run knows how long the bot was offline."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, literal_column, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Served, Share, last_served
from bot.store.database import Database
from bot.store.outage import again_if_lost
from bot.store.schema import heartbeats, leases, matches
from bot.store.tables import IS_OPEN, shard_among

_LACKS_LEASE = heartbeats.c.id < literal_column("0")
"""The condition for the row of a shard without a lease of its own."""

LAST_UNENDED: Final = (
    select(func.max(heartbeats.c.alive_at))
    .join_from(heartbeats, leases, heartbeats.c.id == leases.c.shard + literal_column("1"), isouter=True)
    .where(leases.c.has_ended.is_not(True), ~_LACKS_LEASE)
)
"""The last heartbeat of a process that hasn't ended cleanly."""

BEAT_SECONDS = 10
"""How often a running bot writes its heartbeat. A crash can give players up to this much time too much."""

RECENT_SECONDS = 30
"""A bot whose last heartbeat is older than this doesn't run."""


def may_run(beat_at: int | None, now: float) -> bool:
    """Whether the bot with this last heartbeat may still run. Units: seconds since 1970; None if there is none."""
    return beat_at is not None and beat_at >= now - RECENT_SECONDS


class Heartbeat:
    """The last heartbeat of each shard, with its service clock. Units: seconds since 1970.

    Shape: a row's id is 1 more than the shard's number. If Discord chooses how many shards there are, one process with
    one lease has them all; then the ids of all but the first are negated.
    """

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        self._database = Database.of(engine)
        self._share = share

    @property
    def share(self) -> Share:
        """The shards of this process."""
        return self._share

    async def last_beat(self) -> int | None:
        """When a process that runs or was killed last wrote its heartbeat, or None if all have ended cleanly."""
        return await self._database.read(lambda db: db.execute(LAST_UNENDED).scalar_one())

    async def own_beats(self) -> list[Served]:
        """When each shard of this process was last served. Call it at startup.

        Shape: without those that never were. With a SHARD_COUNT they are the current ones: if it has changed, they are
        regrouped first. Without one they're those of the last run, however many shards there were.
        """
        query = select(heartbeats)
        if self._share.count > 1:
            await self.regroup(self._share.count)
            query = query.where(heartbeats.c.id.in_([shard + 1 for shard in self._share.shards]))
        return await self._database.read(lambda db: [_served(row) for row in db.execute(query)])

    async def regroup(self, count: int) -> None:
        """Replaces heartbeats from when there were other shards with ones for `count` shards.

        A new shard was last served when all former ones that had any of its servers still were. All get the same
        offset, and that of each open table moves along with its former shard's, so that it keeps its remaining time.
        """
        is_former = heartbeats.c.shard_count != count
        if self._share.count > 1:
            is_former = or_(is_former, _LACKS_LEASE)

        def work(db: Connection) -> None:
            if db.execute(select(heartbeats.c.id).where(is_former)).first() is None:
                return
            db.execute(update(heartbeats).where(_LACKS_LEASE).values(id=-heartbeats.c.id))
            rows = db.execute(delete(heartbeats).where(heartbeats.c.shard_count != count).returning(heartbeats))
            former = [_served(row) for row in rows]
            if not former or db.execute(select(heartbeats.c.id)).first() is not None:
                return  # another process has just done this
            latest = max(one.offset for one in former)
            for one in former:
                theirs = shard_among(one.count) == one.shard
                behind = matches.c.service_offset + (latest - one.offset)
                db.execute(update(matches).where(theirs, IS_OPEN).values(service_offset=behind))
            for shard in range(count):
                if (at := last_served(former, shard, count)) is not None:
                    db.execute(insert(heartbeats).values(self._row(Served(shard, count, at, latest))))

        await self._database.write(work)

    @again_if_lost
    async def beat(self, now: int, offsets: Mapping[int, int], *, count: int | None = None) -> None:
        """Stores that the bot is running now. If that was stored without an answer, storing it again is harmless.

        Shape: `offsets` are those of the service clocks of all shards of this process; `count` is the number of all
        shards, if Discord has chosen it.
        """
        number = count or self._share.count
        rows = [self._row(Served(shard, number, now, offset)) for shard, offset in offsets.items()]

        def work(db: Connection) -> None:
            outdated = delete(heartbeats)
            if self._share.count > 1:
                outdated = outdated.where(heartbeats.c.id.in_([row["id"] for row in rows]))
            db.execute(outdated)
            db.execute(insert(heartbeats), rows)

        await self._database.write(work)

    def _row(self, beat: Served) -> dict[str, int]:
        has_lease = self._share.count > 1 or beat.shard == 0
        number = beat.shard + 1 if has_lease else -1 - beat.shard
        return {"id": number, "alive_at": beat.at, "shard_count": beat.count, "service_offset": beat.offset}


def _served(row: Row[Any]) -> Served:
    return Served(abs(row.id) - 1, row.shard_count, row.alive_at, row.service_offset)
