"""A table under way: moves, the private panel, the rematch."""

import discord

from bot.buttons import Click
from bot.client import Finte
from bot.errors import MatchOver, NotAllowed, StaleClick
from bot.live import Match
from bot.replies import Posted, Private, Public, Reply, Sentence
from bot.table import Person, Place, Table
from bot.words import Words, phrase, words
from cogs.cards import refusal
from cogs.frame import Frame
from games.core import IllegalAction

RIGHTS = {
    "view_channel": phrase("View Channel"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
}
"""What a table needs of the bot's rights in its channel: discord.py's name, and Discord's own as a gettext key."""


def person(interaction: discord.Interaction) -> Person:
    """Who clicked or typed."""
    return Person(interaction.user.id, interaction.user.display_name)


def place(interaction: discord.Interaction) -> Place:
    """Where."""
    return Place(interaction.guild_id or 0, interaction.channel_id or 0)


def say_to(interaction: discord.Interaction) -> Words:
    """The words in the language of who clicked or typed."""
    return words(str(interaction.locale))


def panel_reply(
    bot: Finte, interaction: discord.Interaction, match: Match, *, notice: str = "", show: str = ""
) -> Private:
    """The player's panel, which from now on follows the match; for anyone else, what they may do here."""
    language = str(interaction.locale)
    user_id = interaction.user.id
    page = bot.pages.panel(match, user_id, language, show)
    if notice:
        page = page.topped(notice)

    async def on_posted(posted: Posted) -> None:
        if match.table.seat_of(user_id) is not None:
            await bot.panels.posted(match, user_id, language, posted, page, show=show)

    clicked = interaction.message
    is_above = clicked is not None and clicked.flags.ephemeral and clicked.id < (match.table.board_id or 0)
    return Private(page, on_posted, on_lost=lambda: bot.panels.lost(match.table.id, user_id), anew=is_above)


def new_table(bot: Finte, interaction: discord.Interaction, match: Match) -> Public:
    """The message of a table that has just been opened, and its host's panel beside it."""
    page = bot.pages.board(match)

    async def on_posted(posted: Posted) -> None:
        await bot.boards.posted(match.table, posted.message_id, page)

    aside = panel_reply(bot, interaction, match)
    return Public(page, on_posted, aside, on_lost=lambda: bot.boards.post(match.table))


def is_community(interaction: discord.Interaction) -> bool:
    """Whether the server has set a language of its own: every other one is `en-US` to Discord."""
    return interaction.guild is not None and "COMMUNITY" in interaction.guild.features


def board_locale(interaction: discord.Interaction) -> str:
    """The language of a table that is opened here, where `/server language` has chosen none: the host's, mostly."""
    return str(interaction.guild_locale if is_community(interaction) else interaction.locale)


def check_rights(interaction: discord.Interaction) -> None:
    """Raises: NotAllowed, naming the right, when the bot could not keep a table's message up to date here."""
    if interaction.guild_id is None:
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages")
    for right in needed:
        if not getattr(interaction.app_permissions, right):
            raise NotAllowed("I can't keep a table here: I need the *{right}* permission in this channel.",
                             right=say_to(interaction)(RIGHTS[right]))  # fmt: skip


class Tables:
    """The clicks and commands of players at a table."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "play": self.play,
            "go": self.go_on,
            "show": self.show,
            "why": self.why,
            "hand": self.hand,
            "rematch": self.rematch,
        }.items():
            bot.switchboard.on(verb, handler)

    async def play(self, click: Click) -> Reply:
        """A move; a click that comes too late gets the page as it stands."""
        interaction, custom_id = click.interaction, click.id
        user_id = interaction.user.id
        try:
            with self._bot.panels.answering(custom_id.match_id, user_id):
                match = await self._bot.matches.play(custom_id.match_id, user_id, custom_id.decision, custom_id.text)
        except (StaleClick, MatchOver) as error:
            match = await self._bot.matches.get(custom_id.match_id)
            return panel_reply(self._bot, interaction, match, notice=say_to(interaction).error(error))
        except IllegalAction as error:
            return Sentence(refusal(error, say_to(interaction)))
        if match.table.is_lesson and self._has_taught(match, user_id):
            match = await self._bot.matches.end_lesson(match.table.id)
        return panel_reply(self._bot, interaction, match)

    async def go_on(self, click: Click) -> Reply:
        """The result of a round is read; a click that comes after it gets the page as it stands."""
        interaction, custom_id = click.interaction, click.id
        user_id = interaction.user.id
        try:
            with self._bot.panels.answering(custom_id.match_id, user_id):
                match = await self._bot.matches.reveals.go_on(custom_id.match_id, user_id, custom_id.decision)
        except MatchOver as error:
            match = await self._bot.matches.get(custom_id.match_id)
            return panel_reply(self._bot, interaction, match, notice=say_to(interaction).error(error))
        return panel_reply(self._bot, interaction, match)

    def _has_taught(self, match: Match, learner: int) -> bool:
        return self._bot.screens[match.table.game].has_taught(match.view(match.table.seat_of(learner)))

    async def show(self, click: Click) -> Reply:
        """Another part of the same panel."""
        match = await self._bot.matches.get(click.id.match_id)
        is_current = match.state is not None and match.state.decision == click.id.decision
        show = (click.chosen or click.id.text) if is_current else ""
        return panel_reply(self._bot, click.interaction, match, show=show)

    async def why(self, click: Click) -> Reply:
        """Why the panel's greyed-out choices are not allowed now: for a player who is to choose and has not left."""
        interaction, custom_id = click.interaction, click.id
        match = await self._bot.matches.get(custom_id.match_id)
        seat = match.table.seat_of(interaction.user.id)
        if seat is None or not match.asks(interaction.user.id) or match.decision != custom_id.decision:
            return panel_reply(self._bot, interaction, match)
        screens = self._bot.screens[match.table.game]
        reasons = screens.why(match.view(seat), say_to(interaction), custom_id.text)
        return panel_reply(self._bot, interaction, match, notice=reasons, show=custom_id.text)

    async def hand(self, click: Click) -> Reply:
        """The player's panel."""
        match = await self._bot.matches.get(click.id.match_id)
        return panel_reply(self._bot, click.interaction, match)

    async def rematch(self, click: Click) -> Reply:
        """The next match with the same seats."""
        interaction = click.interaction
        check_rights(interaction)
        match, is_new = await self._bot.matches.rematch(click.id.match_id, person(interaction), place(interaction))
        if is_new:
            return new_table(self._bot, interaction, match)
        return panel_reply(self._bot, interaction, match)


def is_moderator(interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person may remove other people's messages in the table's channel, wherever they clicked or typed."""
    is_here = table.place == place(interaction) and not table.is_lesson  # which is its learner's alone
    return is_here and interaction.guild_id is not None and interaction.permissions.manage_messages


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    settings = bot.settings
    frame = Frame(
        bot.screens, bot.preferences, lobby_minutes=settings.lobby_minutes, idle_minutes=settings.idle_minutes
    )
    bot.draw_with(frame)
    Tables(bot)
