"""The stored choices of servers and people about what they are shown and when they play."""

from dataclasses import asdict, dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.database import Database, put
from bot.store.processes import notify
from bot.store.schema import EVERYWHERE, greetings, players, preferences, ratings
from bot.tables.table import Person

Kind = Literal["community", "person"]
Ping = Literal["now", "later", "never"]
Inviters = Literal["everyone", "known", "nobody"]


@dataclass(frozen=True, slots=True)
class Preference:
    """The choices of one community or person.

    Shape: `id` is a community's or a user's; None if nothing is chosen. Units: `quiet_begins` and `quiet_ends` in
    minutes of the day in UTC. `is_everywhere`: whether a server's matches count in the rankings across all servers, or
    a person is listed there; `hides_stats`: whether nobody else may see a person's statistics; `invites`: who may
    invite a person, where "known" are those who have played with them; `threads`: whether a server's matches get
    threads of their own; `calls`: whether people may be called to its lobbies.
    """

    kind: Kind
    id: int
    language: str | None = None
    pictures: bool | None = None
    ping: Ping | None = None
    quiet_begins: int | None = None
    quiet_ends: int | None = None
    is_everywhere: bool | None = None
    hides_stats: bool | None = None
    invites: Inviters | None = None
    threads: bool | None = None
    calls: bool | None = None


class PreferenceStore:
    """The choices on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._database = Database.of(engine)

    async def keep(self, preference: Preference) -> None:
        """Stores these choices in place of older ones."""
        await self._database.write(lambda db: _keep(db, preference))

    async def list_everywhere(self, preference: Preference, name: str) -> None:
        """Stores these choices of a person, and lists them across servers by this name, or no longer does.

        Raises: ValueError unless the choices are a person's.
        """
        if preference.kind != "person":
            raise ValueError(preference.kind)
        theirs = (ratings.c.user_id == preference.id) & (ratings.c.scope == EVERYWHERE)
        is_listed = bool(preference.is_everywhere)

        def work(db: Connection) -> None:
            if db.dialect.name == "postgresql":
                db.execute(select(func.pg_advisory_xact_lock(preference.id)))  # the end of a match reads who is listed
            _keep(db, preference)
            db.execute(update(ratings).where(theirs).values(is_listed=is_listed))
            if is_listed:
                put(db, players, [{"community_id": EVERYWHERE, "user_id": preference.id, "name": name}])
            else:
                db.execute(delete(players).where(_named_everywhere(preference.id)))

        await self._database.write(work)

    async def rename_everywhere(self, person: Person) -> None:
        """Has the rankings across servers name somebody like this, if they are listed there."""
        renaming = update(players).where(_named_everywhere(person.user_id)).values(name=person.name)
        await self._database.write(lambda db: db.execute(renaming))

    async def names_everywhere(self) -> dict[int, str]:
        """The names in the rankings across servers, by user id."""
        query = select(players.c.user_id, players.c.name).where(players.c.community_id == EVERYWHERE)
        return await self._database.read(lambda db: {row.user_id: row.name for row in db.execute(query)})

    async def greet(self, community_id: int) -> bool:
        """Stores that this server has been greeted. Shape: false if it had been."""

        def work(db: Connection) -> None:
            db.execute(insert(greetings).values(community_id=community_id))

        try:
            await self._database.write(work)
        except IntegrityError:
            return False
        return True

    async def one(self, kind: Kind, id_: int) -> Preference | None:
        """The choices of one community or person, or None if there are none."""
        found = select(preferences).where(preferences.c.kind == kind, preferences.c.id == id_)
        row = await self._database.read(lambda db: db.execute(found).first())
        return Preference(*row) if row else None

    async def every(self) -> list[Preference]:
        """The choices of every community and person."""
        return await self._database.read(lambda db: [Preference(*row) for row in db.execute(select(preferences))])


def _keep(db: Connection, preference: Preference) -> None:
    put(db, preferences, [asdict(preference)])
    notify(db, preference.kind, preference.id)


def _named_everywhere(user_id: int) -> ColumnElement[bool]:
    return (players.c.community_id == EVERYWHERE) & (players.c.user_id == user_id)
