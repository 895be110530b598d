"""The clicks on a table before its match: joining, leaving, the host's controls, the start."""

import discord

from bot.errors import NotAllowed, NotYourSeat, StaleClick
from bot.interactions.client import Finte
from bot.interactions.component_router import UNKNOWN_BUTTON, Click
from bot.interactions.replies import Private, Reply, Sentence
from bot.pages.page import Page
from bot.tables.table import Robot, Table
from cogs.table.answers import (
    board_locale,
    check_at_table,
    check_rights,
    is_moderator,
    new_table,
    panel_reply,
    person,
    place,
    say_to,
)
from cogs.table.lobby_pages import sitter_from_text
from cogs.table.sealed_pages import sealed_parts, words_form
from games.catalogue import LEVELS
from games.core import MalformedAction


class LobbyClicks:
    """Handles the buttons of a lobby."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "join": self.join,
            "another": self.another,
            "leave": self.leave,
            "seal": self.seal,
            "word": self.ask_words,
            "words": self.add_words,
            "add": self.add,
            "ask": self.ask,
            "remove": self.remove,
            "start": self.start,
            "cancelling": self.cancelling,
            "cancel": self.cancel,
        }.items():
            bot.router.on(verb, handler)

    async def join(self, click: Click) -> Reply:
        """Takes a seat, and shows the panel that updates when the match starts."""
        interaction = click.interaction
        await self._table_here(click)
        match = await self._bot.matches.lobby.join(click.id.match_id, person(interaction))
        return panel_reply(self._bot, interaction, match)

    async def another(self, click: Click) -> Reply:
        """Opens a table just like this one, hosted by the person who clicked. Offered if this table is full."""
        interaction = click.interaction
        like = await self._table_here(click)
        check_rights(interaction)
        match = await self._bot.matches.lobby.open(
            like.game,
            options=like.options,
            capacity=like.capacity,
            place=like.place,
            host=person(interaction),
            pace=like.pace,
            plays_forced=like.plays_forced,
            locale=board_locale(interaction),
            opened_by=interaction.id,
        )
        return new_table(self._bot, interaction, match)

    async def _table_here(self, click: Click) -> Table:
        """The table that the clicked button belongs to. Raises: NotYourSeat for a forged click from another channel."""
        table = (await self._bot.matches.get(click.id.match_id)).table
        if table.place != place(click.interaction) or table.is_solo:
            raise NotYourSeat
        return table

    async def leave(self, click: Click) -> Reply:
        """Leaves the table."""
        await self._bot.matches.lobby.leave(click.id.match_id, click.interaction.user.id)
        say = say_to(click.interaction)
        return Sentence(say("You've left the table."))

    async def seal(self, click: Click) -> Reply:
        """Shows a table's whole fingerprint, in a new message. Raises: as `check_at_table`."""
        interaction = click.interaction
        table = (await self._bot.matches.get(click.id.match_id)).table
        check_at_table(interaction, table)
        if table.fingerprint is None:
            raise MalformedAction(UNKNOWN_BUTTON)
        return Private(self._sealed(interaction, table), in_new_message=True)

    def _sealed(self, interaction: discord.Interaction, table: Table) -> Page:
        screens = self._bot.screens[table.game]
        parts = sealed_parts(table, screens, interaction.user.id, say_to(interaction))
        return Page(parts, screens.accent)

    async def ask_words(self, click: Click) -> Reply:
        """Opens the window for a player's words. Raises: NotYourSeat, NotAllowed."""
        table = (await self._bot.matches.get(click.id.match_id)).table
        seat = table.seat_of(click.interaction.user.id)
        if seat is None:
            raise NotYourSeat
        if table.phase != "lobby":
            raise NotAllowed("This match has already started.")
        return words_form(table, seat, say_to(click.interaction))

    async def add_words(self, click: Click) -> Reply:
        """Adds the words from the window to the deals, and shows them on the page with the fingerprint."""
        if click.typed is None:
            raise MalformedAction(UNKNOWN_BUTTON)
        interaction = click.interaction
        match = await self._bot.matches.lobby.add_words(click.id.match_id, interaction.user.id, click.typed)
        return Private(self._sealed(interaction, match.table))

    async def add(self, click: Click) -> Reply:
        """Adds a computer player."""
        interaction, level = click.interaction, click.id.text
        if level not in LEVELS:
            raise MalformedAction(UNKNOWN_BUTTON)
        match = await self._bot.matches.lobby.add_robot(click.id.match_id, interaction.user.id, Robot(level))
        return panel_reply(self._bot, interaction, match)

    async def ask(self, click: Click) -> Reply:
        """Lets the host choose a seat to empty."""
        match = await self._bot.matches.lobby.check_host(click.id.match_id, click.interaction.user.id)
        return panel_reply(self._bot, click.interaction, match, show="remove")

    async def remove(self, click: Click) -> Reply:
        """Empties a seat. The choice stays open for the next."""
        interaction = click.interaction
        sitter = sitter_from_text(click.id.text)
        match = await self._bot.matches.lobby.remove(click.id.match_id, interaction.user.id, sitter)
        return panel_reply(self._bot, interaction, match, show="remove")

    async def start(self, click: Click) -> Reply:
        """Starts the match. Everyone's panel updates."""
        interaction = click.interaction
        match = await self._bot.matches.lobby.start(click.id.match_id, interaction.user.id)
        return panel_reply(self._bot, interaction, match)

    async def cancelling(self, click: Click) -> Reply:
        """Asks the host whether to close the table if somebody else has joined it, and else closes it at once."""
        match = await self._bot.matches.get(click.id.match_id)
        table, is_host = match.table, match.table.host_id == click.interaction.user.id
        if is_host and table.phase == "lobby" and len(table.people) > 1:
            return panel_reply(self._bot, click.interaction, match, show="cancel")
        return await self.cancel(click)

    async def cancel(self, click: Click) -> Reply:
        """Closes the table before its match has started."""
        interaction = click.interaction
        user_id = interaction.user.id
        table = (await self._bot.matches.get(click.id.match_id)).table
        may = is_moderator(interaction, table)
        try:
            match = await self._bot.matches.seats.cancel(table.id, user_id, "lobby", moderator=may)
        except StaleClick as error:
            raise NotAllowed("This match has started. Its host and moderators can cancel it with /cancel.") from error
        return panel_reply(self._bot, interaction, match)


async def setup(bot: Finte) -> None:
    """Registers the handlers."""
    LobbyClicks(bot)
