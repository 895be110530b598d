"""The canvas for pictures: puts sprites, fields and words on a felt table.

Costly drawings, such as smooth edges, are made once and kept as sprites; a picture is then little more than pasting.
"""

from functools import lru_cache
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from bot.pictures.palette import FELT, FELT_EDGE, NIGHT, SEATS, TEXT, Ink, is_translucent
from bot.pictures.shapes import corners, rounded, shape
from bot.pictures.type import fit_name, font, lettering, shorten, writable

WIDTH = 960
"""Units: pixels. Twice as wide as Discord shows a picture on a desktop."""

CORNER = 28
EDGE = 4

LARGE = 5_000
"""From this area on, a field is filled faster without a sprite. Units: pixels."""

Anchor = Literal["left", "middle", "right"]
_ANCHORS: dict[Anchor, str] = {"left": "lm", "middle": "mm", "right": "rm"}

Sprite = Image.Image
"""A small picture to put on a canvas. Shape: RGBA."""


class Canvas:
    """A picture being drawn. Units: pixels from the top left corner."""

    def __init__(self, height: int, width: int = WIDTH) -> None:
        self.width = width
        self.image = felt(width, height).copy()
        """The picture as drawn so far. Shape: RGB, since sprites are put on it several times as fast as on RGBA."""
        self._pen = ImageDraw.Draw(self.image)

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """Puts a sprite with its middle at (x, y)."""
        self.image.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)

    def field(self, x: float, y: float, width: float, height: float, ink: Ink, *, radius: int = 16) -> None:
        """Fills a rectangle with round corners, its middle at (x, y)."""
        columns, rows = round(width), round(height)
        if columns * rows < LARGE or is_translucent(ink):
            self.put(field(columns, rows, ink, radius), x, y)
        else:
            self._fill((round(x - columns / 2), round(y - rows / 2)), (columns, rows), ink, radius)

    def mark(self, name: str, x: float, y: float, size: int, ink: Ink) -> None:
        """Draws a symbol with its middle at (x, y)."""
        self.put(symbol(name, size, ink), x, y)

    def write(
        self, text: str, x: float, y: float, size: int, ink: Ink = TEXT, *, anchor: Anchor = "middle", room: int = WIDTH
    ) -> None:
        """Writes a line with its middle at height y, cut off if it is wider than `room`."""
        self._letter(shorten(text, size, room), x, y, size=size, ink=ink, anchor=anchor)

    def line(self, one: tuple[float, float], other: tuple[float, float], ink: Ink, width: int = 3) -> None:
        """Draws a straight line between two points."""
        self._pen.line((*one, *other), fill=ink, width=width)

    def seat(self, seat: int, x: float, y: float, size: int) -> None:
        """Draws a seat's badge with its middle at (x, y)."""
        self.put(badge(seat, size), x, y)

    def person(
        self, name: str, x: float, y: float, *, room: int, ink: Ink = TEXT, size: int = 32, anchor: Anchor = "left"
    ) -> None:
        """Writes a name at (x, y), smaller or shortened to fit; nothing if the typeface lacks one of its letters."""
        shown, fitting = fit_name(writable(name), size, room)
        self._letter(shown, x, y, size=fitting, ink=ink, anchor=anchor)

    def name(self, seat: int, name: str, x: float, y: float, *, room: int, ink: Ink = TEXT, size: int = 32) -> None:
        """Writes a seat's badge with its name, if the typeface has its letters, centred on (x, y)."""
        badge_size = round(size * 1.15)
        shown, fitting = fit_name(writable(name), size, room - badge_size - 10)
        taken = badge_size + (10 + font(fitting).getlength(shown) if shown else 0)
        left = x - taken / 2
        self.seat(seat, left + badge_size / 2, y, badge_size)
        if shown:
            self.person(shown, left + badge_size + 10, y, room=room - badge_size - 10, ink=ink, size=fitting)

    def _fill(self, place: tuple[int, int], size: tuple[int, int], ink: Ink, radius: int) -> None:
        """Fills a rectangle without a mask, except for its corners, since masks take long."""
        (left, top), (width, height) = place, size
        radius = min(radius, width // 2, height // 2)
        self.image.paste(ink, (left + radius, top, left + width - radius, top + height))
        self.image.paste(ink, (left, top + radius, left + width, top + height - radius))
        for corner in corners(width, height, radius):
            self.image.paste(ink, (left + corner.left, top + corner.top), corner.mask)

    def _letter(self, text: str, x: float, y: float, *, size: int, ink: Ink, anchor: Anchor) -> None:
        letters = lettering(text, size, _ANCHORS[anchor])
        self.image.paste(ink, (round(x) + letters.left, round(y) + letters.top), letters.mask)


@lru_cache(16)
def felt(width: int, height: int) -> Image.Image:
    """The felt table that every picture starts from. Shape: RGB; the file will have round corners."""
    table = Image.new("RGB", (width, height), FELT_EDGE)
    table.paste(FELT, (EDGE, EDGE), rounded(width - 2 * EDGE, height - 2 * EDGE, CORNER - EDGE))
    return table


@lru_cache(256)
def field(width: int, height: int, ink: Ink, radius: int) -> Sprite:
    """A filled rectangle with round corners."""
    return _inked(rounded(width, height, min(radius, width // 2, height // 2)), ink)


@lru_cache(512)
def symbol(name: str, size: int, ink: Ink) -> Sprite:
    """A shape in one colour. Shape: `name` is a key of SHAPES."""
    return _inked(shape(name, size), ink)


@lru_cache(64)
def badge(seat: int, size: int) -> Sprite:
    """A seat's number in a disc of its colour."""
    disc = symbol("circle", size, SEATS[seat]).copy()
    ImageDraw.Draw(disc).text(
        (size / 2, size / 2), str(seat + 1), fill=NIGHT, font=font(round(size * 0.62)), anchor="mm"
    )
    return disc


def _inked(mask: Image.Image, ink: Ink) -> Sprite:
    sprite = Image.new("RGBA", mask.size, ink)
    sprite.putalpha(ImageChops.multiply(mask, sprite.getchannel("A")))
    return sprite
