"""Processes that share a database: their heartbeats, and notifications of each other's changes.

On SQLite there is only one process, so nothing is sent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import ceil
from time import monotonic
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, literal_column, or_, select, update
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Served, Share, last_served
from bot.store.connection import single
from bot.store.database import Database, again_if_lost, put
from bot.store.leases import RETRY_SECONDS
from bot.store.schema import heartbeats, leases, matches
from bot.store.tables import IS_OPEN, shard_among

log = logging.getLogger(__name__)

_LACKS_LEASE = heartbeats.c.id < literal_column("0")
"""The condition for the row of a shard without a lease of its own."""

LAST_UNENDED: Final = (
    select(func.max(heartbeats.c.alive_at))
    .join_from(heartbeats, leases, heartbeats.c.id == leases.c.shard + literal_column("1"), isouter=True)
    .where(leases.c.has_ended.is_not(True), ~_LACKS_LEASE)
)
"""The last heartbeat of a process that hasn't ended cleanly."""

BEAT_SECONDS = 10
"""Pause between two heartbeats of a running bot. A crash can give players up to this much time too much."""

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
        """Shape: `share` has the shards of this process."""
        self._database, self.share = Database.of(engine), share

    async def last_beat(self) -> int | None:
        """The last heartbeat of a process that runs or was killed, or None if all have ended cleanly."""
        return await self._database.read(lambda db: db.execute(LAST_UNENDED).scalar_one())

    async def own_beats(self) -> list[Served]:
        """The moments at which each shard of this process was last served. Call it at startup.

        Shape: without those that never were. With a SHARD_COUNT they are the current ones: if it has changed, they are
        regrouped first. Without one they're those of the last run, however many shards there were.
        """
        query = select(heartbeats)
        if self.share.count > 1:
            await self.regroup(self.share.count)
            query = query.where(heartbeats.c.id.in_([shard + 1 for shard in self.share.shards]))
        return await self._database.read(lambda db: [_served(row) for row in db.execute(query)])

    async def regroup(self, count: int) -> None:
        """Replaces heartbeats from when there were other shards with ones for `count` shards.

        A new shard counts as served until the earliest last heartbeat of the former shards that had its servers. All
        get the same offset, and that of each open table moves along with its former shard's, so that it keeps its
        remaining time.
        """
        is_former = heartbeats.c.shard_count != count
        if self.share.count > 1:
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

    async def beat(self, now: int, offsets: Mapping[int, int], *, count: int | None = None) -> None:
        """Stores that the bot is running now. If that was stored without an answer, storing it again is harmless.

        Shape: `offsets` are those of the service clocks of all shards of this process; `count` is the number of all
        shards, if Discord has chosen it.
        """
        number = count or self.share.count
        rows = [self._row(Served(shard, number, now, offset)) for shard, offset in offsets.items()]

        def work(db: Connection) -> None:
            outdated = delete(heartbeats)
            if self.share.count > 1:
                outdated = outdated.where(heartbeats.c.id.in_([row["id"] for row in rows]))
            db.execute(outdated)
            db.execute(insert(heartbeats), rows)

        await again_if_lost(lambda: self._database.write(work))

    def _row(self, beat: Served) -> dict[str, int]:
        has_lease = self.share.count > 1 or beat.shard == 0
        number = beat.shard + 1 if has_lease else -1 - beat.shard
        return {"id": number, "alive_at": beat.at, "shard_count": beat.count, "service_offset": beat.offset}


def _served(row: Row[Any]) -> Served:
    return Served(abs(row.id) - 1, row.shard_count, row.alive_at, row.service_offset)


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
        """The last heartbeat of a process that serves any of these shards, or was killed; None if all ended.

        Shape: also None if the schema doesn't tell, because it's older. Units: seconds since 1970.
        """
        query = LAST_UNENDED.where(leases.c.shard.in_(self._shards))
        try:
            return await self._database.read(lambda db: db.execute(query).scalar_one())
        except ProgrammingError:
            return None


CHANNEL = "finte"

LOOK_SECONDS = 1.0
"""Pause between two checks of the connection over which notifications arrive."""

MISSED = "missed"
"""Kind of a notification that follows every connect; its number is the seconds in which others may have been missed."""

SKEW_SECONDS = 10
"""By how much the clocks of two machines may differ."""

Hear = Callable[[str, int], Awaitable[None]]
"""Called with the kind of thing that has changed, such as "match" or "person", and its id; or with `MISSED`."""


def notify(db: Connection, kind: str, number: int = 0) -> None:
    """Notifies the other processes once this transaction is committed."""
    if db.dialect.name == "postgresql":
        db.execute(select(func.pg_notify(CHANNEL, f"{kind} {number}")))


async def listen(url: str, hear: Hear) -> None:
    """Calls `hear` for each notification in turn, until cancelled. Reconnects when the connection breaks."""
    waiting: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def heard(*news: object) -> None:
        kind, _, number = str(news[-1]).partition(" ")
        waiting.put_nowait((kind, int(number)))

    listening = asyncio.create_task(_keep_listening(url, heard, waiting))
    try:
        while True:
            kind, number = await waiting.get()
            try:
                await hear(kind, number)
            except Exception as error:  # noqa: BLE001 - the next notification must be handled all the same
                log.warning("a notification of a change (%s) could not be handled: %s", kind, type(error).__name__)
    finally:
        listening.cancel()


async def _keep_listening(url: str, heard: Callable[..., None], waiting: asyncio.Queue[tuple[str, int]]) -> None:
    server = single(url, isolation_level="AUTOCOMMIT")
    sure_at: float | None = None  # when nothing had been missed yet
    while True:
        try:
            async with server.connect() as db:
                driver = (await db.get_raw_connection()).driver_connection
                assert driver is not None
                await driver.add_listener(CHANNEL, heard)
                now = monotonic()
                waiting.put_nowait((MISSED, 0 if sure_at is None else ceil(now - sure_at) + SKEW_SECONDS))
                sure_at = now
                while True:
                    await asyncio.sleep(LOOK_SECONDS)
                    now = monotonic()
                    async with asyncio.timeout(LOOK_SECONDS * 3):
                        await db.execute(select(1))
                    sure_at = now
        except Exception as error:  # noqa: BLE001 - the driver has its own errors, and a process must not turn deaf
            log.warning("no notifications from other processes: %s", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
