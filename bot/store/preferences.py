"""What servers and people have chosen about how things are shown to them."""

from dataclasses import asdict, dataclass
from typing import Literal

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.schema import preferences

Of = Literal["community", "person"]
Ping = Literal["now", "later", "never"]


@dataclass(frozen=True, slots=True)
class Preference:
    """One choice.

    Shape: None where nothing is chosen. Units: the hours in which a person's clock stands still, in minutes of UTC's
    day.
    """

    of: Of
    id: int
    language: str | None = None
    pictures: bool | None = None
    ping: Ping | None = None
    quiet_begins: int | None = None
    quiet_ends: int | None = None


class PreferenceStore:
    """The choices on the disk."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def keep(self, preference: Preference) -> None:
        """Puts this choice in the place of an older one."""
        same = (preferences.c.of == preference.of) & (preferences.c.id == preference.id)
        async with self._engine.begin() as db:
            await db.execute(delete(preferences).where(same))
            await db.execute(insert(preferences).values(asdict(preference)))

    async def every(self) -> list[Preference]:
        """All there are."""
        async with self._engine.connect() as db:
            return [Preference(*row) for row in await db.execute(select(preferences))]
