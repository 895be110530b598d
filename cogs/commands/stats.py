"""`/stats`: how somebody has played here, in all games or in one."""

from dataclasses import replace

import discord

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply
from bot.store.statistics import Opponent, Statistics, StatisticsStore
from bot.words import phrase
from cogs.commands.someone import MOST_LOOKUPS, Someone, add_lookup, check_visible, lookup_limit
from cogs.commands.stats_page import DETAILS, StatsPage
from cogs.table.answers import for_everyone, place, say_to


class Stats:
    """Makes the pages of statistics, and answers their buttons."""

    def __init__(self, bot: Finte, store: StatisticsStore) -> None:
        self._bot = bot
        self._store = store
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        bot.router.on("stats", self.open)
        bot.router.on("statsall", self.show_to_all)

    async def open(self, click: Click) -> Reply:
        """Shows the statistics of the person that the button names."""
        someone = Someone.from_text(click.id.text, click.interaction.user.id)
        return await self.page_for(click.interaction, someone, is_detailed=_asks_details(click))

    async def show_to_all(self, click: Click) -> Reply:
        """Posts the reader's own page for everyone. Raises: NotAllowed for anybody else's."""
        interaction = click.interaction
        someone = Someone.from_text(click.id.text, interaction.user.id)
        if someone.user_id != interaction.user.id:
            raise NotAllowed("You can only show everyone your own statistics.")
        stats = await self._read(interaction, someone)
        page = self._page(interaction, someone, stats, interaction.user.display_name)
        return for_everyone(self._bot, interaction, replace(page, is_detailed=_asks_details(click)).public())

    async def page_for(
        self, interaction: discord.Interaction, someone: Someone, name: str | None = None, *, is_detailed: bool = False
    ) -> Private:
        """The page for one reader. Shape: `name` is what Discord calls the person, if that's known.

        Raises: NotAllowed if the person keeps it to themselves.
        """
        check_visible(self._bot, interaction, someone)
        stats = await self._read(interaction, someone)
        reader_id = interaction.user.id
        if someone.user_id == reader_id:
            page = self._page(interaction, someone, stats, None)
            return Private(replace(page, is_detailed=is_detailed).private())
        own = Someone(reader_id, someone.game).query(interaction)
        met = await self._store.met(own, someone.user_id)
        page = self._page(interaction, someone, stats, name or stats.name or "?", met)
        return Private(replace(page, is_detailed=is_detailed).private())

    async def _read(self, interaction: discord.Interaction, someone: Someone) -> Statistics:
        """Raises: NotAllowed if the reader has asked for too many pages lately."""
        self._limit.take(interaction.user.id)
        return await self._store.read(someone.query(interaction))

    def _page(
        self,
        interaction: discord.Interaction,
        someone: Someone,
        stats: Statistics,
        name: str | None,
        met: Opponent | None = None,
    ) -> StatsPage:
        """Shape: on a page with a name, nobody is listed who keeps their statistics to themselves, nor the reader."""
        hides, reader_id = self._bot.preferences.hides_stats, interaction.user.id
        return StatsPage(
            someone=someone,
            stats=stats,
            screens=self._bot.screens,
            say=say_to(interaction),
            name=name,
            opponents=tuple(
                one for one in stats.opponents if name is None or not (hides(one.user_id) or one.user_id == reader_id)
            ),
            met=met,
            is_direct=place(interaction).is_private,
        )


def _asks_details(click: Click) -> bool:
    return click.id.text.endswith(f" {DETAILS}")


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    add_lookup(
        bot,
        "stats",
        Stats(bot, bot.statistics).page_for,
        description=phrase("How you or somebody else has played on this server"),
        whose=phrase("Whose statistics (default: your own)"),
    )
