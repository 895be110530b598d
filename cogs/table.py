"""A table under way: moves, the private panel, `/table`, `/cancel`, the rematch."""

import discord

from bot.buttons import Click, CustomId
from bot.client import Finte
from bot.errors import MatchOver, StaleClick
from bot.live import Match
from bot.pages import Button, Link, Page, Part, Row, Text
from bot.replies import Posted, Private, Public, Reply, Sentence, reply
from bot.table import Person, Phase, Place, Table
from bot.words import Words, phrase, words
from cogs.frame import Frame
from cogs.names import sitter_name
from games.core import PlayerError

LISTED_TABLES = 10
"""Tables in one message: up to four of the 40 components that Discord allows go to each."""


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
    """The player's panel, which from now on follows the match; for anyone else, what he may do here."""
    language = str(interaction.locale)
    user_id = interaction.user.id
    page = bot.pages.panel(match, user_id, language, show)
    if notice:
        page = page.topped(notice)

    async def on_posted(posted: Posted) -> None:
        if match.table.seat_of(user_id) is not None:
            await bot.panels.posted(match, user_id, language, posted, page)

    return Private(page, on_posted)


def new_table(bot: Finte, interaction: discord.Interaction, match: Match) -> Public:
    """The message of a table that has just been opened, and its host's panel beside it."""

    async def on_posted(posted: Posted) -> None:
        await bot.boards.posted(match.table.id, posted.message_id)

    return Public(bot.pages.board(match), on_posted, panel_reply(bot, interaction, match))


class Tables:
    """The clicks and commands of players at a table."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "play": self.play,
            "show": self.show,
            "why": self.why,
            "hand": self.hand,
            "rematch": self.rematch,
            "close": self.close,
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
        return panel_reply(self._bot, interaction, match)

    async def show(self, click: Click) -> Reply:
        """Another part of the same panel."""
        match = await self._bot.matches.get(click.id.match_id)
        is_current = match.state is not None and match.state.decision == click.id.decision
        show = (click.chosen or click.id.text) if is_current else ""
        return panel_reply(self._bot, click.interaction, match, show=show)

    async def why(self, click: Click) -> Reply:
        """Why the move that the button names is not allowed now."""
        interaction, custom_id = click.interaction, click.id
        match = await self._bot.matches.get(custom_id.match_id)
        try:
            match.check(interaction.user.id, custom_id.text)
        except PlayerError as error:
            return panel_reply(self._bot, interaction, match, notice=say_to(interaction).error(error))
        return panel_reply(self._bot, interaction, match)

    async def hand(self, click: Click) -> Reply:
        """The player's panel."""
        match = await self._bot.matches.get(click.id.match_id)
        return panel_reply(self._bot, click.interaction, match)

    async def rematch(self, click: Click) -> Reply:
        """The next match with the same seats."""
        interaction = click.interaction
        match, is_new = await self._bot.matches.rematch(click.id.match_id, person(interaction), place(interaction))
        if is_new:
            return new_table(self._bot, interaction, match)
        return panel_reply(self._bot, interaction, match)

    async def close(self, click: Click) -> Reply:
        """A table that its host or a moderator has chosen from the list of `/cancel`."""
        interaction = click.interaction
        phase: Phase = "lobby" if click.id.text == "lobby" else "playing"
        table = (await self._bot.matches.get(click.id.match_id)).table
        await self._bot.matches.cancel(table.id, interaction.user.id, phase, moderator=is_moderator(interaction, table))
        return await self.list_to_cancel(interaction)

    async def list_own(self, interaction: discord.Interaction) -> Reply:
        """Every open table of a person; the panel itself where there is only one."""
        say = say_to(interaction)
        tables = await self._bot.store.open_tables_of(interaction.user.id)
        for table in tables:
            self._bot.boards.post(table.id)  # a message that somebody has deleted comes back
        if not tables:
            return Sentence(say("You sit at no open table. Type /play to open one."))
        if len(tables) == 1:
            return self._only_one(interaction, await self._bot.matches.get(tables[0].id))
        parts: list[Part] = [Text(say("## Your tables"))]
        for table in tables[:LISTED_TABLES]:
            hand = Button(say(self._bot.screens[table.game].hand_label), CustomId("hand", table.id).to_text())
            parts += [Text(self._line(table, say)), Row((hand, *link(table, say)))]
        return Private(Page(tuple(parts), self._bot.screens[tables[0].game].accent))

    def _only_one(self, interaction: discord.Interaction, match: Match) -> Private:
        answer = panel_reply(self._bot, interaction, match)
        links = link(match.table, say_to(interaction))
        if not links:
            return answer
        return Private(Page((*answer.page.parts, Row(links)), answer.page.accent), answer.on_posted)

    async def list_to_cancel(self, interaction: discord.Interaction) -> Reply:
        """The open tables of this channel that this person may cancel."""
        say = say_to(interaction)
        tables = [
            table
            for table in await self._bot.store.open_tables_in(interaction.channel_id or 0)
            if table.host_id == interaction.user.id or is_moderator(interaction, table)
        ]
        if not tables:
            text = say("There is no open table in this channel that you may cancel.")
            return Private(Page((Text(text),), next(iter(self._bot.screens.values())).accent))
        parts: list[Part] = [Text(say("## Cancel a table\nIts match ends at once and counts for nobody."))]
        for table in tables[:LISTED_TABLES]:
            button = Button(say("Cancel this table"), CustomId("close", table.id, text=table.phase).to_text(), "danger")
            parts += [Text(self._line(table, say)), Row((button,))]
        return Private(Page(tuple(parts), self._bot.screens[tables[0].game].accent))

    def _line(self, table: Table, say: Words) -> str:
        title = say(self._bot.screens[table.game].title)
        names = ", ".join(sitter_name(sitter, say) for sitter in table.sitters)
        if table.phase == "lobby":
            return say("**{title}** in <#{channel}>, not started: {names}",
                       title=title, channel=table.place.channel_id, names=names)  # fmt: skip
        return say("**{title}** in <#{channel}>: {names}",
                   title=title, channel=table.place.channel_id, names=names)  # fmt: skip


def link(table: Table, say: Words) -> tuple[Link, ...]:
    """The way to the table's message, where it has one."""
    if table.board_id is None:
        return ()
    server = table.place.guild_id or "@me"
    return (
        Link(
            say("Go to the table"), f"https://discord.com/channels/{server}/{table.place.channel_id}/{table.board_id}"
        ),
    )


def is_moderator(interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person may remove other people's messages in the table's channel, from where he clicked or typed."""
    is_here = table.place == place(interaction)
    return is_here and interaction.guild_id is not None and interaction.permissions.manage_messages


async def setup(bot: Finte) -> None:
    """Loads the cog."""
    bot.draw_with(Frame(bot.screens, bot.settings.lobby_minutes))
    tables = Tables(bot)

    @bot.tree.command(name="table", description=phrase("Your tables: the way back to your board and your hand"))
    async def table(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, tables.list_own(interaction))

    @bot.tree.command(
        name="cancel", description=phrase("Close a table in this channel: for its host and for moderators")
    )
    async def cancel(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, tables.list_to_cancel(interaction))
