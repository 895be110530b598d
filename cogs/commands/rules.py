"""`/rules`: the rules of a game in short pages, for the one who asks."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.client import Finte
from bot.interactions.replies import Private, Reply, reply
from bot.interactions.switchboard import Click
from bot.words import phrase
from cogs.commands.rules_pages import FIRST, asked, page
from cogs.table.answers import say_to
from games.catalogue import GAMES


class Rules:
    """The pages of the rules, and the buttons that turn them."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        bot.switchboard.on("rules", self.open)
        bot.switchboard.on("chapter", self.turn)

    async def first(self, interaction: discord.Interaction, game: str) -> Reply:
        """The first page."""
        return self._private(interaction, game, FIRST)

    async def open(self, click: Click) -> Reply:
        """The rules in a message of their own, beside the one with the button."""
        return self._private(click.interaction, *asked(click.id.text), anew=True)

    async def turn(self, click: Click) -> Reply:
        """Another page in the same message."""
        game, chapter = asked(click.id.text)
        return self._private(click.interaction, game, click.chosen or chapter)

    def _private(self, interaction: discord.Interaction, game: str, chapter: str, *, anew: bool = False) -> Private:
        return Private(page(self._bot.screens[game], game, chapter, say_to(interaction)), anew=anew)


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    rules = Rules(bot)

    @bot.tree.command(name="rules", description=phrase("The rules of a game, in short pages with examples"))
    @app_commands.describe(game=phrase("Which game?"))
    @app_commands.choices(game=[Choice(name=bot.screens[key].title, value=key) for key in GAMES])
    async def rules_command(interaction: discord.Interaction[Finte], game: str) -> None:
        await reply(interaction, rules.first(interaction, game))
