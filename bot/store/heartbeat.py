"""The bot's heartbeat on disk, so that the next run knows how long the bot was offline."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.outage import again_if_lost
from bot.store.schema import heartbeats
from bot.store.units import Statement, Step, units_of

_DROP: Final = Statement(delete(heartbeats).where(heartbeats.c.id == bindparam("own_id")))
_ADD: Final = Statement(insert(heartbeats), ("id", "alive_at"))


class Heartbeat:
    """The last heartbeat of each shard of this process. Units: seconds since 1970."""

    def __init__(self, engine: AsyncEngine, shards: Sequence[int] = (0,)) -> None:
        self._engine = engine
        self._units = units_of(engine)
        self._shards = shards

    async def last_beat(self) -> int | None:
        """When the bot last wrote its heartbeat for all of them, or None if it never has."""
        query = select(func.min(heartbeats.c.alive_at)).where(
            heartbeats.c.id.in_([shard + 1 for shard in self._shards])
        )
        async with self._engine.connect() as db:
            moment: int | None = (await db.execute(query)).scalar_one()
            return moment

    @again_if_lost
    async def beat(self, now: int) -> None:
        """Stores that the bot is running now."""
        await self._units.run(*beat(now, self._shards))


def beat(now: int, shards: Sequence[int]) -> tuple[Step, Step]:
    """The steps that store a heartbeat of these shards."""
    ids = [shard + 1 for shard in shards]
    return Step(_DROP, [{"own_id": id_} for id_ in ids]), Step(_ADD, [{"id": id_, "alive_at": now} for id_ in ids])
