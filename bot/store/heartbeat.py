"""The bot's heartbeat on disk, so that the next run knows how long the bot was offline."""

from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.outage import again_if_lost
from bot.store.schema import heartbeats
from bot.store.units import Statement, Step, units_of

_DROP: Final = Statement(delete(heartbeats))
_ADD: Final = Statement(insert(heartbeats), ("id", "alive_at"))


class Heartbeat:
    """One stored moment. Units: seconds since 1970."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._units = units_of(engine)

    async def last_beat(self) -> int | None:
        """When the bot last wrote its heartbeat, or None if it never has."""
        async with self._engine.connect() as db:
            return (await db.execute(select(heartbeats.c.alive_at))).scalar_one_or_none()

    @again_if_lost
    async def beat(self, now: int) -> None:
        """Stores that the bot is running now."""
        await self._units.run(*beat(now))


def beat(now: int) -> tuple[Step, Step]:
    """Stores that the bot is running now."""
    return Step(_DROP, [{}]), Step(_ADD, [{"id": 1, "alive_at": now}])
