"""The newest click of each player at each table: the token that still repaints their private panel."""

from dataclasses import dataclass, field

from sqlalchemy import Delete, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.schema import panels


@dataclass(frozen=True, slots=True)
class PanelToken:
    """What repaints one private panel.

    Shape: `handle` is what the token's routes call the message, its number or `@original`.
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
    """Panel tokens on the disk, so that a restart can repaint."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def remember(self, panel: PanelToken) -> None:
        """Puts this token in the place of the player's older one."""
        async with self._engine.begin() as db:
            await db.execute(_of(panel.match_id, panel.user_id))
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
        """Drops the player's token."""
        async with self._engine.begin() as db:
            await db.execute(_of(match_id, user_id))

    async def fresh(self, since: int) -> list[PanelToken]:
        """Every token from a click at or after `since`; older ones are dropped."""
        await self.drop(since)
        async with self._engine.connect() as db:
            return [PanelToken(*row) for row in await db.execute(select(panels))]

    async def drop(self, before: int) -> None:
        """Drops every token from a click before this moment."""
        async with self._engine.begin() as db:
            await db.execute(delete(panels).where(panels.c.clicked_at < before))


def _of(match_id: int, user_id: int) -> Delete:
    return delete(panels).where(panels.c.match_id == match_id, panels.c.user_id == user_id)
