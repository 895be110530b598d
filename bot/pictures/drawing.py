"""What a picture is: a value that can draw itself. Knows no game and no Discord."""

from collections.abc import Hashable
from typing import Protocol

from PIL import Image


class Drawing(Hashable, Protocol):
    """A picture as a value: equal drawings look alike."""

    def draw(self) -> Image.Image:
        """The picture, drawn anew. Shape: RGBA."""
        ...
