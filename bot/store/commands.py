"""Records which slash commands were sent to Discord, so that the next start doesn't send the same ones again."""

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.schema import commands


class CommandStore:
    """The digest of the commands that each application sent last."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def digest(self, application_id: int) -> str | None:
        """The digest of what this application has sent last, or None."""
        query = select(commands.c.digest).where(commands.c.application_id == application_id)
        return await self._database.read(lambda db: db.execute(query).scalar_one_or_none())

    async def remember(self, application_id: int, digest: str) -> None:
        """Stores what this application has just sent."""

        def work(db: Connection) -> None:
            db.execute(delete(commands).where(commands.c.application_id == application_id))
            db.execute(insert(commands).values(application_id=application_id, digest=digest))

        await self._database.write(work)
