"""Text in pictures: one typeface, made to fit.

Source: Manrope, SIL Open Font License 1.1, from the package font-manrope.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import font_manrope  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

FILES = Path(font_manrope.__file__).with_name("files")
ELLIPSIS = "…"
NO_GLYPH = "\U0010ffff"

LEAST_OF_NAME = 20
"""The smallest size of a name before it is shortened instead. Units: pixels."""

_WORDS = re.compile(r"[^\s-]+[\s-]*|^[\s-]+")
_LOOSE_ENDS = " -–·,.("
_PARTICLE = re.compile(r"\s[a-zäöüß]{1,3}$").search
"""Finds what a shortened name must not end with, such as "von" or "de la"."""

LETTERS_OF_A_WORD = 4
"""A name is not shortened to fewer letters than this: "Der" alone is nobody's name."""


@lru_cache(64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The typeface. Units: `size` in pixels."""
    return ImageFont.truetype(FILES / "Manrope-ExtraBold.ttf", size)


class Lettering(NamedTuple):
    """A line of text as a mask. Shape: mode L. Units: pixels from the point where the text is put."""

    mask: Image.Image
    left: int
    top: int


@lru_cache(512)
def lettering(text: str, size: int, anchor: str) -> Lettering:
    """A line of text. It's kept, since setting it takes long, and most of it comes again. Shape: Pillow's `anchor`."""
    left, top, right, bottom = map(round, font(size).getbbox(text, anchor=anchor))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=font(size), anchor=anchor)
    return Lettering(mask, left, top)


def width(text: str, size: int) -> int:
    """The width of the text. Units: pixels."""
    return round(font(size).getlength(text))


@lru_cache(4096)
def shorten(text: str, size: int, room: int) -> str:
    """As much of the text as fits, with an ellipsis if it was cut. Units: pixels."""
    if width(text, size) <= room:
        return text
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS if text else ""


@lru_cache(4096)
def fit_name(name: str, size: int, room: int) -> tuple[str, int]:
    """A name that fits, and its size: the whole name, smaller if necessary; else its first words; else cut off.

    Units: pixels; `size` is the largest allowed.
    """
    whole = _largest(name, size, room)
    if whole:
        return name, whole
    words = _WORDS.findall(name)
    shorter = ["".join(words[:count]).rstrip(_LOOSE_ENDS) for count in range(len(words) - 1, 0, -1)]
    candidates = [
        short for short in shorter if sum(map(str.isalpha, short)) >= LETTERS_OF_A_WORD and not _PARTICLE(short)
    ]
    for short in candidates:
        if width(short, size) <= room:
            return short, size
    if candidates and (largest := _largest(candidates[-1], size, room)):
        return candidates[-1], largest
    return shorten(name, LEAST_OF_NAME, room), LEAST_OF_NAME


def _largest(text: str, size: int, room: int) -> int:
    """The largest size up to `size` at which the text fits; 0 if there is none."""
    return next((smaller for smaller in range(size, LEAST_OF_NAME - 1, -2) if width(text, smaller) <= room), 0)


@lru_cache(4096)
def writable(text: str) -> str:
    """The text without emojis and other signs that the typeface lacks; "" if it lacks a letter or digit."""
    missing = {character for character in text if character != " " and not _has(character)}
    if any(map(str.isalnum, missing)):
        return ""
    return " ".join("".join(character for character in text if character not in missing).split())


@lru_cache(4096)
def _has(character: str) -> bool:
    small = font(24)
    return small.getmask(character).getbbox() is not None and bytes(small.getmask(character)) != _missing()


@lru_cache(1)
def _missing() -> bytes:
    """Glyph that stands for a character the typeface doesn't have."""
    return bytes(font(24).getmask(NO_GLYPH))
