"""`/verify`: checks that the rolls and deals of a finished match follow from the key that was fixed before it."""

import discord
from discord import app_commands

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply, reply
from bot.words import phrase
from cogs.commands.someone import lookup_limit
from cogs.commands.which_match import MATCH_HELP, MatchNumber, number_or_latest
from cogs.table.answers import check_may_open, say_to
from cogs.table.sealed_pages import verified_page

MOST_CHECKS = 5
"""Checks that one person may ask for within the time of `lookup_limit`: each match is played through for them."""

UNSEEN = phrase("Only people who played in this match or can see its channel can check it.")


class Verify:
    """Answers the command, and the buttons on results."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_CHECKS)
        bot.router.on("verify", self.clicked)

    async def clicked(self, click: Click) -> Reply:
        """Checks the match of the button, in a new message, so that the result stays."""
        return await self.of(click.interaction, click.id.match_id)

    async def of(self, interaction: discord.Interaction, number: int | None) -> Private:
        """Checks a match; without a number, this person's latest.

        Raises: NotAllowed if they couldn't see it either.
        """
        self._limit.take(interaction.user.id)
        match_id = await number_or_latest(self._bot, interaction, number)
        verifying = self._bot.matches.verifying
        try:
            table = await verifying.table(match_id)
        except MatchOver:
            raise NotAllowed("This match is no longer stored.") from None
        await check_may_open(self._bot, interaction, table, UNSEEN)
        found = await verifying.check(table)
        return Private(verified_page(found, self._bot.screens[table.game], say_to(interaction)), in_new_message=True)


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handler."""
    verify = Verify(bot)

    @bot.tree.command(name="verify", description=phrase("Check that the rolls and deals of a finished match were fair"))
    @app_commands.describe(match=MATCH_HELP)
    async def check(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, verify.of(interaction, match))
