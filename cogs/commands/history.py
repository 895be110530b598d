"""`/history`: the finished matches of a person, each with a button that opens its result."""

import discord

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply
from bot.matches.service import with_changes
from bot.store.statistics import HistoryPage
from bot.words import phrase
from cogs.commands.history_page import NEWEST, MatchList, PageTurn
from cogs.commands.someone import MOST_LOOKUPS, Someone, add_lookup, check_visible, lookup_limit
from cogs.table.answers import may_see, say_to, seen_of


class Histories:
    """Makes the pages of histories, and answers their buttons."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("history", self.turn_page)
        bot.router.on("past", self.open_result)

    async def turn_page(self, click: Click) -> Reply:
        """Shows the matches before or after those on the page; without a number, the newest."""
        someone = Someone.from_text(click.id.text, click.interaction.user.id)
        return await self.page_for(click.interaction, someone, turn=PageTurn.from_text(click.id.text))

    async def page_for(
        self,
        interaction: discord.Interaction,
        someone: Someone,
        name: str | None = None,
        *,
        turn: PageTurn = NEWEST,
    ) -> Private:
        """The page for one reader. Shape: `name` is what Discord calls the person, if that's known.

        Raises: NotAllowed if the person keeps it to themselves.
        """
        check_visible(self._bot, interaction, someone)
        found = await self._found(interaction, someone, turn)
        seen = await seen_of(self._bot, interaction, (line.table for line in found.lines))
        is_own = someone.user_id == interaction.user.id
        shown = MatchList(
            someone=someone,
            found=found,
            unseen=frozenset(line.table.id for line in found.lines) - seen,
            screens=self._bot.screens,
            say=say_to(interaction),
            name=None if is_own else name or found.name or "?",
            keep_days=self._bot.settings.keep_days,
        )
        return Private(shown.page())

    async def _found(self, interaction: discord.Interaction, someone: Someone, turn: PageTurn) -> HistoryPage:
        """The matches that were asked for; the newest if those are gone.

        Raises: NotAllowed if the reader has asked for too many pages lately.
        """
        self._limit.take(interaction.user.id)
        query = someone.query(interaction)
        found = await self._bot.history.page(query, turn.way, turn.beside)
        return found if found.lines or turn == NEWEST else await self._bot.history.page(query)

    async def open_result(self, click: Click) -> Reply:
        """Shows how a match ended, and the way back to the page of the history.

        Raises: NotAllowed if it hasn't ended, isn't kept any more, or the reader couldn't see its board either.
        """
        interaction = click.interaction
        try:
            match = await self._bot.matches.get(click.id.match_id)
        except MatchOver:
            raise NotAllowed("This match is no longer stored.") from None
        if not await may_see(self._bot, interaction, match.table):
            raise NotAllowed("Only people who can see the channel of this match can see its result.")
        if match.table.is_open:
            raise NotAllowed("This match isn't over yet.")
        match = await with_changes(self._bot.store, match)  # it may have been counted since it was kept in memory
        someone, turn = Someone.from_text(click.id.text, interaction.user.id), PageTurn.from_text(click.id.text)
        return Private(self._bot.pages.result(match, str(interaction.locale), back=turn.custom_id(someone)))


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    add_lookup(
        bot,
        "history",
        Histories(bot).page_for,
        description=phrase("Finished matches on this server, yours or somebody else's"),
        whose=phrase("Whose matches (default: your own)"),
    )
