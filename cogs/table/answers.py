"""Shared by handlers: reading an interaction, and the answers that show a table."""

from collections.abc import Iterable
from functools import partial

import discord

from bot.errors import NotAllowed, NotYourSeat
from bot.interactions.client import Finte
from bot.interactions.interactions import Private, Public, outcome_of
from bot.matches.match import Match
from bot.messages.access import VOCAL
from bot.messages.sending import Posted
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page
from bot.tables.table import Person, Place, Table
from bot.words import Words, phrase, words
from games.core import PlayerError

RIGHTS = {
    "view_channel": phrase("View Channel"),
    "connect": phrase("Connect"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
    "attach_files": phrase("Attach Files"),
    "read_message_history": phrase("Read Message History"),
    "create_public_threads": phrase("Create Public Threads"),
}
"""The rights that the bot needs in a table's channel: discord.py's name, and Discord's own name as a gettext key."""


def person(interaction: discord.Interaction) -> Person:
    """The person who clicked or typed."""
    return Person(interaction.user.id, interaction.user.display_name)


def place(interaction: discord.Interaction) -> Place:
    """The channel and server of an interaction."""
    return Place(interaction.guild_id or 0, interaction.channel_id or 0)


def say_to(interaction: discord.Interaction) -> Words:
    """The words in the language of the person who clicked or typed."""
    return words(str(interaction.locale))


def back_to_hub(say: Words) -> Button:
    """The button that leads to `/finte`, under each page behind one of its buttons."""
    return Button(say("Back"), CustomId("hub").to_text())


def panel_reply(
    bot: Finte,
    interaction: discord.Interaction,
    match: Match,
    *,
    notice: str = "",
    show: str = "",
    error: PlayerError | None = None,
) -> Private:
    """The panel of the person who clicked. A player's panel follows the match from now on.

    Shape: `error` is why their click didn't count, said above the panel.
    Raises: as `check_at_table`.
    """
    language = str(interaction.locale)
    user_id = interaction.user.id
    check_at_table(interaction, match.table)
    page = bot.pages.panel(match, user_id, language, show)
    if error:
        notice = say_to(interaction).error(error)
    if notice:
        page = page.with_notice(notice)

    async def follow(posted: Posted) -> None:
        await bot.panels.posted(match, user_id, language, posted, page, show=show)

    return Private(
        page,
        follow if match.table.seat_of(user_id) is not None else None,
        on_lost=lambda: bot.panels.wake(match.table.id, user_id),
        in_new_message=is_above_board(interaction, match.table),
        outcome=outcome_of(error) if error else "answered",
    )


def is_above_board(interaction: discord.Interaction, table: Table) -> bool:
    """Whether somebody has clicked a private message that the table's board has moved down from."""
    clicked = interaction.message
    return clicked is not None and clicked.flags.ephemeral and clicked.id < (table.board_id or 0)


def new_table(bot: Finte, interaction: discord.Interaction, match: Match, notice: str = "") -> Public:
    """The public message of a table that was just opened, and its host's panel beside it, with a notice for the host.

    The message mentions those who are invited.
    """
    page = bot.pages.board(match)

    async def on_posted(posted: Posted) -> None:
        await bot.boards.posted(match.table, posted, page)

    aside = panel_reply(bot, interaction, match, notice=notice)
    lost, mentions = partial(bot.boards.post, match.table), match.table.uncalled
    return Public(page, on_posted, aside, on_lost=lost, mentions=mentions)


NO_RIGHT_TO_POST = phrase("I can't post here: I need the *{right}* permission in this channel.")


def for_everyone(bot: Finte, interaction: discord.Interaction, page: Page) -> Public:
    """A page that somebody shows to everyone here. Raises: NotAllowed if the bot may not, or if they post too much."""
    check_rights(interaction, NO_RIGHT_TO_POST)
    bot.posts.take(interaction.user.id, interaction.channel_id or 0)
    return Public(page)


def is_community(interaction: discord.Interaction) -> bool:
    """Whether the server has set its own language; Discord reports `en-US` for all others."""
    return interaction.guild is not None and "COMMUNITY" in interaction.guild.features


def board_locale(interaction: discord.Interaction) -> str:
    """The language of a table opened here if `/server language` is not set: the server's own, or else the host's."""
    return str(interaction.guild_locale if is_community(interaction) else interaction.locale)


NO_RIGHT_TO_PLAY = phrase("I can't open a table here: I need the *{right}* permission in this channel.")


def check_rights(
    interaction: discord.Interaction, sentence: str = NO_RIGHT_TO_PLAY, *, also: Iterable[str] = ()
) -> None:
    """Raises: NotAllowed with this sentence if the bot lacks a right to post in this channel, or one of `also`."""
    if interaction.guild_id is None:
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    to_read = ("view_channel", "connect") if isinstance(interaction.channel, VOCAL) else ("view_channel",)
    needed = (*to_read, "send_messages_in_threads" if in_thread else "send_messages", *also)
    for right in needed:
        if not getattr(interaction.app_permissions, right):
            raise NotAllowed(sentence, right=say_to(interaction)(RIGHTS[right]))


def missing_for_thread(interaction: discord.Interaction) -> str | None:
    """The first right that the bot lacks for opening threads here; None if it has all. Shape: a key of RIGHTS."""
    needed = ("create_public_threads", "send_messages_in_threads")
    return next((right for right in needed if not getattr(interaction.app_permissions, right)), None)


def opens_thread(bot: Finte, interaction: discord.Interaction, asked: bool | None) -> bool:
    """Whether a match opened here gets a thread: as `asked`, or else if the server wants it and it's possible.

    Raises: NotAllowed if it's asked for, and can't be.
    """
    channel, missing = interaction.channel, missing_for_thread(interaction)
    is_possible = isinstance(channel, discord.TextChannel) and not channel.is_news()
    if asked is None:
        return is_possible and missing is None and bot.preferences.opens_threads(place(interaction))
    if asked and not is_possible:
        raise NotAllowed("Only a server's text channel can have a thread for the match.")
    if asked and missing:
        raise NotAllowed("I can't open a thread here: I need the *{right}* permission in this channel.",
                         right=say_to(interaction)(RIGHTS[missing]))  # fmt: skip
    return asked


def is_at(interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person clicked or typed where the table's messages are: in its channel or its own thread."""
    return place(interaction) in {table.place, table.home} and not table.is_solo


def is_moderator(interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person may delete others' messages in the table's channel. False if they clicked elsewhere."""
    return is_at(interaction, table) and interaction.guild_id is not None and interaction.permissions.manage_messages


def check_at_table(interaction: discord.Interaction, table: Table) -> None:
    """Raises: NotYourSeat unless this person sits at the table, or is where its message is."""
    if not is_at(interaction, table) and table.seat_of(interaction.user.id) is None:
        raise NotYourSeat


async def may_see(bot: Finte, interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person sits at the table, or can see its public message."""
    return bool(await seen_of(bot, interaction, [table]))


async def seen_of(bot: Finte, interaction: discord.Interaction, tables: Iterable[Table]) -> set[int]:
    """The numbers of those tables that this person sits at, or whose public message they can see."""
    own, others = set(), []
    for table in tables:
        if table.seat_of(interaction.user.id) is not None:
            own.add(table.id)
        elif not table.is_solo:
            others.append(table)
    places = await bot.access.seen(interaction, {table.home for table in others})
    return own | {table.id for table in others if table.home in places}


def others_hide(bot: Finte, interaction: discord.Interaction, table: Table) -> bool:
    """Whether anybody else in the match keeps their matches private."""
    others = (person.user_id for person in table.people if person.user_id != interaction.user.id)
    return any(map(bot.preferences.hides_stats, others))


async def check_may_watch(bot: Finte, interaction: discord.Interaction, table: Table) -> None:
    """Raises: NotYourSeat away from the table's channel, and for a lesson; NotAllowed for who can't see the channel."""
    if table.place != place(interaction) or table.is_solo:
        raise NotYourSeat
    if table.home not in await bot.access.seen(interaction, {table.home}):
        raise NotAllowed("Only people who can see the channel of this match can watch it.")


def may_show(bot: Finte, interaction: discord.Interaction, table: Table) -> bool:
    """Whether this person may show a match to everyone here, unless people here can't see where it was played."""
    here = place(interaction)
    is_shared = here.community_id == table.place.community_id and not here.is_private and not table.is_solo
    return is_shared and not others_hide(bot, interaction, table)


async def check_may_show(bot: Finte, interaction: discord.Interaction, table: Table) -> None:
    """Raises: NotAllowed unless this person may show the match to everyone who reads here."""
    if not may_show(bot, interaction, table):
        raise NotAllowed("You can only show a match to everyone on the server where it was played, and only if nobody "
                         "else in it keeps their matches private.")  # fmt: skip
    if not await bot.access.reaches_nobody_new(interaction, table.home):
        raise NotAllowed("Some people here can't see where this match was played. You can show it only there.")


async def check_may_open(bot: Finte, interaction: discord.Interaction, table: Table, unseen: str) -> None:
    """Raises: NotAllowed unless they sat there or may look it up; `unseen` is for those who can't see its channel."""
    if table.seat_of(interaction.user.id) is not None:
        return
    if not await may_see(bot, interaction, table):
        raise NotAllowed(unseen)
    if others_hide(bot, interaction, table):
        raise NotAllowed("Somebody in this match keeps their matches private.")
