"""Each player's newest click at each table: its token can still edit their private panel."""

from dataclasses import asdict, dataclass, field

from sqlalchemy import ColumnElement, delete, select, true
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import EVERYTHING, Share
from bot.store.database import Database, put
from bot.store.processes import notify
from bot.store.schema import matches, panels
from bot.store.tables import within


@dataclass(frozen=True, slots=True)
class PanelToken:
    """A token with which one private panel can be edited.

    Shape: `handle` is how the token's routes name the message: its number, or `@original`. `watches`: the panel is
    that of somebody who doesn't play there, and shows them what everyone sees.
    Units: `clicked_at` in seconds since 1970.
    """

    match_id: int
    user_id: int
    message_id: int
    token: str = field(repr=False)
    handle: str
    language: str
    clicked_at: int
    watches: bool = False


class PanelStore:
    """Panel tokens on disk, so that the bot can edit panels after a restart."""

    def __init__(self, engine: AsyncEngine, share: Share = EVERYTHING) -> None:
        """Shape: tables outside `share` are another process's."""
        self._database, self._share = Database.of(engine), share

    async def remember(self, panel: PanelToken) -> bool:
        """Stores this token in place of the player's older one. Shape: False if the match has been deleted."""
        try:
            await self._database.write(lambda db: put(db, panels, [asdict(panel)]))
        except IntegrityError:
            return False
        return True

    def serves(self, guild_id: int) -> bool:
        """Whether tables of this server are this process's own."""
        return self._share.has(guild_id)

    async def hand_on(self, panel: PanelToken, *, is_choosing: bool) -> None:
        """Stores this token, and notifies the process whose table it belongs to.

        Shape: `is_choosing` if the panel shows what its player has chosen, which only this process knows.
        """
        if await self.remember(panel):
            kind = "choosing" if is_choosing else "panel"
            await self._database.write(lambda db: notify(db, kind, panel.match_id))

    async def of(self, match_id: int) -> list[PanelToken]:
        """All tokens of this match. Shape: empty if it's another process's."""
        return await self._tokens(panels.c.match_id == match_id)

    async def forget(self, match_id: int, user_id: int) -> None:
        """Deletes the player's token for this match."""
        own = (panels.c.match_id == match_id) & (panels.c.user_id == user_id)
        await self._database.write(lambda db: db.execute(delete(panels).where(own)))

    async def fresh(self, since: int) -> list[PanelToken]:
        """Every token from a click at or after `since`. Deletes the older ones."""
        await self.drop(since)
        return await self._tokens(true())

    async def drop(self, before: int) -> None:
        """Deletes every token from a click before this moment."""
        await self._database.write(lambda db: db.execute(delete(panels).where(panels.c.clicked_at < before)))

    async def _tokens(self, condition: ColumnElement[bool]) -> list[PanelToken]:
        query = select(panels).join(matches).where(within(self._share), condition)
        return await self._database.read(lambda db: [PanelToken(*row) for row in db.execute(query)])
