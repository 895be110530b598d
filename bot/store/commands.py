"""Records which slash commands were sent to Discord, so that the next start doesn't send the same ones again."""

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.schema import commands


class CommandStore:
    """The digest of the commands that each application sent last."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def digest(self, application_id: int) -> str | None:
        """The digest of what this application has sent last, or None."""
        query = select(commands.c.digest).where(commands.c.application_id == application_id)
        async with self._engine.connect() as db:
            return (await db.execute(query)).scalar_one_or_none()

    async def remember(self, application_id: int, digest: str) -> None:
        """Stores what this application has just sent."""
        async with self._engine.begin() as db:
            await db.execute(delete(commands).where(commands.c.application_id == application_id))
            await db.execute(insert(commands).values(application_id=application_id, digest=digest))
