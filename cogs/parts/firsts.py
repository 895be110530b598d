"""Things that people have done for the first time, in words. Pure."""

from collections.abc import Iterable

from bot.words import Words, phrase

_ALL_GAMES = {"ten finished": phrase("🎉 Ten matches in a row played to the end")}
"""Sentences about firsts in all games together, as gettext keys by kind."""

_OF_A_MATCH = _ALL_GAMES | {
    "win": phrase("🎉 First win at {game}"),
    "win against hard": phrase("🎉 First win against Hard at {game}"),
}
_OF_A_PERSON = _ALL_GAMES | {
    "win": phrase("🎉 First win: {games}"),
    "win against hard": phrase("🎉 First win against Hard: {games}"),
}


def first_line(kind: str, title: str, say: Words) -> str:
    """A line about a first, on the result of its match. Shape: `title` names the game."""
    return say(_OF_A_MATCH[kind], game=title)


def firsts_line(kind: str, titles: Iterable[str], say: Words) -> str:
    """A line about all of somebody's firsts of one kind. Shape: `titles` name the games."""
    return say(_OF_A_PERSON[kind], games=", ".join(titles))
