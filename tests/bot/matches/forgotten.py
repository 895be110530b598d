"""Finds people in the database."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.schema import metadata


async def ids_in(engine: AsyncEngine) -> set[int]:
    """Every user id that is stored with a seat or a sum."""
    found: set[int] = set()
    async with engine.connect() as db:
        for table in metadata.sorted_tables:
            for name in ("user_id", "opponent_id", "host_id"):
                if name in table.c:
                    found |= set((await db.execute(select(table.c[name]))).scalars())
    return found
