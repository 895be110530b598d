"""The bot's heartbeat on disk, so that the next run knows how long the bot was offline."""

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.outage import again_if_lost
from bot.store.schema import heartbeats


class Heartbeat:
    """One stored moment. Units: seconds since 1970."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def last_beat(self) -> int | None:
        """When the bot last wrote its heartbeat, or None if it never has."""
        async with self._engine.connect() as db:
            return (await db.execute(select(heartbeats.c.alive_at))).scalar_one_or_none()

    @again_if_lost
    async def beat(self, now: int) -> None:
        """Stores that the bot is running now."""
        async with self._engine.begin() as db:
            await write_beat(db, now)


async def write_beat(db: AsyncConnection, now: int) -> None:
    """Stores that the bot is running now, within a transaction."""
    if not (await db.execute(update(heartbeats).values(alive_at=now))).rowcount:
        await db.execute(insert(heartbeats).values(id=1, alive_at=now))
