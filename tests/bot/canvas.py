"""A message for tests of the painter."""

import asyncio

from bot.messages.painter import EditableMessage, Painter
from bot.pages.page import Page, Text
from localcord.people import PATIENCE_SECONDS

INTERVAL = 1.1


def page(text: str) -> Page:
    return Page((Text(text),), accent=0)


class Canvas(EditableMessage):
    """A message that notes what is drawn on it. Each of the next sends raises one of the `faults`.

    If it's held, sends wait until the test sets its `gate`.
    """

    def __init__(
        self,
        painter: Painter,
        key: object = "a",
        *,
        text: str | None = "first",
        sent: list[str] | None = None,
        faults: list[Exception] | None = None,
        is_held: bool = False,
        channel_id: int = 0,
        is_whole: bool = True,
        after: str | None = None,
    ) -> None:
        super().__init__(painter, key, after=after)
        self.text = text
        self.sent = [] if sent is None else sent
        self.faults = faults or []
        self.gate = asyncio.Event()
        if not is_held:
            self.gate.set()
        self.channel = channel_id
        self.is_whole = is_whole
        self.arrived = asyncio.Event()
        self.at_once = self.most_at_once = 0

    @property
    def channel_id(self) -> int:
        return self.channel

    async def draw(self) -> Page | None:
        return None if self.text is None else page(self.text)

    async def send(self, page: Page) -> bool:
        await self.take_turn() if self.channel else None
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.arrived.set()
        try:
            await self.gate.wait()
            if self.faults:
                raise self.faults.pop(0)
        finally:
            self.at_once -= 1
        (part,) = page.parts
        assert isinstance(part, Text)
        self.sent.append(part.content)
        return self.is_whole


async def done(painter: Painter) -> None:
    """Waits until nothing is left to paint."""
    await painter.settle(PATIENCE_SECONDS)
