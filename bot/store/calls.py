"""People who want to be told when somebody wants to play on a server: their choices, and when they were called."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.database import Database, put
from bot.store.schema import calls, matches, sitters
from bot.store.tables import IS_OPEN, IS_SOLO, tables_where, within
from bot.tables.clock import DAY_SECONDS, POSTING
from bot.tables.table import Table

HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class CallChoice:
    """For which games, when and how often within a day somebody wants to be called on a server.

    Units: `begins` and `ends` in hours of a day that is `utc_offset` hours ahead of UTC; they're equal, and the offset
    is None, for any time. `called` has the moments of calls within the last day.
    """

    community_id: int
    user_id: int
    games: tuple[str, ...] = ()
    most: int = 0
    utc_offset: int | None = None
    begins: int = 0
    ends: int = 0
    called: tuple[int, ...] = ()

    def wants(self, game: str, now: int) -> bool:
        """Whether they want to be called to a table of this game now."""
        return game in self.games and self._is_there(now) and len(self.recent(now)) < self.most

    def recent(self, now: int) -> tuple[int, ...]:
        """When they were called within the last day."""
        return tuple(moment for moment in self.called if moment > now - DAY_SECONDS)

    def _is_there(self, now: int) -> bool:
        if self.utc_offset is None or self.begins == self.ends:
            return True
        hour = (now // HOUR_SECONDS + self.utc_offset) % 24
        return (hour - self.begins) % 24 < (self.ends - self.begins) % 24


class CallStore:
    """The choices on disk, and the lobbies to which people are called."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        self._database, self._share = Database.of(engine), share

    async def of(self, community_id: int, user_id: int) -> CallChoice:
        """The choice of this person on this server; by default, never to be called."""
        theirs = _key(community_id, user_id)
        row = await self._database.read(lambda db: db.execute(_SELECTED.where(theirs)).first())
        return _choice(row) if row else CallChoice(community_id, user_id)

    async def choose(self, choice: CallChoice) -> None:
        """Stores a choice, but not when they were called. One never to be called is deleted."""
        here = _key(choice.community_id, choice.user_id)

        def work(db: Connection) -> None:
            if not choice.games or not choice.most:
                db.execute(delete(calls).where(here))
                return
            row = db.execute(_SELECTED.where(here)).first()
            before = _choice(row) if row else choice
            put(db, calls, [asdict(replace(choice, called=before.called)) | {"called_for": row and row.called_for}])

        await self._database.write(work)

    async def drop(self, community_id: int, user_id: int) -> None:
        """Deletes the choice of somebody who has left the server."""
        await self._database.write(lambda db: db.execute(delete(calls).where(_key(community_id, user_id))))

    async def free(self, table: Table, now: int) -> list[int]:
        """The people who want to be called to this lobby and aren't playing, the one called longest ago first."""
        here = calls.c.community_id == table.place.guild_id

        def work(db: Connection) -> list[int]:
            asked = [_choice(row) for row in db.execute(_SELECTED.where(here))]
            wanting = [choice for choice in asked if choice.wants(table.game, now)]
            if not wanting:
                return []
            seated = select(sitters.c.match_id).where(sitters.c.user_id.in_(select(calls.c.user_id).where(here)))
            playing = (matches.c.phase == "playing") & (matches.c.pace != "correspondence") & ~IS_SOLO
            playing_now = tables_where(db, IS_OPEN & playing & matches.c.id.in_(seated))
            wanting.sort(key=lambda choice: (max(choice.called, default=0), choice.user_id))
            return [one.user_id for one in wanting if not any(other.holds(one.user_id) for other in playing_now)]

        return await self._database.read(work)

    async def called_to(self, table: Table) -> list[int]:
        """The people who have been called to this lobby, or to no other since."""
        theirs = (calls.c.community_id == table.place.guild_id) & (calls.c.called_for == table.id)
        query = select(calls.c.user_id).where(theirs).order_by(calls.c.user_id)
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def lobbies(self, before: int) -> list[int]:
        """The numbers of this share's lobbies unchanged since `before` to which nobody has been called, oldest first.

        Shape: only on servers where somebody wants to be called.
        """
        waiting = (matches.c.phase == "lobby") & (matches.c.changed_at <= before) & matches.c.call_id.is_(None)
        is_wanted = exists().where(calls.c.community_id == matches.c.guild_id)
        query = select(matches.c.id).where(waiting, ~IS_SOLO, is_wanted, within(self._share)).order_by(matches.c.id)
        return await self._database.read(lambda db: list(db.execute(query).scalars()))

    async def posted(self) -> list[int]:
        """The numbers of this share's tables that have begun or closed, or whose message may not have been posted."""
        is_posted = text("matches.call_id >= 0")  # as the index has it
        is_due = (matches.c.phase != "lobby") | (matches.c.call_id == POSTING)
        query = select(matches.c.id).where(is_posted, is_due, within(self._share)).order_by(matches.c.id)
        return await self._database.read(lambda db: list(db.execute(query).scalars()))


def note_called(db: Connection, table: Table, user_ids: Collection[int], now: int) -> None:
    """Stores that these people are called to a lobby now."""
    here = (calls.c.community_id == table.place.guild_id) & calls.c.user_id.in_(user_ids)
    for choice in [_choice(row) for row in db.execute(_SELECTED.where(here))]:
        called = {"called": [*choice.recent(now), now], "called_for": table.id}
        db.execute(update(calls).where(_key(choice.community_id, choice.user_id)).values(called))


_SELECTED: Final = select(calls)


def _key(community_id: int, user_id: int) -> Any:  # noqa: ANN401
    return (calls.c.community_id == community_id) & (calls.c.user_id == user_id)


def _choice(row: Any) -> CallChoice:  # noqa: ANN401 - a row of `calls`
    found = {one.name: getattr(row, one.name) for one in fields(CallChoice)}
    return CallChoice(**found | {"games": tuple(row.games), "called": tuple(row.called)})
