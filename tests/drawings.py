"""Minimal pictures for tests."""

from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.messages.renderer import ReadyPage
from bot.pages.page import Page, Picture, Text


@dataclass(frozen=True, slots=True)
class Patch:
    """A picture of one colour, which notes that it was drawn. An unknown colour makes drawing fail."""

    colour: str
    drawn: ClassVar[list[str]] = []

    def draw(self) -> Image.Image:
        Patch.drawn.append(self.colour)
        return Image.new("RGBA", (8, 8), self.colour)


def pictured(*colours: str) -> Page:
    """A page with these pictures, each with a text to replace it."""
    return Page(tuple(Picture(Patch(colour), f"all {colour}", (Text(f"{colour}!"),)) for colour in colours), accent=0)


def shown(ready: ReadyPage) -> list[str]:
    """The page from top to bottom: alt texts of pictures in ( ), or the texts that replace them."""
    (card,) = ready.components
    files = {f"attachment://{upload.name}" for upload in ready.uploads}
    found = []
    for part in card["components"]:
        if part["type"] == 10:
            found.append(part["content"])
            continue
        (item,) = part["items"]
        assert item["media"]["url"] in files
        found.append(f"({item['description']})")
    return found
