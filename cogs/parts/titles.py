"""The names of games in lists. Pure."""

from bot.words import Words

_SUBTITLE = " ("


def short_title(title: str, say: Words) -> str:
    """A game's name without the subtitle that explains it. Shape: `title` is a gettext key."""
    return say(title).partition(_SUBTITLE)[0]
