"""Each table's public message: keeps it up to date, and posts it again if it is deleted, buried or old."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import discord

from bot.errors import MatchOver
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.clicked import custom_id_of
from bot.messages.painter import Painter
from bot.messages.posted import SILENT
from bot.messages.preferences import Preferences
from bot.messages.screens import BoardPages
from bot.messages.studio import ReadyPage, Studio
from bot.pages.page import Page
from bot.tables.table import Table

log = logging.getLogger(__name__)

BURIED_BELOW = 8
"""A board is buried once this many messages of other people are below it."""

LOOKED_AT = 50
"""How many messages below a board are counted at most."""

SETTLED_SECONDS = 10 * 60
"""After this long the bot's own messages bury a board too. Sooner, the boards of many tables would chase each other."""

OLD_SECONDS = 55 * 60
"""Discord allows hardly any edits to a message that is more than an hour old."""

LOOK_SECONDS = 60
"""The shortest time between two looks at what is below a board."""

RETRY_SECONDS = 15 * 60
"""The wait before trying again to draw where the bot lacks rights. Discord usually reports new rights sooner."""

FORLORN_SECONDS = 7 * 24 * 3600
"""A result that could not be shown for this long is given up."""

THREAD_IS_ARCHIVED = 50083
"""Discord's code for an edit in an archived thread; a new message would wake the thread."""


@dataclass(frozen=True, slots=True)
class _Tools:
    """What all boards share."""

    client: discord.Client
    matches: Matches
    studio: Studio
    preferences: Preferences
    pages: BoardPages
    clock: Callable[[], float]
    turn: Callable[[], Awaitable[None]]
    """Waits for the painter's limiter. Call it before each request besides the edit itself."""
    looked_at: dict[int, float] = field(default_factory=dict)
    barred: dict[int, float] = field(default_factory=dict)
    """When each table last could not be drawn for lack of rights."""


@dataclass(frozen=True, slots=True)
class _Board:
    """One table's public message, as the painter edits it."""

    tools: _Tools
    match_id: int

    async def draw(self) -> Page | None:
        with suppress(MatchOver):  # deleted since then
            return self.tools.pages.board(await self.tools.matches.get(self.match_id))
        return None

    async def send(self, page: Page) -> None:
        match = await self.tools.matches.get(self.match_id)
        is_end = not match.table.is_open and page == self.tools.pages.board(match)
        try:
            await self._show(match.table, page)
        except discord.Forbidden:
            if not is_end or self.tools.clock() - match.table.changed_at < FORLORN_SECONDS:
                self.tools.barred[self.match_id] = self.tools.clock()
                raise
            log.info("table %d: closed where the bot may not say so", self.match_id)
        self.tools.barred.pop(self.match_id, None)
        if is_end:
            self.tools.looked_at.pop(self.match_id, None)
            if all(clock.ping_id is None for clock in match.table.clocks):  # else the next start must delete the ping
                await self.tools.matches.note_drawn(self.match_id)

    async def _show(self, table: Table, page: Page) -> None:
        """Puts the page on the table's message, or on a new one if people would not see it there."""
        await self._redirect_old()  # the last run may have stopped before this
        if await self._needs_new_message(table, page):
            await self._post(table, page)
        await self._redirect_old()

    async def _needs_new_message(self, table: Table, page: Page) -> bool:
        """Whether the page needs a new message, because the table's own is gone or people would not see it there."""
        if table.board_id is not None and await self._has_sunk(table, table.board_id):
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
        await self.tools.turn()
        below = self._channel(table).history(limit=LOOKED_AT, after=discord.Object(board_id))
        try:
            authors = [message.author async for message in below]
        except (discord.Forbidden, discord.NotFound):
            return False  # a bot that may not read the channel edits in place
        counted = authors if age > SETTLED_SECONDS else [one for one in authors if one != self.tools.client.user]
        return len(counted) >= BURIED_BELOW

    async def _post(self, table: Table, page: Page) -> None:
        log.info("table %d: posting its message", self.match_id)
        channel = self._channel(table)

        async def send(ready: ReadyPage) -> discord.Message:
            return await channel.send(view=ready.view, files=ready.files, allowed_mentions=SILENT, silent=True)

        message = await self._put(table, page, send)
        await self.tools.matches.place_board(self.match_id, message.id)

    async def _edit_existing(self, table: Table, page: Page) -> bool:
        """Puts the page on the table's message. Shape: returns False if there is none, or it was deleted."""
        if not table.board_id:
            return False
        try:
            await self.edit(table, table.board_id, page)
        except discord.NotFound:
            return False  # somebody has deleted it
        return True

    async def _redirect_old(self) -> None:
        """Edits the message that the table has left, so that it links to the new one."""
        table = (await self.tools.matches.get(self.match_id)).table
        if not table.old_board_id:
            return
        await self.tools.turn()
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
        message = self._channel(table).get_partial_message(message_id)

        async def edit(ready: ReadyPage) -> discord.Message:
            return await message.edit(view=ready.view, attachments=ready.files, allowed_mentions=SILENT)

        await self._put(table, page, edit)

    async def _put(
        self, table: Table, page: Page, put: Callable[[ReadyPage], Awaitable[discord.Message]]
    ) -> discord.Message:
        """Sends the page with its pictures, or in words if the server wants it so or the bot may not attach files."""
        studio, pictures = self.tools.studio, self.tools.preferences.shows_pictures(table.place)
        try:
            return await studio.put(lambda: studio.whole(page, pictures=pictures), put)
        except discord.Forbidden:
            if not (pictures and page.drawings):
                raise
            return await put(await studio.whole(page, pictures=False))

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.tools.client.get_partial_messageable(table.place.channel_id)


@dataclass(frozen=True, slots=True)
class _Stray:
    """A message that shows a table which has moved elsewhere."""

    tools: _Tools
    match_id: int
    message_id: int

    async def draw(self) -> Page | None:
        return self.tools.pages.moved((await self.tools.matches.get(self.match_id)).table)

    async def send(self, page: Page) -> None:
        table = (await self.tools.matches.get(self.match_id)).table
        await _Board(self.tools, self.match_id).edit(table, self.message_id, page)


class Boards:
    """The public messages of all tables."""

    def __init__(
        self,
        client: discord.Client,
        *,
        matches: Matches,
        painter: Painter,
        studio: Studio,
        preferences: Preferences,
        pages: BoardPages,
        clock: Callable[[], float],
    ) -> None:
        self._tools = _Tools(client, matches, studio, preferences, pages, clock, painter.turn)
        self._painter = painter

    def paint(self, match: Match) -> None:
        """Queues an edit of the table's message. Does nothing before a command's answer has posted the first one."""
        if match.table.board_id or self._painter.is_painting(("board", match.table.id)):
            self._paint(match.table)

    def restore(self, table: Table) -> None:
        """Queues an edit of the table's message after a start. Does not yet look whether it is buried."""
        self._tools.looked_at[table.id] = self._tools.clock()
        self.post(table)

    def redraw(self, table: Table) -> None:
        """Queues an edit even if the page is the same. Does nothing before a command's answer has posted the first."""
        if table.board_id:
            self.post(table)

    def post(self, table: Table) -> None:
        """Queues an edit even if the page is the same, and posts a message if there is none or it was deleted."""
        self._painter.forget(("board", table.id))
        self._paint(table)

    async def posted(self, table: Table, message_id: int, page: Page) -> None:
        """Notes that a command's answer was the table's message and shows this page."""
        self._painter.shown(("board", table.id), page)
        await self._tools.matches.place_board(table.id, message_id)
        self._paint(table)  # the match may have moved on in the meantime

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Points a clicked board to the table's current one, if a crash has left the old one as it was."""
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        custom_id = custom_id_of(interaction)
        if custom_id is None or not custom_id.match_id or custom_id.to_text() not in custom_ids(message.components):
            return
        with suppress(MatchOver):
            table = (await self._tools.matches.get(custom_id.match_id)).table
            own = {table.old_board_id, *(clock.ping_id for clock in table.clocks)}
            if table.board_id and message.id < table.board_id and message.id not in own:
                stray = _Stray(self._tools, table.id, message.id)
                self._painter.paint(("stray", message.id), stray, lane=table.place.channel_id)

    async def try_again(self, guild_id: int | None = None) -> None:
        """Tries again to draw where the bot lacked rights: in one server, or wherever the last try is long ago."""
        due = self._tools.clock() - RETRY_SECONDS
        for match_id, tried_at in list(self._tools.barred.items()):
            try:
                table = (await self._tools.matches.get(match_id)).table
            except MatchOver:  # deleted since then
                self._tools.barred.pop(match_id, None)
                continue
            if tried_at <= due if guild_id is None else table.place.guild_id == guild_id:
                self._paint(table)

    def _paint(self, table: Table) -> None:
        if table.is_solo:
            return
        self._painter.paint(("board", table.id), _Board(self._tools, table.id), lane=table.place.channel_id)


def custom_ids(components: Iterable[object]) -> Iterator[str]:
    """The custom_ids of a message's components, including nested ones."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        within = [*getattr(component, "children", ()), getattr(component, "accessory", None)]
        yield from custom_ids(part for part in within if part)
