"""The rules of every game as pages to turn: from a game and a chapter to a page. Pure."""

from bot.messages.screens import Chapter, Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Select, SelectOption, Text
from bot.pages.size import joined
from bot.words import Words
from cogs.parts.titles import short_title
from games.catalogue import GAMES

FIRST = ""
"""In a custom_id, stands for the first chapter."""


def turning(game: str, chapter: str) -> str:
    """The custom_id of a button that opens this chapter."""
    return CustomId("chapter", text=f"{game} {chapter}".rstrip()).to_text()


def parse_query(text: str) -> tuple[str, str]:
    """Parses the text of a button into game and chapter. Shape: an unknown game gives the first one."""
    game, _, chapter = text.partition(" ")
    return (game, chapter) if game in GAMES else (next(iter(GAMES)), FIRST)


def page(screens: Screens, game: str, chapter: str, say: Words) -> Page:
    """One chapter, with the buttons to the others. Shape: an unknown chapter gives the first one."""
    chapters = screens.chapters
    at = next((number for number, found in enumerate(chapters) if found.key == chapter), 0)
    shown = chapters[at]
    title = say(
        "## {chapter}\n-# {game} · page {page} of {pages}",
        chapter=say(shown.title),
        game=short_title(screens.title, say),
        page=at + 1,
        pages=len(chapters),
    )
    choices = tuple(
        SelectOption(f"{number}. {say(other.title)}", other.key, chosen=other is shown)
        for number, other in enumerate(chapters, 1)
    )
    turns = Row(
        (
            _turn(game, chapters, at - 1, say("◀ Back")),
            _turn(game, chapters, at + 1, say("Next ▶")),
            Button(say("Learn by playing"), CustomId("learn", text=game).to_text()),
        )
    )
    menu = Select(say("Chapters"), turning(game, FIRST), choices)
    return Page(joined((Text(title), *shown.body(say), menu, turns)), screens.accent)


def _turn(game: str, chapters: tuple[Chapter, ...], to: int, label: str) -> Button:
    """The button to a neighbouring chapter. Disabled before the first and after the last one."""
    is_there = 0 <= to < len(chapters)
    key = chapters[to].key if is_there else str(to)
    return Button(label, turning(game, key), disabled=not is_there)
