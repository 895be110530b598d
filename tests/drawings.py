"""Minimal pictures for tests."""

from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

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
