"""The clicks at a table: in its lobby, at a match under way, around an empty chair, on what has happened."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick
from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, Sentence
from bot.matches.history import rounds_seen
from bot.matches.match import Match
from bot.messages.boards import CALLED
from bot.messages.game_ui import Asks
from bot.messages.sending import Posted
from bot.pages.page import Page
from bot.tables.table import Robot, Table
from bot.words import words
from cogs.table.answers import (
    board_locale,
    check_at_table,
    check_may_show,
    check_may_watch,
    check_rights,
    for_everyone,
    is_above_board,
    is_at,
    is_moderator,
    may_see,
    new_table,
    panel_reply,
    person,
    place,
    say_to,
)
from cogs.table.daily import daily_reply
from cogs.table.endings import agreement, shared
from cogs.table.invitations import chosen_person, invite, notices, players_to_mention
from cogs.table.lesson_page import NEWS
from cogs.table.sealed_pages import sealed_parts, words_form
from cogs.table.story_page import Spot, story
from cogs.table.table_pages import SHOWS_ROUNDS, sitter_from_text
from games.catalogue import LEVELS
from games.core import IllegalAction, MalformedAction, Seat


class TableClicks:
    """Handles the buttons of boards and panels."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "play": self.play,
            "go": self.go_on,
            "show": self.show,
            "why": self.why,
            "hand": self.hand,
            "watch": self.watch,
            "rematch": self.rematch,
            "share": self.share,
            "skip": self.skip,
        }.items():
            bot.router.on(verb, handler)

    async def play(self, click: Click) -> Reply:
        """Plays a move. A click that comes too late gets the current page, with the reason above it."""
        interaction, custom_id = click.interaction, click.id
        user_id = interaction.user.id
        try:
            match = await self._bot.matches.play.move(custom_id.match_id, user_id, custom_id.decision, custom_id.text)
        except (StaleClick, MatchOver) as error:
            match = await self._bot.matches.get(custom_id.match_id)
            return panel_reply(self._bot, interaction, match, error=error)
        except IllegalAction as error:
            match = await self._bot.matches.get(custom_id.match_id)
            ui = self._bot.game_uis[match.table.game]
            return Sentence(ui.refusal(error, say_to(interaction)), "refused")
        has_taught = self._bot.game_uis[match.table.game].has_taught
        if match.table.is_lesson and has_taught(match.view(match.table.seat_of(user_id))):
            match = await self._bot.matches.lessons.end(match.table.id)
        if match.table.day is not None:
            return await daily_reply(self._bot, interaction, match)
        return panel_reply(self._bot, interaction, match, show=NEWS if match.table.is_lesson else "")

    async def skip(self, click: Click) -> Reply:
        """Has the computer move for players who keep the others waiting. A click that comes too late says so."""
        interaction, custom_id, error = click.interaction, click.id, None
        try:
            match = await self._bot.matches.seats.skip(custom_id.match_id, interaction.user.id, custom_id.decision)
        except (StaleClick, MatchOver) as refusal:
            match, error = await self._bot.matches.get(custom_id.match_id), refusal
        return panel_reply(self._bot, interaction, match, error=error)

    async def go_on(self, click: Click) -> Reply:
        """Notes that the player has read the result of a round."""
        interaction, custom_id, error = click.interaction, click.id, None
        try:
            match = await self._bot.matches.play.go_on(custom_id.match_id, interaction.user.id, custom_id.decision)
        except (StaleClick, MatchOver) as refusal:
            match, error = await self._bot.matches.get(custom_id.match_id), refusal
        return panel_reply(self._bot, interaction, match, error=error)

    async def show(self, click: Click) -> Reply:
        """Shows another part of the same panel."""
        match = await self._bot.matches.get(click.id.match_id)
        is_current = match.state is not None and match.state.decision == click.id.decision
        show = (click.chosen or click.id.text) if is_current else ""
        return panel_reply(self._bot, click.interaction, match, show=show)

    async def why(self, click: Click) -> Reply:
        """Explains why the panel's greyed-out choices are not allowed, if the player is asked to move now."""
        interaction, custom_id = click.interaction, click.id
        match = await self._bot.matches.get(custom_id.match_id)
        seat = match.table.seat_of(interaction.user.id)
        if seat is None or not match.asks(interaction.user.id) or match.decision != custom_id.decision:
            return panel_reply(self._bot, interaction, match)
        ui = self._bot.game_uis[match.table.game]
        reasons = ui.why(match.view(seat), say_to(interaction), custom_id.text)
        return panel_reply(self._bot, interaction, match, notice=reasons, show=custom_id.text)

    async def hand(self, click: Click) -> Reply:
        """Shows the player's panel."""
        match = await self._bot.matches.get(click.id.match_id)
        return panel_reply(self._bot, click.interaction, match)

    async def watch(self, click: Click) -> Reply:
        """Shows what everyone sees to somebody who doesn't play. Shape: others, and in a lobby everyone, get a panel.

        Raises: as `check_may_watch`.
        """
        interaction, match = click.interaction, await self._bot.matches.get(click.id.match_id)
        table, user_id, language = match.table, interaction.user.id, str(interaction.locale)
        await check_may_watch(self._bot, interaction, table)
        if match.state is None or (table.is_open and table.holds(user_id)):
            return panel_reply(self._bot, interaction, match)
        page, follows, say = self._bot.pages.watch(match, language), table.is_open, say_to(interaction)
        if follows and not self._bot.panels.has_room(table.id, user_id):
            page, follows = page.with_notice(say("Many are watching. Press *Refresh* for news.")), False

        async def follow(posted: Posted) -> None:
            await self._bot.panels.posted(match, user_id, language, posted, page, watches=True)

        return Private(page, follow if follows else None, in_new_message=is_above_board(interaction, table))

    async def rematch(self, click: Click) -> Reply:
        """Opens a table with the same seats, or joins the open one. Raises: NotYourSeat, also if they can't see it."""
        interaction = click.interaction
        check_rights(interaction)
        match, is_new = await self._bot.matches.lobby.rematch(
            click.id.match_id,
            person(interaction),
            place(interaction),
            partial(may_see, self._bot, interaction),
            partial(players_to_mention, self._bot, interaction),
        )
        if not is_new:
            return panel_reply(self._bot, interaction, match)
        if match.table.place == place(interaction):
            return new_table(self._bot, interaction, match)
        self._bot.boards.post(match.table)
        say, channel = say_to(interaction), f"<#{match.table.place.channel_id}>"
        notice = say("The rematch is open in {channel}.", channel=channel)
        return panel_reply(self._bot, interaction, match, notice=notice)

    async def share(self, click: Click) -> Reply:
        """Posts a match's result and turning point for everyone. Raises: NotYourSeat; NotAllowed."""
        interaction, bot = click.interaction, self._bot
        table = await bot.matches.replays.table(click.id.match_id)
        if table.seat_of(interaction.user.id) is None:
            raise NotYourSeat
        if table.phase != "over":
            raise NotAllowed("Only matches that were played to the end can be shared.")
        await check_may_show(bot, interaction, table)
        match, ui = await bot.matches.get(table.id), bot.game_uis[table.game]
        parts = shared(match, ui, words(bot.preferences.language(table)))
        return for_everyone(bot, interaction, Page(parts, ui.accent))


class LobbyClicks:
    """Handles the buttons of a lobby."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "join": self.join,
            "decline": self.decline,
            "invite": self.invite,
            CALLED: self.join,
            "another": self.another,
            "leave": self.leave,
            "seal": self.seal,
            "word": self.ask_words,
            "words": self.add_words,
            "add": self.add,
            "ask": self.ask,
            "remove": self.remove,
            "start": self.start,
            "showrounds": self.show_rounds,
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

    async def decline(self, click: Click) -> Reply:
        """Gives back the seat that is kept for this person."""
        await self._table_here(click)
        await self._bot.matches.lobby.decline(click.id.match_id, click.interaction.user.id)
        say = say_to(click.interaction)
        return Sentence(say("All right. Your seat is free again."))

    async def invite(self, click: Click) -> Reply:
        """Invites somebody for the host, whose panel follows; what they should know is a message of its own."""
        interaction = click.interaction
        match, guest = await invite(self._bot, interaction, click.id.match_id, chosen_person(click))
        said = " ".join(notices([guest], say_to(interaction)))
        return Sentence(said) if said else panel_reply(self._bot, interaction, match)

    async def another(self, click: Click) -> Reply:
        """Opens a table just like this one, hosted by the person who clicked. Offered if this table is full."""
        interaction = click.interaction
        like = await self._table_here(click)
        check_rights(interaction)
        match = await self._bot.matches.lobby.open(
            like.game,
            options=like.options,
            capacity=like.capacity,
            place=like.home,
            host=person(interaction),
            pace=like.pace,
            plays_forced=like.plays_forced,
            locale=board_locale(interaction),
            opened_by=interaction.id,
            in_thread=like.parent_id is not None,
        )
        return new_table(self._bot, interaction, match)

    async def _table_here(self, click: Click) -> Table:
        """The table that the clicked button belongs to. Raises: NotYourSeat for a forged click from another channel."""
        table = (await self._bot.matches.get(click.id.match_id)).table
        if not is_at(click.interaction, table):
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
        ui = self._bot.game_uis[table.game]
        parts = sealed_parts(table, ui, interaction.user.id, say_to(interaction))
        return Page(parts, ui.accent)

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

    async def show_rounds(self, click: Click) -> Reply:
        """Lets people who watch step through rounds that are over, or no longer lets them."""
        match = await self._bot.matches.lobby.show_rounds(
            click.id.match_id, click.interaction.user.id, allows=click.id.text == SHOWS_ROUNDS
        )
        return panel_reply(self._bot, click.interaction, match)

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


Intent = Callable[[int, int], Awaitable[Match]]
"""An action of a player at a table; takes the numbers of the match and the user."""


class SeatClicks:
    """Handles *Seats* and the buttons on the page that it opens."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "seats": self.seats,
            "leaving": self.leaving,
            "replacing": self.replacing,
            "settling": self.settling,
            "replace": self.replace,
        }.items():
            bot.router.on(verb, handler)
        seats = bot.matches.seats
        intents = {"settle": seats.settle, "playon": seats.play_on, "quit": seats.quit, "back": seats.come_back}
        intents |= {"pause": seats.ask_pause, "nopause": seats.take_back_pause, "resume": seats.resume}
        for verb, intent in intents.items():
            bot.router.on(verb, partial(self._carry_out, intent))

    async def seats(self, click: Click) -> Reply:
        """Shows who plays where, and what this person can do about it."""
        return self._page(click, await self._bot.matches.get(click.id.match_id))

    async def leaving(self, click: Click) -> Reply:
        """Asks whether the player really wants to leave."""
        match = await self._bot.matches.get(click.id.match_id)
        return self._page(click, match, asks=match.table.seat_of(click.interaction.user.id))

    async def replacing(self, click: Click) -> Reply:
        """Asks whether the computer should really keep an absent player's seat for good."""
        match = await self._bot.matches.get(click.id.match_id)
        return self._page(click, match, asks=_empty_seat(click, match.table))

    async def settling(self, click: Click) -> Reply:
        """Explains what agreeing to end the match means, and asks for it."""
        return self._page(click, await self._bot.matches.get(click.id.match_id), asks="end")

    async def replace(self, click: Click) -> Reply:
        """Gives an absent player's seat to the computer for good, and shows the list of seats again."""
        interaction, match_id = click.interaction, click.id.match_id
        table = (await self._bot.matches.get(match_id)).table
        match = await self._bot.matches.seats.replace(
            match_id, interaction.user.id, _empty_seat(click, table), moderator=is_moderator(interaction, table)
        )
        return self._page(click, match)

    async def _carry_out(self, intent: Intent, click: Click) -> Private:
        """Does what the player wants, and shows their panel. If the click comes too late, it says so on the panel."""
        interaction, match_id = click.interaction, click.id.match_id
        try:
            match = await intent(match_id, interaction.user.id)
        except (StaleClick, MatchOver) as error:
            match = await self._bot.matches.get(match_id)
            return panel_reply(self._bot, interaction, match, error=error)
        agreed = agreement(match.table, say_to(interaction)) if match.table.phase == "playing" else ""
        return panel_reply(self._bot, interaction, match, notice=agreed)

    def _page(self, click: Click, match: Match, *, asks: Asks = None) -> Private:
        interaction = click.interaction
        check_at_table(interaction, match.table)
        user_id, locale, may = interaction.user.id, str(interaction.locale), is_moderator(interaction, match.table)
        return Private(self._bot.pages.seats(match, user_id, locale, moderator=may, asks=asks))


def _empty_seat(click: Click, table: Table) -> Seat:
    """The seat named by a click, whose player is away. Raises: NotAllowed if there is no such seat."""
    text = click.id.text
    is_seat = text.isascii() and text.isdecimal() and int(text) < len(table.sitters)
    if not is_seat or table.clock(Seat(int(text))).presence != "away":
        raise NotAllowed("That player is back, so the seat stays theirs.")
    return Seat(int(text))


async def tell(bot: Finte, click: Click) -> Reply:
    """Shows a page of the story: from a board or a panel in a new message, from its own buttons in the same one.

    Raises: MatchOver; NotAllowed for a person who couldn't see the board, and if there is nothing to tell.
    """
    table = (await bot.matches.get(click.id.match_id)).table
    if not await may_see(bot, click.interaction, table):
        raise NotAllowed("Only people who can see the channel of this match can see what happened in it.")
    if table.phase == "outdated":
        raise NotAllowed("This match was played under older rules and can no longer be shown.")
    rounds = await asyncio.to_thread(rounds_seen, table, await bot.store.log(table.id))
    if not rounds:
        raise NotAllowed("Nothing has happened yet: this match hasn't begun.")
    spot, idle_seconds = Spot.from_text(click.chosen or click.id.text), int(bot.settings.idle_minutes * 60)
    page = story(table, rounds, bot.game_uis[table.game], say_to(click.interaction), spot, idle_seconds=idle_seconds)
    return Private(page, in_new_message=not click.id.text)


async def setup(bot: Finte) -> None:
    """Registers the handlers."""
    TableClicks(bot)
    LobbyClicks(bot)
    SeatClicks(bot)
    bot.router.on("story", partial(tell, bot))
