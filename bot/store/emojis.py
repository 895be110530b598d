"""Which application emoji shows which face, and what the picture looked like when it was uploaded."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database
from bot.store.notifications import notify_now
from bot.store.schema import emojis


@dataclass(frozen=True, slots=True)
class Uploaded:
    """One emoji of the application. Shape: `digest` is that of the uploaded picture."""

    name: str
    emoji_id: int
    digest: str


class EmojiStore:
    """The uploads on record, so that only missing or changed emojis are uploaded."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._database = engine, Database.of(engine)

    async def remember(self, uploaded: Uploaded) -> None:
        """Stores this emoji in place of an older one with the same name."""

        def work(db: Connection) -> None:
            db.execute(delete(emojis).where(emojis.c.name == uploaded.name))
            db.execute(insert(emojis).values(name=uploaded.name, emoji_id=uploaded.emoji_id, digest=uploaded.digest))

        await self._database.write(work)

    async def tell_others(self) -> None:
        """Tells other processes that there are new emojis."""
        await notify_now(self._engine, "emojis")

    async def every(self) -> dict[str, Uploaded]:
        """All uploads by name."""
        found = await self._database.read(lambda db: [Uploaded(*row) for row in db.execute(select(emojis))])
        return {uploaded.name: uploaded for uploaded in found}
