"""The names of games in lists, and the colour of pages about all of them. Pure."""

from bot.words import Words

_SUBTITLE = " ("

ACCENT = 0x5865A8
"""The colour of pages about no single game, 0xRRGGBB."""


def short_title(title: str, say: Words) -> str:
    """A game's name without the subtitle that explains it. Shape: `title` is a gettext key."""
    return say(title).partition(_SUBTITLE)[0]
