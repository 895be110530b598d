"""`/rules`: the rules of a game in short pages, for the person who asks."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply, reply
from bot.messages.game_ui import Chapter, GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Select, SelectOption, Text
from bot.pages.size import joined
from bot.words import Words, phrase
from cogs.parts.names import short_title
from cogs.table.answers import say_to
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


def page(ui: GameUI, game: str, chapter: str, say: Words) -> Page:
    """One chapter, with the buttons to the others. Shape: an unknown chapter gives the first one."""
    chapters = ui.chapters
    at = next((number for number, found in enumerate(chapters) if found.key == chapter), 0)
    shown = chapters[at]
    title = say("## {chapter}\n-# {game} · page {page} of {pages}", chapter=say(shown.title),
                game=short_title(ui.title, say), page=at + 1, pages=len(chapters))  # fmt: skip
    choices = tuple(
        SelectOption(f"{number}. {say(other.title)}", other.key, chosen=other is shown)
        for number, other in enumerate(chapters, 1)
    )
    back, on = _turn(game, chapters, at - 1, say("◀ Back")), _turn(game, chapters, at + 1, say("Next ▶"))
    turns = Row((back, on, Button(say("Learn by playing"), CustomId("learn", text=game).to_text())))
    menu = Select(say("Chapters"), turning(game, FIRST), choices)
    return Page(joined((Text(title), *shown.body(say), menu, turns)), ui.accent)


def _turn(game: str, chapters: tuple[Chapter, ...], to: int, label: str) -> Button:
    """The button to a neighbouring chapter. Disabled before the first and after the last one."""
    is_there = 0 <= to < len(chapters)
    key = chapters[to].key if is_there else str(to)
    return Button(label, turning(game, key), disabled=not is_there)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""

    def shown(interaction: discord.Interaction, game: str, chapter: str = FIRST) -> Page:
        return page(bot.game_uis[game], game, chapter, say_to(interaction))

    async def first(interaction: discord.Interaction, game: str) -> Reply:
        return Private(shown(interaction, game))

    async def open_beside(click: Click) -> Reply:
        """Shows the rules in a new message, so that the one with the button stays."""
        return Private(shown(click.interaction, *parse_query(click.id.text)), in_new_message=True)

    async def turn(click: Click) -> Reply:
        game, chapter = parse_query(click.id.text)
        return Private(shown(click.interaction, game, click.chosen or chapter))

    bot.router.on("rules", open_beside)
    bot.router.on("chapter", turn)

    @bot.tree.command(name="rules", description=phrase("The rules of a game, in short pages with examples"))
    @app_commands.describe(game=phrase("Which game?"))
    @app_commands.choices(game=[Choice(name=bot.game_uis[key].title, value=key) for key in GAMES])
    async def rules(interaction: discord.Interaction[Finte], game: str) -> None:
        await reply(interaction, first(interaction, game))
