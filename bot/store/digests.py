"""Where and when servers get their digest, on disk. What is posted about a day is claimed first, and only once."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, put
from bot.store.schema import digests
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import earliest_open
from bot.tables.table import Place

LATE_SECONDS = 6 * 3600
"""How late a digest is still posted, as after an outage. Later it's left out."""

NO_POST = 0
"""In place of a message's id."""

UNKNOWN_POST = -1
"""In place of the id of a message that may have been posted, and need not be found."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The digest of a server.

    Shape: `day` is the latest one that a post was claimed for, and `message_id` the post, None until it's confirmed.
    `locale` is its language if the server has chosen none. It `is_refused` once Discord didn't let the bot post it.
    Units: `minute` of the day in UTC.
    """

    guild_id: int
    channel_id: int
    minute: int
    locale: str
    day: int
    message_id: int | None = NO_POST
    is_refused: bool = False

    @property
    def place(self) -> Place:
        """Where it's posted."""
        return Place(self.guild_id, self.channel_id)

    def from_now(self, now: float) -> "Digest":
        """The same, beginning with the next time it's due."""
        return replace(self, day=self.subject(now))

    def due_at(self, now: float) -> int:
        """The latest moment at which a digest is posted. Units: seconds since 1970."""
        since = (int(now) - self.minute * 60) % DAY_SECONDS
        return int(now) - since

    def subject(self, now: float) -> int:
        """The day that the latest digest is about: the last one that nobody could play any more when it was due."""
        return earliest_open(self.due_at(now)) - 1

    def is_due(self, now: float) -> bool:
        """Whether there is something to post now, or to find out whether it has been posted."""
        if self.is_refused or now - self.due_at(now) > LATE_SECONDS:
            return False
        day = self.subject(now)
        return self.day < day or (self.day == day and self.message_id is None)


class DigestStore:
    """The digests of all servers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def every(self) -> list[Digest]:
        """The digests of all servers that haven't been refused."""
        query = select(digests).where(~digests.c.is_refused).order_by(digests.c.guild_id)
        return await self._database.read(lambda db: [Digest(*row) for row in db.execute(query)])

    async def one(self, guild_id: int) -> Digest | None:
        """The digest of a server, if it has one."""
        query = select(digests).where(digests.c.guild_id == guild_id)
        row = await self._database.read(lambda db: db.execute(query).first())
        return Digest(*row) if row else None

    async def choose(self, digest: Digest) -> None:
        """Stores a server's choice in place of an older one. A day that was posted about stays so."""
        query = select(digests).where(digests.c.guild_id == digest.guild_id).with_for_update()

        def work(db: Connection) -> None:
            row, new = db.execute(query).first(), digest
            if row is not None and row.message_id != NO_POST and row.day >= new.day:
                new = replace(new, day=row.day, message_id=row.message_id or UNKNOWN_POST)
            put(db, digests, [asdict(new)])

        await self._database.write(work)

    async def stop(self, guild_id: int) -> None:
        """Deletes a server's digest."""
        await self._database.write(lambda db: db.execute(delete(digests).where(digests.c.guild_id == guild_id)))

    async def claim(self, digest: Digest, day: int) -> bool:
        """Stores that something may be posted about this day. Shape: false if that has been, or the choice changed."""
        changes = {"day": day, "message_id": None}
        return await self._change(digest, changes, before=day)

    async def note_posted(self, digest: Digest, message_id: int) -> None:
        """Stores the post about a digest's day, perhaps `UNKNOWN_POST`."""
        await self._change(digest, {"message_id": message_id})

    async def refuse(self, digest: Digest) -> None:
        """Switches a digest off that Discord doesn't let the bot post."""
        await self._change(digest, {"message_id": NO_POST, "is_refused": True})

    async def _change(self, digest: Digest, changes: Mapping[str, object], *, before: int | None = None) -> bool:
        """Changes a digest, unless the server has chosen another place or hour meanwhile. Shape: whether it has."""
        row = digests.c
        same = (row.guild_id == digest.guild_id) & (row.channel_id == digest.channel_id) & (row.minute == digest.minute)
        that = row.day == digest.day if before is None else row.day < before
        query = update(digests).where(same & that & ~row.is_refused).values(changes)
        return await self._database.write(lambda db: db.execute(query).rowcount == 1)
