"""One private panel as the painter edits it. Knows no token and no Discord."""

from dataclasses import dataclass
from typing import Protocol

from bot.pages.page import Page


class Drawer(Protocol):
    """What draws and sends panels."""

    async def page(self, match_id: int, user_id: int) -> Page | None:
        """The page that the player's panel should show now; None if it can no longer be reached."""
        ...

    async def repaint(self, match_id: int, user_id: int, page: Page) -> bool:
        """Edits the player's panel. Shape: whether it shows the whole page."""
        ...


@dataclass(frozen=True, slots=True)
class PanelSurface:
    """One player's private message."""

    panels: Drawer
    match_id: int
    user_id: int
    counts = False  # it's edited with a click's token

    async def prepare(self, _page: Page) -> None:
        """Does nothing: the message is there."""

    async def draw(self) -> Page | None:
        """The page that it should show now; None if it can no longer be reached."""
        return await self.panels.page(self.match_id, self.user_id)

    async def send(self, page: Page) -> bool:
        """Shows the page. Shape: whether it is whole."""
        return await self.panels.repaint(self.match_id, self.user_id, page)
