"""Records what the application has sent to Discord: commands, emojis, and starts of sessions."""

import logging
from dataclasses import dataclass
from math import inf
from time import monotonic

from sqlalchemy import Connection, Float, bindparam, delete, extract, func, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.logs import outline
from bot.store.database import Database
from bot.store.leases import FAULTS
from bot.store.processes import notify_now
from bot.store.schema import commands, emojis, session_starts


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


log = logging.getLogger(__name__)

SHORTEST_WAIT_SECONDS = 0.01
"""How long to wait at least before asking again."""

NOW = extract("epoch", func.clock_timestamp())
"""By the server's clock: those of several machines differ."""

GAP = bindparam("gap", type_=Float)
IS_DUE = ~session_starts.c.started_at.between(NOW - GAP, NOW)
"""A start in the future is ignored: the server's clock has been put back since."""

TAKE = (
    postgresql.insert(session_starts)
    .values(started_at=NOW)
    .on_conflict_do_update(index_elements=["key"], set_={"started_at": NOW}, where=IS_DUE)
    .returning(session_starts.c.key)
)
"""Returns nothing if it's too early."""

SECONDS_LEFT = select(session_starts.c.started_at + GAP - NOW).where(session_starts.c.key == bindparam("key"))


class SessionStarts:
    """The last start for each of Discord's rate limit keys."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine, self._database = engine, Database.of(engine)
        self._own: dict[int, float] = {}

    async def take(self, key: int, gap: float) -> float:
        """Takes a start that is at least `gap` seconds after the last one of this key.

        Without PostgreSQL, or while it's out of reach, only this process's own starts are known.

        Shape: 0 if it's taken, otherwise the seconds to wait before asking again.
        """
        wait = self._own.get(key, -inf) + gap - monotonic()
        if wait <= 0 and self._engine.dialect.name == "postgresql":
            try:
                wait = await self._take_of_all(key, gap)
            except FAULTS as error:
                log.warning("session starts of other processes aren't known: %s", outline(error))
        if wait > 0:
            return wait
        self._own[key] = monotonic()
        return 0

    async def _take_of_all(self, key: int, gap: float) -> float:

        def work(db: Connection) -> float:
            if db.execute(TAKE, {"key": key, "gap": gap}).first() is not None:
                return 0
            left = db.execute(SECONDS_LEFT, {"key": key, "gap": gap}).scalar_one()
            return max(SHORTEST_WAIT_SECONDS, float(left))

        return await self._database.write(work)
