"""Records what the application has sent to Discord: commands, emojis, and starts of sessions."""

import logging
from dataclasses import asdict, dataclass
from math import inf
from time import monotonic

from sqlalchemy import Connection, extract, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.logs import outline
from bot.store.database import Database, put
from bot.store.leases import FAULTS
from bot.store.processes import notify
from bot.store.schema import commands, emojis, session_starts

log = logging.getLogger(__name__)


class CommandStore:
    """The digest of the slash commands that each application sent last, so that no start sends the same ones again."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def digest(self, application_id: int) -> str | None:
        """The digest of what this application has sent last, or None."""
        query = select(commands.c.digest).where(commands.c.application_id == application_id)
        return await self._database.read(lambda db: db.execute(query).scalar_one_or_none())

    async def remember(self, application_id: int, digest: str) -> None:
        """Stores what this application has just sent."""
        row = {"application_id": application_id, "digest": digest}
        await self._database.write(lambda db: put(db, commands, [row]))


@dataclass(frozen=True, slots=True)
class Uploaded:
    """One emoji of the application. Shape: `digest` is that of the uploaded picture."""

    name: str
    emoji_id: int
    digest: str


class EmojiStore:
    """The uploads on record, so that only missing or changed emojis are uploaded."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def remember(self, uploaded: Uploaded) -> None:
        """Stores this emoji in place of an older one with the same name."""
        await self._database.write(lambda db: put(db, emojis, [asdict(uploaded)]))

    async def tell_others(self) -> None:
        """Tells other processes that there are new emojis."""
        await self._database.write(lambda db: notify(db, "emojis"))

    async def every(self) -> dict[str, Uploaded]:
        """All uploads by name."""
        return await self._database.read(lambda db: {row.name: Uploaded(*row) for row in db.execute(select(emojis))})


SHORTEST_WAIT_SECONDS = 0.01
"""How long to wait at least before asking again."""


class SessionStarts:
    """When sessions at Discord's gateway were started last, by Discord's rate limit key.

    Processes on one PostgreSQL keep to its limit together.
    """

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
                wait = await self._database.write(lambda db: _take(db, key, gap))
            except FAULTS as error:
                log.warning("session starts of other processes aren't known: %s", outline(error))
        if wait > 0:
            return wait
        self._own[key] = monotonic()
        return 0


def _take(db: Connection, key: int, gap: float) -> float:
    """Takes a start among all processes. Shape: as of `SessionStarts.take`."""
    now = extract("epoch", func.clock_timestamp())  # by the server's clock: those of several machines differ
    started_at = session_starts.c.started_at
    is_due = ~started_at.between(now - gap, now)  # one in the future is ignored: the clock has been put back since
    start = postgresql.insert(session_starts).values(key=key, started_at=now)
    taking = start.on_conflict_do_update(index_elements=["key"], set_={"started_at": now}, where=is_due)
    if db.execute(taking.returning(session_starts.c.key)).first() is not None:
        return 0
    left = db.execute(select(started_at + gap - now).where(session_starts.c.key == key)).scalar_one()
    return max(SHORTEST_WAIT_SECONDS, float(left))
