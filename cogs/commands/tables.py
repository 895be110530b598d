"""The lists of tables: `/table` for a person's own, `/cancel` for those they may close."""

import asyncio
from collections.abc import Collection, Iterable, Sequence

import discord

from bot.errors import StaleClick
from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Private, Reply, Sentence, reply
from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Section, Text
from bot.tables.standings import loses_by_cancelling
from bot.tables.table import Phase, Place, Sitter, Table
from bot.words import Words, phrase
from cogs.parts.names import ACCENT, sitter_name
from cogs.table.answers import check_at_table, is_moderator, panel_reply, say_to
from cogs.table.endings import closed_sentence

NO_TABLE = phrase("You're not at any open table. Type /play to open one.")

LISTED_TABLES = 10
"""Tables in one message: each takes three of the 40 components that Discord allows, and the frame takes two."""

LOSS = "loss"
"""In a button that cancels a match: its reader has been told that this counts as a loss for them."""

NAMED_SITTERS = 2
"""Names in one line of a list: ten lines with more would not fit into a message's 4,000 characters."""


class Lists:
    """Answers the commands and clicks of the lists."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        bot.router.on("close", self.close)
        bot.router.on("mine", self.choose)

    async def own_tables(self, interaction: discord.Interaction) -> Reply:
        """Shows a person's open tables; if there is only one, their panel there."""
        tables, gone = await self._tables_of(interaction.user.id)
        for table in tables:
            if table.place not in gone:
                self._bot.boards.post(table)  # restores a deleted message
        if not tables:
            return Sentence(say_to(interaction)(NO_TABLE))
        if len(tables) > 1:
            return await self._list(interaction, tables, gone)
        match = await self._bot.matches.get(tables[0].id)
        answer = panel_reply(self._bot, interaction, match)
        way = (Text(line) for line in link_line(match.table, say_to(interaction)))
        return Private(Page((*answer.page.parts, *way), answer.page.accent), answer.on_posted)

    async def _tables_of(self, user_id: int) -> tuple[list[Table], set[Place]]:
        """A person's open tables, and the deleted places among theirs. Brings those back whose thread was deleted."""
        tables = await self._bot.store.open_tables_of(user_id)
        gone = await self._gone(tables)
        shut_out = [table for table in tables if table.is_in_thread and table.place in gone]
        for table in shut_out:
            await self._bot.matches.leave_thread(table.id)
        return await self._tables_of(user_id) if shut_out else (tables, gone)

    async def _gone(self, tables: Iterable[Table]) -> set[Place]:
        """The deleted places among those of these tables. Nothing links to a message there any more."""
        places = list({table.place for table in tables if not table.place.is_private})
        answers = await asyncio.gather(*map(self._bot.access.is_gone, places))
        gone = {place for place, is_gone in zip(places, answers, strict=True) if is_gone}
        for table in tables:
            if table.place in gone and (await self._bot.matches.get(table.id)).table.board_id:
                await self._bot.matches.place_board(table.id, None)
        return gone

    async def choose(self, click: Click) -> Reply:
        """Shows the panel at a table of the list; if it has closed without a result, the list that is left."""
        interaction, match = click.interaction, await self._bot.matches.get(click.id.match_id)
        table, say = match.table, say_to(interaction)
        if table.is_open or table.is_decided:
            return panel_reply(self._bot, interaction, match)
        check_at_table(interaction, table)
        why = closed_sentence(table, say, table.seat_of(interaction.user.id))
        notice = f"**{say(self._bot.game_uis[table.game].title)}** · {why}"
        tables, gone = await self._tables_of(interaction.user.id)
        if not tables:
            return Private(Page((Text(say(NO_TABLE)),), ACCENT).with_notice(notice))
        return await self._list(interaction, tables, gone, notice)

    async def _list(
        self, interaction: discord.Interaction, tables: list[Table], gone: Collection[Place], notice: str = ""
    ) -> Private:
        say = say_to(interaction)
        parts: list[Part] = [*((Text(notice),) if notice else ()), Text(say("## Your tables"))]
        for table in tables[:LISTED_TABLES]:
            match = await self._bot.matches.get(table.id)
            label = say("My seat") if table.phase == "lobby" else say(self._bot.game_uis[table.game].hand_label)
            turn = (say("**your turn**"),) if match.asks(interaction.user.id) else ()
            facts = (self._line(table, say, is_gone=table.place in gone), *turn)
            hand = Button(label, CustomId("mine", table.id).to_text())
            parts.append(Section(Text("\n".join((" · ".join(facts), *link_line(match.table, say)))), hand))
        return Private(Page(tuple(parts), ACCENT))

    async def cancellable_tables(self, interaction: discord.Interaction, notice: str = "") -> Reply:
        """Lists the open tables of this channel that this person may cancel."""
        say = say_to(interaction)
        tables = [
            table
            for table in await self._bot.store.open_tables_in(interaction.channel_id or 0)
            if table.host_id == interaction.user.id or is_moderator(interaction, table)
        ]
        lead = (Text(notice),) if notice else ()
        if not tables:
            nothing = Text(say("There's no open table in this channel that you can cancel."))
            return Private(Page(lead or (nothing,), ACCENT))
        parts: list[Part] = [*lead, Text(say("## Cancel a table\nIts match ends at once."))]
        for table in tables[:LISTED_TABLES]:
            match = await self._bot.matches.get(table.id)
            may = is_moderator(interaction, table)
            loses = loses_by_cancelling(table, interaction.user.id, match.rounds_over, moderator=may)
            text = "\n".join((self._line(table, say), _price(match, interaction.user.id, say, loses=loses)))
            custom_id = CustomId("close", table.id, text=LOSS if loses else table.phase).to_text()
            parts.append(Section(Text(text), Button(say("Cancel this table"), custom_id, "danger")))
        return Private(Page(tuple(parts), ACCENT))

    async def close(self, click: Click) -> Reply:
        """Cancels a table for its host or a moderator, and shows the list again."""
        interaction, say, text = click.interaction, say_to(click.interaction), click.id.text
        phase: Phase = "lobby" if text == "lobby" else "playing"
        table = (await self._bot.matches.get(click.id.match_id)).table
        user_id, may = interaction.user.id, is_moderator(interaction, table)
        try:
            await self._bot.matches.seats.cancel(table.id, user_id, phase, moderator=may, as_loss=text == LOSS)
            notice = say("This table was cancelled.")
        except StaleClick:
            notice = say("The match has moved on, so it hasn't been cancelled yet. Here's what cancelling it would "
                         "mean now.")  # fmt: skip
        return await self.cancellable_tables(interaction, notice)

    def _line(self, table: Table, say: Words, *, is_gone: bool = False) -> str:
        facts: dict[str, str | int] = {
            "title": say(self._bot.game_uis[table.game].title),
            "number": table.id,
            "channel": say("a deleted channel") if is_gone else f"<#{table.place.channel_id}>",
            "moment": table.changed_at,
            "names": first_names(table.sitters, say),
        }
        if table.phase == "lobby":
            return say("**{title}**, match {number} in {channel}, not started: {names} · <t:{moment}:R>", **facts)
        return say("**{title}**, match {number} in {channel}: {names} · last move: <t:{moment}:R>", **facts)


def first_names(sitters: Sequence[Sitter], say: Words) -> str:
    """These people and computer players, in as much room as a line of a list has."""
    names = ", ".join(sitter_name(sitter, say) for sitter in sitters[:NAMED_SITTERS])
    if (others := len(sitters) - NAMED_SITTERS) > 0:
        return say.many("{names} and {n} more", "{names} and {n} more", others, names=names)
    return names


def _price(match: Match, user_id: int, say: Words, *, loses: bool) -> str:
    """The price of cancelling a table, which the reader should know before they do it."""
    table = match.table
    if table.phase == "lobby":
        return say("-# It hasn't started, so it doesn't count for anyone.")
    if loses:
        return say("-# It counts as a loss for you.")
    if table.leavers:
        return say("-# It counts only for those who left it, as a loss.")
    if table.seat_of(user_id) is not None:
        return say("-# It doesn't count for you or anyone else.")
    return say("-# It doesn't count for anyone.")


def link_line(table: Table, say: Words) -> tuple[str, ...]:
    """The link to the table's message. Shape: empty if it has none."""
    return (say("[Go to the table]({address})", address=table.address),) if table.address else ()


async def setup(bot: Finte) -> None:
    """Adds the commands and registers the handler."""
    lists = Lists(bot)

    @bot.tree.command(name="table", description=phrase("Your tables: find your board and your panel again"))
    async def table(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, lists.own_tables(interaction))

    @bot.tree.command(name="cancel", description=phrase("Cancel a table in this channel (its host and moderators)"))
    async def cancel(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, lists.cancellable_tables(interaction))
