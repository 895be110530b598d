"""A message for tests of the painter."""

import asyncio
from dataclasses import dataclass, field

from bot.messages.painter import Painter
from bot.pages.page import Page, Text
from localcord.people import PATIENCE_SECONDS

INTERVAL = 1.1


def page(text: str) -> Page:
    return Page((Text(text),), accent=0)


@dataclass
class Canvas:
    """A message that notes what is drawn on it. Shape: each of the next sends raises one of the `faults`."""

    text: str | None = "first"
    sent: list[str] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    gate: asyncio.Event | None = None
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: int = 0
    most_at_once: int = 0
    counts: bool = True
    is_whole: bool = True
    prepared: list[Page] = field(default_factory=list)

    async def prepare(self, page: Page) -> None:
        self.prepared.append(page)

    async def draw(self) -> Page | None:
        return None if self.text is None else page(self.text)

    async def send(self, page: Page) -> bool:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.arrived.set()
        try:
            if self.gate:
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
