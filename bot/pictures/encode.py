"""Encodes drawings as PNG files that are small and quick to make."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import chain

from PIL import Image, ImageColor

from bot.pictures.canvas import CORNER
from bot.pictures.drawing import Drawing
from bot.pictures.palette import (
    BACK,
    BACK_STAR,
    BRONZE,
    DIM_GLOW,
    FADE,
    FAINT,
    FELT,
    FELT_DARK,
    FELT_EDGE,
    FELT_LIGHT,
    GLOW,
    GOLD,
    GOLD_DARK,
    GOLD_FIELD,
    GREY,
    HINT,
    IVORY,
    LOST,
    MINUS,
    MISS,
    NIGHT,
    PLUS,
    RED,
    SEATS,
    SHADE,
    SHEEN,
    SILVER,
    SUITS,
    TEXT,
    WHITE,
    Ink,
)
from bot.pictures.shapes import Corner, corners

Colour = tuple[int, int, int]
"""Red, green and blue. Units: 0 to 255."""

STEP = 32
"""The largest difference between neighbouring tones of an edge, in red, green or blue."""

APART = 18
"""A tone that differs no more than this from another one is left out. With 12, files would be a twentieth larger."""

GROUNDS = (FELT, FELT_DARK, GOLD_FIELD)
"""Grounds that any ink may be drawn on."""

ON_GROUNDS = (
    *(TEXT, FAINT, GOLD, IVORY, WHITE, RED, NIGHT, GREY, BACK, FELT_LIGHT, FELT_EDGE, SILVER, BRONZE, MINUS, PLUS),
    *SEATS,
    *(suit.fill for suit in SUITS.values()),
    *(suit.rim for suit in SUITS.values()),
)

TOUCHING = (
    *((TEXT, NIGHT), (TEXT, GREY), (TEXT, FELT_LIGHT), (FELT_LIGHT, FAINT), (FELT_LIGHT, MISS)),
    *((GOLD, other) for other in (GOLD_DARK, NIGHT, WHITE, IVORY, RED)),
    *((RED, WHITE), (BACK, BACK_STAR), (BACK, IVORY)),
    *((seat, NIGHT) for seat in SEATS),
    *((suit.fill, other) for suit in SUITS.values() for other in (suit.ink, suit.rim, IVORY)),
)
"""Other inks that lie side by side."""


@lru_cache(1)
def tones() -> tuple[Colour, ...]:
    """Every colour that a picture of the table can have. Shape: no two are the same."""
    chosen = list(dict.fromkeys(_flat()))
    for one, other in _edges():
        steps = max(abs(a - b) for a, b in zip(one, other, strict=True)) // STEP + 1
        for step in range(1, steps):
            tone = _mixed(one, other, step / steps)
            if not any(_are_close(tone, another) for another in chosen):
                chosen.append(tone)
    return tuple(chosen)


def _flat() -> Iterator[Colour]:
    """The colours of areas."""
    for ink in (*GROUNDS, *ON_GROUNDS, GOLD_DARK, BACK_STAR, MISS, LOST):
        yield _colour(ink)
    for ground in GROUNDS[1:]:
        yield _over(ground, WHITE, SHEEN)
    yield _over(GOLD, WHITE, GLOW)
    yield _over(FELT_DARK, WHITE, DIM_GLOW)
    for seat in SEATS:
        yield _over(seat, FELT, FADE)
    for suit in SUITS.values():
        yield _colour(suit.ink)
        for ink in (suit.fill, suit.ink, IVORY):
            yield _over(ink, FELT_DARK, FADE)
        yield _over(suit.fill, suit.rim, HINT)
    for colour in _of_cards():
        yield _shaded(colour)


def _edges() -> Iterator[tuple[Colour, Colour]]:
    """The colours that lie side by side."""
    for ground in GROUNDS:
        for ink in ON_GROUNDS:
            yield _colour(ground), _colour(ink)
    for one, other in TOUCHING:
        yield _colour(one), _colour(other)
    yield _over(GOLD, WHITE, GLOW), _colour(GOLD_DARK)
    yield _colour(FELT), _shaded(_colour(IVORY))
    for suit in SUITS.values():
        fill, sign = _colour(suit.fill), _colour(suit.ink)
        yield _over(suit.fill, suit.rim, HINT), sign
        yield _shaded(fill), _shaded(sign)
        yield _shaded(fill), _shaded(_colour(IVORY))


def _of_cards() -> Iterator[Colour]:
    for ink in (IVORY, WHITE, BACK, BACK_STAR):
        yield _colour(ink)
    for suit in SUITS.values():
        yield from (_colour(suit.fill), _colour(suit.ink), _over(suit.fill, suit.rim, HINT))


def _colour(ink: Ink) -> Colour:
    red, green, blue, *_ = ImageColor.getrgb(ink)
    return red, green, blue


def _over(ground: Ink, ink: Ink, strength: float) -> Colour:
    return _mixed(_colour(ground), _colour(ink), strength)


def _shaded(colour: Colour) -> Colour:
    return _mixed(colour, _colour(FELT), SHADE)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Shape: `share` is how much of it is the other one, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _are_close(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= APART for a, b in zip(one, other, strict=True))


COLOURS_OF_A_FACE = 128
"""Enough for flat colours and smooth edges."""

VEILS = 8
"""How many colours are kept for round corners: the edge's, from transparent to almost opaque."""

QUICK, SMALL = 3, 5
"""Levels of compression. The second takes half as long again, for a file that is smaller by a tenth."""

MOST_QUICK_PIXELS = 600_000
"""A file of a larger picture could exceed 40 KiB if it was compressed quickly."""


def png(drawing: Drawing) -> bytes:
    """The drawing as a PNG file with a palette."""
    picture = drawing.draw()
    return _face(picture) if picture.mode == "RGBA" else _on_the_table(picture)


def named_png(drawing: Drawing) -> tuple[str, bytes]:
    """The name and the content of the drawing's file, as `png` makes it."""
    return named(png(drawing))


def named(content: bytes) -> tuple[str, bytes]:
    """A PNG file after its name, which follows from its content."""
    return f"{blake2b(content, digest_size=8).hexdigest()}.png", content


def _face(picture: Image.Image) -> bytes:
    """The file of a face, with a palette of its own, since it's also transparent."""
    file = BytesIO()
    picture.quantize(COLOURS_OF_A_FACE, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _on_the_table(picture: Image.Image) -> bytes:
    """The file of a picture on the table, with round corners and the palette that all these pictures share."""
    file = BytesIO()
    reduced = picture.quantize(palette=_palette(), dither=Image.Dither.NONE)
    for corner, numbers, mask in _veils(*picture.size):
        reduced.paste(numbers, (corner.left, corner.top), mask)
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
    """Cover of a picture's corners: the veils as numbers in the palette, and a mask of where they are."""
    levels = [round(VEILS * opacity / 255) for opacity in range(256)]
    numbers, opaque = [len(tones()) + min(level, VEILS - 1) for level in levels], [level == VEILS for level in levels]
    return tuple(
        (corner, corner.mask.point(numbers).convert("P"), corner.mask.point([255 * (not full) for full in opaque]))
        for corner in corners(width, height, CORNER)
    )
