"""`/rules`: the rules of a game in short pages, for the person who asks."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply, reply
from bot.words import phrase
from cogs.commands.rules_pages import FIRST, page, parse_query
from cogs.table.answers import say_to
from games.catalogue import GAMES


class Rules:
    """Answers the command and the buttons that turn the pages."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        bot.router.on("rules", self.open)
        bot.router.on("chapter", self.turn)

    async def first(self, interaction: discord.Interaction, game: str) -> Reply:
        """Shows the first page."""
        return self._private(interaction, game, FIRST)

    async def open(self, click: Click) -> Reply:
        """Shows the rules in a new message, so that the one with the button stays."""
        return self._private(click.interaction, *parse_query(click.id.text), in_new_message=True)

    async def turn(self, click: Click) -> Reply:
        """Shows another page in the same message."""
        game, chapter = parse_query(click.id.text)
        return self._private(click.interaction, game, click.chosen or chapter)

    def _private(
        self, interaction: discord.Interaction, game: str, chapter: str, *, in_new_message: bool = False
    ) -> Private:
        return Private(page(self._bot.screens[game], game, chapter, say_to(interaction)), in_new_message=in_new_message)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    rules = Rules(bot)

    @bot.tree.command(name="rules", description=phrase("The rules of a game, in short pages with examples"))
    @app_commands.describe(game=phrase("Which game?"))
    @app_commands.choices(game=[Choice(name=bot.screens[key].title, value=key) for key in GAMES])
    async def rules_command(interaction: discord.Interaction[Finte], game: str) -> None:
        await reply(interaction, rules.first(interaction, game))
