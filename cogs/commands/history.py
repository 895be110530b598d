"""`/history`: the finished matches of a person, each with a button that opens its result."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.replies import Private, Reply, reply
from bot.interactions.switchboard import Click
from bot.store import HistoryPage, Way
from bot.tables.table import Table
from bot.words import phrase
from cogs.commands.history_page import MatchList
from cogs.commands.someone import LARGEST_ID, MOST_LOOKUPS, Someone, asked_for, check_visible, lookup_limit
from cogs.table.answers import say_to
from games.catalogue import GAMES


class Histories:
    """Answers the command and the buttons of histories."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.switchboard.on("history", self.turn_page)
        bot.switchboard.on("historypick", self.choose_game)
        bot.switchboard.on("past", self.open_result)

    async def command(
        self, interaction: discord.Interaction, user: discord.User | discord.Member | None, game: str | None
    ) -> Reply:
        """Answers the command."""
        name = user.display_name if user else None
        return await self.page_for(interaction, asked_for(interaction, user, game), name=name)

    async def turn_page(self, click: Click) -> Reply:
        """Shows the matches before or after those on the page; without a number, the newest."""
        someone = Someone.from_text(click.id.text, click.interaction.user.id)
        way, number = ([*click.id.text.split(" "), "", "", "", ""])[2:4]
        known = number.isascii() and number.isdecimal() and int(number) <= LARGEST_ID
        towards: Way = "newer" if way == "newer" else "older"
        return await self.page_for(click.interaction, someone, towards, int(number) if known else None)

    async def choose_game(self, click: Click) -> Reply:
        """Shows the same person's matches of another game."""
        someone = Someone.from_text(click.id.text, click.interaction.user.id)
        return await self.page_for(click.interaction, someone.of_game(click.chosen))

    async def page_for(
        self,
        interaction: discord.Interaction,
        someone: Someone,
        way: Way = "older",
        beside: int | None = None,
        *,
        name: str | None = None,
    ) -> Private:
        """The page for one reader. Raises: NotAllowed if the person keeps it to themselves."""
        check_visible(self._bot, interaction, someone)
        found = await self._found(interaction, someone, way, beside)
        is_own = someone.user_id == interaction.user.id
        shown = MatchList(
            someone=someone,
            found=found,
            screens=self._bot.screens,
            say=say_to(interaction),
            name=None if is_own else name or found.name or "?",
            keep_days=self._bot.settings.keep_days,
        )
        return Private(shown.page())

    async def _found(
        self, interaction: discord.Interaction, someone: Someone, way: Way, beside: int | None
    ) -> HistoryPage:
        """The matches that were asked for; the newest if those are gone.

        Raises: NotAllowed if the reader has asked for too many pages lately.
        """
        self._limit.take(interaction.user.id)
        query = someone.query(interaction)
        found = await self._bot.history.page(query, way, beside)
        return found if found.lines or beside is None else await self._bot.history.page(query)

    async def open_result(self, click: Click) -> Reply:
        """Shows how a match ended, in a message of its own.

        Raises: NotAllowed if it hasn't ended, isn't kept any more, or the reader couldn't see its board either.
        """
        interaction = click.interaction
        try:
            match = await self._bot.matches.get(click.id.match_id)
        except MatchOver:
            raise NotAllowed("This match is no longer kept.") from None
        if not _may_see(interaction, match.table):
            raise NotAllowed("Only people who can see the channel of this match can see its result.")
        if match.table.is_open:
            raise NotAllowed("This match isn't over yet.")
        return Private(self._bot.pages.result(match, str(interaction.locale)), in_new_message=True)


def _may_see(interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person played in the match, or can see the channel that its board is in."""
    if table.seat_of(interaction.user.id) is not None:
        return True
    guild, reader = interaction.guild, interaction.user
    if table.is_lesson or guild is None or not isinstance(reader, discord.Member):
        return False
    channel = guild.get_channel_or_thread(table.place.channel_id)  # None if it's another server's
    return channel is not None and channel.permissions_for(reader).view_channel


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    histories = Histories(bot)

    @bot.tree.command(name="history", description=phrase("Finished matches on this server, yours or somebody else's"))
    @app_commands.describe(user=phrase("Whose matches (default: your own)"), game=phrase("Which game (default: all)"))
    @app_commands.choices(game=[Choice(name=bot.screens[key].title, value=key) for key in GAMES])
    async def history_command(
        interaction: discord.Interaction[Finte], user: discord.User | None = None, game: str | None = None
    ) -> None:
        await reply(interaction, histories.command(interaction, user, game))
