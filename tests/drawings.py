"""A picture for tests: as small as can be."""

from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.pages.page import Page, Picture, Text


@dataclass(frozen=True, slots=True)
class Patch:
    """A picture of one colour, which notes that it was drawn. Shape: no colour of that name, no picture."""

    colour: str
    drawn: ClassVar[list[str]] = []

    def draw(self) -> Image.Image:
        Patch.drawn.append(self.colour)
        return Image.new("RGB", (8, 8), self.colour)


def pictured(*colours: str) -> Page:
    """A page with these pictures, each with words instead."""
    return Page(tuple(Picture(Patch(colour), f"all {colour}", (Text(f"{colour}!"),)) for colour in colours), accent=0)
