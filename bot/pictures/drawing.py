"""Pictures: values that can draw themselves."""

from collections.abc import Hashable
from typing import Protocol

from PIL import Image


class Drawing(Hashable, Protocol):
    """A picture as a value. Shape: equal drawings look alike, so each needs to be drawn only once."""

    def draw(self) -> Image.Image:
        """Draws the picture. Shape: RGB if it's on the table, and gets round corners as a file; RGBA otherwise."""
        ...
