"""`/replay`: steps through a finished match; and the buttons of its page."""

import discord
from discord import app_commands

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.component_router import Click
from bot.interactions.replies import Private, Reply, reply
from bot.matches.history import Replayed
from bot.tables.table import Table
from bot.words import Words, phrase, words
from cogs.commands.someone import lookup_limit
from cogs.commands.which_match import MATCH_HELP, MatchNumber, number_or_latest
from cogs.table.answers import check_may_open, for_everyone, others_hide, place, say_to
from cogs.table.replay_page import STEPS, ReplayPage, parse_sight

MOST_OPENED = 15
"""Replays that one person may open within the time of `lookup_limit`: each may be played through from its start."""

UNSEEN = phrase("Only people who can see the channel of this match can replay it.")


class ReplayClicks:
    """Opens replays, and answers their buttons. Each click is checked anew: a custom_id is no permission."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_OPENED)
        bot.router.on("replay", self.open)
        bot.router.on("replayto", self.step)
        bot.router.on("replayas", self.choose)
        bot.router.on("replayall", self.show_to_all)

    async def first(self, interaction: discord.Interaction, match_id: int | None) -> Reply:
        """Shows a match from its first deal; without a number, the reader's latest."""
        self._limit.take(interaction.user.id)
        found = await number_or_latest(self._bot, interaction, match_id)
        return self._private(interaction, await self._replayed(interaction, found), 0, "")

    async def open(self, click: Click) -> Reply:
        """Opens a replay in a new message, at the same moment as the public page with the button."""
        self._limit.take(click.interaction.user.id)
        replayed = await self._replayed(click.interaction, click.id.match_id)
        return self._private(click.interaction, replayed, click.id.decision, "", in_new_message=True)

    async def step(self, click: Click) -> Reply:
        """Goes on to another moment. Shape: a forged step stays where it is."""
        replayed = await self._replayed(click.interaction, click.id.match_id)
        sight, _, step = click.id.text.partition(" ")
        now = replayed.replay.stop(click.id.decision)
        to = STEPS[step](replayed.replay, now) if step in STEPS else now
        return self._private(click.interaction, replayed, to, sight)

    async def choose(self, click: Click) -> Reply:
        """Shows the same moment with the hands that the menu names."""
        replayed = await self._replayed(click.interaction, click.id.match_id)
        return self._private(click.interaction, replayed, click.id.decision, click.chosen)

    async def show_to_all(self, click: Click) -> Reply:
        """Posts the reader's page, if everyone who reads it there can also see where the match was played."""
        interaction = click.interaction
        replayed = await self._replayed(interaction, click.id.match_id)
        if not self._may_post(interaction, replayed.table):
            raise NotAllowed("You can only show a replay to everyone on the server where the match was played, and "
                             "only if nobody else in it keeps their matches private.")  # fmt: skip
        if not await self._bot.access.reaches_nobody_new(interaction, replayed.table.place):
            raise NotAllowed("Some people here can't see where this match was played. You can show it only there.")
        say = words(self._bot.preferences.language(replayed.table))
        page = self._page(interaction, replayed, click.id.decision, click.id.text, say).public()
        return for_everyone(self._bot, interaction, page)

    async def _replayed(self, interaction: discord.Interaction, match_id: int) -> Replayed:
        """The match, for somebody who may open it. Raises: NotAllowed."""
        matches = self._bot.matches
        await check_may_open(self._bot, interaction, await matches.replays.table(match_id), UNSEEN)
        return await matches.replays.of(match_id)

    def _may_post(self, interaction: discord.Interaction, table: Table) -> bool:
        here = place(interaction)
        is_shared = here.community_id == table.place.community_id and not here.is_private and not table.is_solo
        return is_shared and not others_hide(self._bot, interaction, table)

    def _private(
        self,
        interaction: discord.Interaction,
        replayed: Replayed,
        move: int,
        sight: str,
        *,
        in_new_message: bool = False,
    ) -> Private:
        has_record = replayed.is_open and replayed.table.seat_of(interaction.user.id) is not None
        page = self._page(interaction, replayed, move, sight, say_to(interaction)).own(
            may_post=self._may_post(interaction, replayed.table), may_record=has_record
        )
        return Private(page, in_new_message=in_new_message)

    def _page(
        self, interaction: discord.Interaction, replayed: Replayed, move: int, sight: str, say: Words
    ) -> ReplayPage:
        sights = replayed.sights(interaction.user.id)
        return ReplayPage(
            replayed,
            stop=replayed.replay.stop(move),
            sight=parse_sight(sight, sights),
            sights=sights,
            screens=self._bot.screens[replayed.table.game],
            say=say,
        )


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    replays = ReplayClicks(bot)

    @bot.tree.command(name="replay", description=phrase("Step through a finished match, move by move"))
    @app_commands.describe(match=MATCH_HELP)
    async def replay(interaction: discord.Interaction[Finte], match: MatchNumber | None = None) -> None:
        await reply(interaction, replays.first(interaction, match))
