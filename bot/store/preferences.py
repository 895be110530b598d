"""The stored choices of servers and people about what they are shown and when they play."""

from dataclasses import asdict, dataclass
from typing import Literal

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.schema import preferences

Kind = Literal["community", "person"]
Ping = Literal["now", "later", "never"]


@dataclass(frozen=True, slots=True)
class Preference:
    """The choices of one community or person.

    Shape: `id` is a community's or a user's; None if nothing is chosen. Units: `quiet_begins` and `quiet_ends` in
    minutes of the day in UTC. `is_everywhere`: whether a server's matches count in the rankings across all servers, or
    a person is listed there; `hides_stats`: whether nobody else may see a person's statistics.
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


class PreferenceStore:
    """The choices on disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def keep(self, preference: Preference) -> None:
        """Stores these choices in place of older ones."""
        same = (preferences.c.kind == preference.kind) & (preferences.c.id == preference.id)
        async with self._engine.begin() as db:
            await db.execute(delete(preferences).where(same))
            await db.execute(insert(preferences).values(asdict(preference)))

    async def every(self) -> list[Preference]:
        """The choices of every community and person."""
        async with self._engine.connect() as db:
            return [Preference(*row) for row in await db.execute(select(preferences))]
