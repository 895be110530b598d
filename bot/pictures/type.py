"""Words in pictures: one typeface, made to fit. Knows no colour.

Source: Manrope, SIL Open Font License 1.1, from the package font-manrope.
"""

from functools import lru_cache
from pathlib import Path

import font_manrope  # type: ignore[import-untyped]
from PIL import ImageFont

FILES = Path(font_manrope.__file__).with_name("files")
ELLIPSIS = "…"
NO_GLYPH = "\U0010ffff"


@lru_cache(64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The typeface. Units: `size` in pixels."""
    return ImageFont.truetype(FILES / "Manrope-ExtraBold.ttf", size)


def width(text: str, size: int) -> int:
    """How wide the text is. Units: pixels."""
    return round(font(size).getlength(text))


@lru_cache(4096)
def fitted(text: str, size: int, room: int) -> str:
    """As much of the text as there is room for. Units: pixels."""
    if width(text, size) <= room:
        return text
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS if text else ""


@lru_cache(4096)
def writable(text: str) -> str:
    """The text without emojis and other signs that the typeface has not got; "" where it lacks a letter."""
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
    """What the typeface shows for a letter that it has not got."""
    return bytes(font(24).getmask(NO_GLYPH))
