"""What the painter needs of a message. Knows no kind of message."""

from typing import Protocol

from bot.pages.page import Page


class Surface(Protocol):
    """A message that the painter can edit."""

    @property
    def counts(self) -> bool:
        """Whether an edit counts towards Discord's global limit: it does, unless it's sent with a click's token."""
        ...

    async def prepare(self, page: Page) -> None:
        """Begins to draw the pictures of this page before the edit's turn comes, and waits for them for a moment."""
        ...

    async def draw(self) -> Page | None:
        """The page as it should be now, or None if there is nothing left to show."""
        ...

    async def send(self, page: Page) -> bool:
        """Edits the message to show this page. Raises: what discord.py raises.

        Shape: false if it shows words in place of a picture that wasn't ready in time.
        """
        ...
