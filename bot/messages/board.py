"""One table's public message: edits it, or posts a new one when it's deleted, buried or old."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

import discord

from bot.errors import MatchOver
from bot.matches.intents import Matches
from bot.messages import sending
from bot.messages.board_tokens import BoardTokens, refuses_token
from bot.messages.posted import EDIT_SECONDS, SILENT, Posted, nonce_of
from bot.messages.preferences import Preferences
from bot.messages.screens import BoardPages
from bot.messages.studio import ReadyPage, Studio
from bot.pages.page import Page
from bot.requests.error_codes import THREAD_IS_ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from bot.tables.table import Table

log = logging.getLogger(__name__)

BURIED_BELOW = 8
"""A board is buried once this many messages of other people are below it."""

LOOKED_AT = 50
"""How many messages below a board are read at most."""

SETTLED_SECONDS = 10 * 60
"""The age from which the bot's own messages bury a board too. Before, boards of many tables would leapfrog."""

OLD_SECONDS = 55 * 60
"""Discord allows hardly any edits to a message that is more than an hour old."""

LOOK_SECONDS = 60
"""The shortest time between two checks of what is below a board."""

FORLORN_SECONDS = 7 * 24 * 3600
"""A result that could not be shown for this long is given up."""

SKEW_SECONDS = 1
"""By how much the clocks of Discord and of this machine may differ. Beyond that, a new board is edited once."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tools:
    """What all boards share."""

    client: discord.Client
    matches: Matches
    studio: Studio
    preferences: Preferences
    pages: BoardPages
    clock: Callable[[], float]
    tokens: BoardTokens
    looked_at: dict[int, float] = field(default_factory=dict)
    barred: dict[int, float] = field(default_factory=dict)
    """When each table's board last couldn't be edited because permissions were missing, by match."""
    unsure: dict[int, Page] = field(default_factory=dict)
    """The page of the first try to post a board, by match, until Discord has confirmed the post."""
    unstored: dict[int, int] = field(default_factory=dict)
    """The id of the message that Discord has confirmed as a board, by match, until it's stored."""


@dataclass(slots=True)
class Board:
    """One table's public message, as the painter edits it."""

    tools: Tools
    match_id: int
    moves: bool = True
    """Whether it's posted anew where people would not see it."""
    is_whole: bool = field(default=True, init=False)
    """Whether all pages that the latest `send` put on messages had all their pictures."""

    @property
    def counts(self) -> bool:
        """Whether its edits count towards Discord's global limit: they do unless a token can make them."""
        return self.tools.tokens.fresh(self.match_id) is None

    async def prepare(self, page: Page) -> None:
        """Begins to draw the page's pictures, and waits for them as long as an edit does."""
        table = (await self.tools.matches.get(self.match_id)).table
        if self.tools.preferences.shows_pictures(table.place):
            await self.tools.studio.prepare(page)

    async def draw(self) -> Page | None:
        """The page as the match is now; None if it was deleted."""
        with suppress(MatchOver):  # deleted since then
            return self.tools.pages.board(await self.tools.matches.get(self.match_id))
        return None

    async def send(self, page: Page) -> bool:
        """Shows the page where people see it. Raises: what discord.py raises.

        Shape: false if it shows words in place of a picture that wasn't ready in time.
        """
        self.is_whole = True
        if self.match_id in self.tools.unstored:
            await self.place(self.tools.unstored[self.match_id])
        match = await self.tools.matches.get(self.match_id)
        if match.table.board_id is None and not match.table.is_open:
            return True  # its message is unknown: a click on it will tell which it is
        is_end = not match.table.is_open and page == self.tools.pages.board(match)
        try:
            await self._show(match.table, page)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                await self.tools.matches.lose_board(self.match_id)
            raise
        except discord.Forbidden:
            if not is_end or self.tools.clock() - match.table.changed_at < FORLORN_SECONDS:
                self.tools.barred[self.match_id] = self.tools.clock()
                raise
            log.info("table %d: its result can't be shown, since the bot has no permission", self.match_id)
        self.tools.barred.pop(self.match_id, None)
        if is_end:
            self.tools.looked_at.pop(self.match_id, None)
            self.tools.unsure.pop(self.match_id, None)
            # Else the next start has to add the picture, or to delete the ping
            if self.is_whole and all(clock.ping_id is None for clock in match.table.clocks):
                await self.tools.matches.note_drawn(self.match_id)
        return self.is_whole

    async def place(self, message_id: int) -> None:
        """Stores that this message is the board. Raises: what the database does; the next `send` then tries again."""
        self.tools.unstored[self.match_id] = message_id
        with suppress(MatchOver):  # deleted since then
            await self.tools.matches.place_board(self.match_id, message_id)
        self.tools.unstored.pop(self.match_id, None)

    async def _show(self, table: Table, page: Page) -> None:
        """Puts the page on the table's message, or on a new one if people would not see it there."""
        await self._redirect_old()  # the last run may have stopped before this
        if await self._needs_new_message(table, page):
            await self._post(table, page)
        await self._redirect_old()

    async def _needs_new_message(self, table: Table, page: Page) -> bool:
        """Whether the page needs a new message, because the table's own is gone or people would not see it there."""
        if self.moves and table.board_id is not None and await self._has_sunk(table, table.board_id):
            return True
        try:
            return not await self._edit_existing(table, page) and table.is_open
        except discord.HTTPException as error:
            if error.code != THREAD_IS_ARCHIVED:
                raise
            return True

    async def _has_sunk(self, table: Table, board_id: int) -> bool:
        """Whether the message is old, or buried under others."""
        now = self.tools.clock()
        age = now - discord.utils.snowflake_time(board_id).timestamp()
        if age > OLD_SECONDS:
            return True
        if now - self.tools.looked_at.get(self.match_id, 0) < LOOK_SECONDS:
            return False
        self.tools.looked_at[self.match_id] = now
        client = self.tools.client
        assert client.user is not None
        try:  # not by `history`, which would make each message an object
            below = await client.http.logs_from(table.place.channel_id, LOOKED_AT, after=board_id)
        except (discord.Forbidden, discord.NotFound):
            return False  # a bot that may not read the channel edits in place
        own = str(client.user.id) if age <= SETTLED_SECONDS else None
        counted = [message for message in below if message["author"]["id"] != own]
        return len(counted) >= BURIED_BELOW

    async def _post(self, table: Table, page: Page) -> None:
        log.info("table %d: posting its message", self.match_id)
        channel, nonce = self._channel(table), nonce_of("board", table.id, table.place.channel_id, table.board_id)

        async def send(ready: ReadyPage, nonce: str = nonce, *, is_first: bool = True) -> discord.Message:
            try:
                return await channel.send(
                    view=ready.view, files=ready.files, allowed_mentions=SILENT, silent=True, nonce=nonce
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE or not is_first:
                    raise
                # Somebody has deleted what an earlier try posted
                return await send(ready, nonce_of(nonce), is_first=False)

        first_page, began = self.tools.unsure.setdefault(self.match_id, page), self.tools.clock()
        message = await self._put(table, page, send)
        self.tools.tokens.forget(self.match_id)
        await self.place(message.id)
        is_older = discord.utils.snowflake_time(message.id).timestamp() < began - SKEW_SECONDS
        if is_older or page != first_page:  # an earlier try may have posted it, even before the restart
            await self.edit(table, message.id, page)
        self.tools.unsure.pop(self.match_id, None)

    async def _edit_existing(self, table: Table, page: Page) -> bool:
        """Puts the page on the table's message. Shape: returns False if there is none, or it was deleted."""
        if not table.board_id:
            return False
        posted = self.tools.tokens.fresh(self.match_id)
        if posted and posted.message_id == table.board_id and await self._edit_by_token(table, posted, page):
            return True
        try:
            await self.edit(table, table.board_id, page)
        except discord.NotFound:
            return False  # somebody has deleted it
        return True

    async def _edit_by_token(self, table: Table, posted: Posted, page: Page) -> bool:
        """Edits the message that answered a command. Shape: returns False if its token can't do that any more."""

        async def edit(ready: ReadyPage) -> None:
            async with asyncio.timeout(EDIT_SECONDS):
                await sending.edit_by_token(self.tools.client, posted.token, posted.handle, ready)

        try:
            await self._put(table, page, edit)
        except TimeoutError:
            pass
        except discord.HTTPException as error:
            if not refuses_token(error):
                raise
        else:
            return True
        log.info("table %d: its message is edited without a token from now on", table.id)
        self.tools.tokens.forget(table.id)
        return False

    async def _redirect_old(self) -> None:
        """Edits the message that the table has left, so that it links to the new one."""
        table = (await self.tools.matches.get(self.match_id)).table
        if not table.old_board_id:
            return
        try:
            await self.edit(table, table.old_board_id, self.tools.pages.moved(table))
        except (discord.NotFound, discord.Forbidden):
            log.info("table %d: its former message is gone", self.match_id)
        except discord.HTTPException as error:
            if error.code != THREAD_IS_ARCHIVED:
                raise
            return
        await self.tools.matches.left_board(self.match_id)

    async def edit(self, table: Table, message_id: int, page: Page) -> None:
        """Puts the page on this message in the table's channel."""
        await self._put(
            table, page, lambda ready: sending.edit(self.tools.client, table.place.channel_id, message_id, ready)
        )

    async def _put(self, table: Table, page: Page, put: Callable[[ReadyPage], Awaitable[T]]) -> T:
        """Sends the page with its pictures, or in words if the server wants it so or the bot may not attach files."""
        studio, pictures = self.tools.studio, self.tools.preferences.shows_pictures(table.place)

        async def note_and_put(ready: ReadyPage) -> T:
            self.is_whole = self.is_whole and ready.is_whole
            return await put(ready)

        try:
            return await studio.put(lambda: studio.for_edit(page, pictures=pictures), note_and_put)
        except discord.Forbidden:
            if not (pictures and page.drawings):
                raise
            return await put(await studio.for_edit(page, pictures=False))

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.tools.client.get_partial_messageable(table.place.channel_id)


@dataclass(frozen=True, slots=True)
class Stray:
    """A message that shows a table which has moved elsewhere."""

    tools: Tools
    match_id: int
    message_id: int
    counts = True

    async def prepare(self, _page: Page) -> None:
        """Does nothing: the page has no pictures."""

    async def draw(self) -> Page | None:
        """The line that links to the table's message."""
        return self.tools.pages.moved((await self.tools.matches.get(self.match_id)).table)

    async def send(self, page: Page) -> bool:
        """Edits the message. Raises: what discord.py raises. Shape: true, since the page has no pictures."""
        table = (await self.tools.matches.get(self.match_id)).table
        await Board(self.tools, self.match_id).edit(table, self.message_id, page)
        return True
