"""Each player's newest click at each table: its token can still edit their private panel."""

from dataclasses import dataclass, field

from sqlalchemy import Delete, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.schema import panels


@dataclass(frozen=True, slots=True)
class PanelToken:
    """What it takes to edit one private panel.

    Shape: `handle` is how the token's routes name the message: its number, or `@original`.
    Units: `clicked_at` in seconds since 1970.
    """

    match_id: int
    user_id: int
    message_id: int
    token: str = field(repr=False)
    handle: str
    language: str
    clicked_at: int


class PanelStore:
    """Panel tokens on disk, so that the bot can edit panels after a restart."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def remember(self, panel: PanelToken) -> None:
        """Stores this token in place of the player's older one."""
        async with self._engine.begin() as db:
            await db.execute(_delete(panel.match_id, panel.user_id))
            await db.execute(
                insert(panels).values(
                    match_id=panel.match_id,
                    user_id=panel.user_id,
                    message_id=panel.message_id,
                    token=panel.token,
                    handle=panel.handle,
                    language=panel.language,
                    clicked_at=panel.clicked_at,
                )
            )

    async def forget(self, match_id: int, user_id: int) -> None:
        """Deletes the player's token for this match."""
        async with self._engine.begin() as db:
            await db.execute(_delete(match_id, user_id))

    async def fresh(self, since: int) -> list[PanelToken]:
        """Every token from a click at or after `since`. Deletes the older ones."""
        await self.drop(since)
        async with self._engine.connect() as db:
            return [PanelToken(*row) for row in await db.execute(select(panels))]

    async def drop(self, before: int) -> None:
        """Deletes every token from a click before this moment."""
        async with self._engine.begin() as db:
            await db.execute(delete(panels).where(panels.c.clicked_at < before))


def _delete(match_id: int, user_id: int) -> Delete:
    return delete(panels).where(panels.c.match_id == match_id, panels.c.user_id == user_id)
