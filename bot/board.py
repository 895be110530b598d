"""The public message of each table: where it stands in the channel, posted anew when it is gone."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.live import Match
from bot.matches import Matches
from bot.pages import Page
from bot.painter import Painter
from bot.replies import SILENT
from bot.studio import Dressed, Studio
from bot.table import Table

log = logging.getLogger(__name__)

DrawBoard = Callable[[Match], Page]


@dataclass(frozen=True, slots=True)
class _Board:
    """One table's public message, as the painter sees it."""

    client: discord.Client
    matches: Matches
    studio: Studio
    match_id: int
    draw_page: DrawBoard

    async def draw(self) -> Page | None:
        return self.draw_page(await self.matches.get(self.match_id))

    async def send(self, page: Page) -> None:
        match = await self.matches.get(self.match_id)
        is_end = not match.table.is_open and page == self.draw_page(match)
        try:
            await self._show(match.table, page)
        except discord.Forbidden:
            if not is_end:
                raise
            log.info("table %d: closed where the bot may not say so", self.match_id)
        if is_end:
            await self.matches.note_drawn(self.match_id)

    async def _show(self, table: Table, page: Page) -> None:
        """Puts the page on the table's message. A new one takes its place only while the table is open."""
        if await self._edited(table, page) or not table.is_open:
            return
        log.info("table %d: posting its message", self.match_id)
        channel = self.client.get_partial_messageable(table.place.channel_id)

        async def send(dressed: Dressed) -> discord.Message:
            return await channel.send(view=dressed.view, files=dressed.files, allowed_mentions=SILENT, silent=True)

        message = await self._put(page, send)
        await self.matches.place_board(self.match_id, message.id)

    async def _edited(self, table: Table, page: Page) -> bool:
        """Whether the table has a message that now shows the page."""
        if not table.board_id:
            return False
        channel = self.client.get_partial_messageable(table.place.channel_id)
        message = channel.get_partial_message(table.board_id)

        async def edit(dressed: Dressed) -> discord.Message:
            return await message.edit(view=dressed.view, attachments=dressed.files, allowed_mentions=SILENT)

        try:
            await self._put(page, edit)
        except discord.NotFound:
            return False  # somebody has deleted it
        return True

    async def _put(self, page: Page, put: Callable[[Dressed], Awaitable[discord.Message]]) -> discord.Message:
        """Sends the page with its pictures, or in words where the bot may attach no files."""
        dressed = await self.studio.whole(page)
        try:
            return await put(dressed)
        except discord.Forbidden:
            if not dressed.files:
                raise
            return await put(await self.studio.whole(page, pictures=False))


class Boards:
    """All public table messages."""

    def __init__(
        self, client: discord.Client, *, matches: Matches, painter: Painter, studio: Studio, draw_page: DrawBoard
    ) -> None:
        self._client = client
        self._matches = matches
        self._painter = painter
        self._studio = studio
        self._draw_page = draw_page

    def paint(self, match: Match) -> None:
        """Has the table's message drawn anew, if it has one already; the answer to a command brings the first."""
        if match.table.board_id:
            self._paint(match.table)

    def post(self, table: Table) -> None:
        """Has the table's message drawn in any case, or posted where there is none or it was deleted."""
        self._painter.forget(("board", table.id))
        self._paint(table)

    async def posted(self, table: Table, message_id: int, page: Page) -> None:
        """The answer to a command has brought the table's message, with this page."""
        self._painter.shown(("board", table.id), page)
        await self._matches.place_board(table.id, message_id)
        self._paint(table)  # it may have moved on meanwhile

    def _paint(self, table: Table) -> None:
        board = _Board(self._client, self._matches, self._studio, table.id, self._draw_page)
        self._painter.paint(("board", table.id), board, lane=table.place.channel_id)
