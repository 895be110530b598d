"""Encodes drawings as PNG files that are small and quick to make."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import chain

from PIL import Image, ImageColor

from bot.pictures.canvas import CORNER
from bot.pictures.drawing import Drawing
from bot.pictures.palette import FELT_EDGE
from bot.pictures.shapes import Corner, corners
from bot.pictures.tones import tones

COLOURS_OF_A_FACE = 128
"""Enough for flat colours and smooth edges."""

VEILS = 8
"""How many colours are kept for round corners: the edge's, from transparent to almost opaque."""

QUICK, SMALL = 3, 5
"""Levels of compression. The second takes half as long again, for a file that is smaller by a tenth."""

MOST_QUICK_PIXELS = 600_000
"""A file of a larger picture could exceed 40 KiB if it was compressed quickly."""


def png(drawing: Drawing, between: Callable[[], None] = lambda: None) -> bytes:
    """The drawing as a PNG file with a palette. Shape: `between` is called between steps of at most 3 ms."""
    picture = drawing.draw()
    between()
    return _face(picture) if picture.mode == "RGBA" else _on_the_table(picture, between)


def named_png(drawing: Drawing, between: Callable[[], None] = lambda: None) -> tuple[str, bytes]:
    """The name and the content of the drawing's file, as `png` makes it."""
    return named(png(drawing, between))


def named(content: bytes) -> tuple[str, bytes]:
    """A PNG file after its name, which follows from its content."""
    return f"{blake2b(content, digest_size=8).hexdigest()}.png", content


def _face(picture: Image.Image) -> bytes:
    """The file of a face, with a palette of its own, since it's also transparent."""
    file = BytesIO()
    picture.quantize(COLOURS_OF_A_FACE, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _on_the_table(picture: Image.Image, between: Callable[[], None]) -> bytes:
    """The file of a picture on the table, with round corners and the palette that all these pictures share."""
    file = BytesIO()
    reduced = picture.quantize(palette=_palette(), dither=Image.Dither.NONE)
    for corner, numbers, mask in _veils(*picture.size):
        reduced.paste(numbers, (corner.left, corner.top), mask)
    between()
    level = QUICK if picture.width * picture.height <= MOST_QUICK_PIXELS else SMALL
    reduced.save(file, "PNG", compress_level=level, transparency=_opacities())
    return file.getvalue()


@lru_cache(1)
def _palette() -> Image.Image:
    """Every tone, then the veils. Shape: no pixel becomes a veil, since the edge's own tone comes first."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([*chain.from_iterable(tones()), *ImageColor.getrgb(FELT_EDGE) * VEILS])
    return palette


@lru_cache(1)
def _opacities() -> bytes:
    """The opacity of each colour in the palette."""
    return bytes([255] * len(tones()) + [round(255 * veil / VEILS) for veil in range(VEILS)])


@lru_cache(16)
def _veils(width: int, height: int) -> tuple[tuple[Corner, Image.Image, Image.Image], ...]:
    """What is put over the corners of a picture: the veils as numbers in the palette, and a mask of where they are."""
    levels = [round(VEILS * opacity / 255) for opacity in range(256)]
    numbers, opaque = [len(tones()) + min(level, VEILS - 1) for level in levels], [level == VEILS for level in levels]
    return tuple(
        (corner, corner.mask.point(numbers).convert("P"), corner.mask.point([255 * (not full) for full in opaque]))
        for corner in corners(width, height, CORNER)
    )
