"""Symbols as shapes, computed so that they are smooth at any size."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

SHARPNESS = 4
"""How many times larger than its final size a shape is drawn; shrinking it makes its edges smooth."""

Point = tuple[float, float]
Pen = ImageDraw.ImageDraw


@lru_cache(512)
def shape(name: str, size: int) -> Image.Image:
    """A symbol as a mask. Shape: `name` is a key of SHAPES; the mask is `size` × `size`, mode L."""
    large = Image.new("L", (size * SHARPNESS, size * SHARPNESS))
    SHAPES[name](ImageDraw.Draw(large), size * SHARPNESS)
    return large.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(256)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """A rectangle with round corners as a mask. Shape: mode L."""
    mask = Image.new("L", (width, height), 255)
    for corner in corners(width, height, radius):
        mask.paste(corner.mask, (corner.left, corner.top))
    return mask


class Corner(NamedTuple):
    """A round corner of a rectangle, as a mask. Shape: mode L. Units: pixels from the rectangle's top left corner."""

    left: int
    top: int
    mask: Image.Image


@lru_cache(256)
def corners(width: int, height: int, radius: int) -> tuple[Corner, ...]:
    """The round corners of a rectangle. Shape: four, or none if the radius is 0."""
    if not radius:
        return ()
    disc = shape("circle", 2 * radius)
    return tuple(
        Corner(left, top, disc.crop((x, y, x + radius, y + radius)))
        for x, left in ((0, 0), (radius, width - radius))
        for y, top in ((0, 0), (radius, height - radius))
    )


def _polygon(pen: Pen, size: int, points: list[Point]) -> None:
    """Shape: points from 0 to 1, from the top left corner."""
    pen.polygon([(x * size, y * size) for x, y in points], fill=255)


def _disc(pen: Pen, size: int, x: float, y: float, radius: float, *, fill: int = 255) -> None:
    pen.ellipse([(x - radius) * size, (y - radius) * size, (x + radius) * size, (y + radius) * size], fill=fill)


def _around(turn: float, radius: float, x: float = 0.5, y: float = 0.5) -> Point:
    """A point on a circle. Units: `turn` in whole turns, clockwise from the top."""
    return x + radius * sin(2 * pi * turn), y - radius * cos(2 * pi * turn)


def _heart(pen: Pen, size: int) -> None:
    turns = [2 * pi * step / 120 for step in range(120)]
    _polygon(
        pen,
        size,
        [
            (
                0.5 + 0.47 * sin(turn) ** 3,
                0.47 - 0.0294 * (13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)),
            )
            for turn in turns
        ],
    )


def _sun(pen: Pen, size: int) -> None:
    _disc(pen, size, 0.5, 0.5, 0.26)
    for ray in range(8):
        turn = ray / 8
        _polygon(pen, size, [_around(turn - 0.06, 0.33), _around(turn, 0.5), _around(turn + 0.06, 0.33)])


def _clover(pen: Pen, size: int) -> None:
    for x, y in ((0.5, 0.25), (0.26, 0.55), (0.74, 0.55)):
        _disc(pen, size, x, y, 0.225)
    _polygon(pen, size, [(0.38, 0.4), (0.62, 0.4), (0.62, 0.6), (0.38, 0.6)])
    _polygon(pen, size, [(0.46, 0.5), (0.54, 0.5), (0.64, 0.96), (0.36, 0.96)])


def _drop(pen: Pen, size: int) -> None:
    turns = [2 * pi * step / 120 for step in range(120)]
    _polygon(pen, size, [(0.5 + 0.44 * sin(turn) * sin(turn / 2) ** 1.6, 0.5 - 0.47 * cos(turn)) for turn in turns])


def _moon(pen: Pen, size: int) -> None:
    _disc(pen, size, 0.5, 0.5, 0.46)
    _disc(pen, size, 0.72, 0.37, 0.39, fill=0)


def _star(pen: Pen, size: int) -> None:
    _polygon(pen, size, [_around(ray / 10, 0.22 if ray % 2 else 0.5, y=0.53) for ray in range(10)])


def _crown(pen: Pen, size: int) -> None:
    _polygon(
        pen,
        size,
        [(0.08, 0.24), (0.3, 0.48), (0.5, 0.14), (0.7, 0.48), (0.92, 0.24), (0.84, 0.84), (0.16, 0.84)],
    )


def _arrow(pen: Pen, size: int) -> None:
    _polygon(pen, size, [(0.08, 0.38), (0.5, 0.38), (0.5, 0.14), (0.94, 0.5), (0.5, 0.86), (0.5, 0.62), (0.08, 0.62)])


def _triangle(pen: Pen, size: int) -> None:
    _polygon(pen, size, [(0.06, 0.22), (0.94, 0.22), (0.5, 0.9)])


def _circle(pen: Pen, size: int) -> None:
    _disc(pen, size, 0.5, 0.5, 0.5)


def _plus(pen: Pen, size: int) -> None:
    _polygon(pen, size, [(0.36, 0.06), (0.64, 0.06), (0.64, 0.94), (0.36, 0.94)])
    _minus(pen, size)


def _minus(pen: Pen, size: int) -> None:
    _polygon(pen, size, [(0.06, 0.36), (0.94, 0.36), (0.94, 0.64), (0.06, 0.64)])


def _cross(pen: Pen, size: int) -> None:
    _polygon(pen, size, [(0.08, 0.24), (0.24, 0.08), (0.92, 0.76), (0.76, 0.92)])
    _polygon(pen, size, [(0.76, 0.08), (0.92, 0.24), (0.24, 0.92), (0.08, 0.76)])


def _target(pen: Pen, size: int) -> None:
    for radius, fill in ((0.5, 255), (0.38, 0), (0.27, 255), (0.15, 0), (0.08, 255)):
        _disc(pen, size, 0.5, 0.5, radius, fill=fill)


SHAPES: Mapping[str, Callable[[Pen, int], None]] = {
    "heart": _heart,
    "sun": _sun,
    "clover": _clover,
    "drop": _drop,
    "moon": _moon,
    "star": _star,
    "crown": _crown,
    "arrow": _arrow,
    "triangle": _triangle,
    "circle": _circle,
    "plus": _plus,
    "minus": _minus,
    "cross": _cross,
    "target": _target,
}


def faint(mask: Image.Image, strength: float) -> Image.Image:
    """The mask at a fraction of its strength. Shape: `strength` from 0 to 1."""
    return ImageChops.multiply(mask, Image.new("L", mask.size, round(255 * strength)))
