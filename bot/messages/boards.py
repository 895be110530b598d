"""The public messages of all tables: which of them to edit, and how urgently."""

import logging
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress

import discord

from bot.errors import MatchOver
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.board import Board, Stray, Tools
from bot.messages.board_tokens import BoardTokens
from bot.messages.clicked import custom_id_of
from bot.messages.painter import Painter
from bot.messages.posted import Posted
from bot.messages.preferences import Preferences
from bot.messages.screens import BoardPages
from bot.messages.studio import Studio
from bot.pages.custom_id import CustomId
from bot.pages.page import Page
from bot.requests.purpose import Purpose, Urgency
from bot.requests.recent_clicks import RecentClicks
from bot.tables.table import Table

log = logging.getLogger(__name__)

RETRY_SECONDS = 15 * 60
"""The wait before trying again to draw where the bot lacks rights. Discord usually reports new rights sooner."""

HAND = "hand"
"""The verb of the button that opens a player's panel. A ping, and the line in its place, have no other."""

REPLAY = "replay"
"""The verb of a button on a closed match's final board, and on the moments of a replay that were shown to everyone."""

CLICKED_IS_ORIGINAL = discord.InteractionResponseType.deferred_message_update
"""The first answer after which a click's token edits the clicked message; after others, it edits a new one."""

News = tuple[bool, bool, frozenset[int]]
"""What people wait to see on a board: the end, a result, and who has to move without a panel that says so."""


class Boards:
    """The public messages of all tables. Shape: `reaches` tells whether somebody has a panel that follows a match."""

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
        reaches: Callable[[int, int], bool],
    ) -> None:
        self._tools = Tools(client, matches, studio, preferences, pages, clock, BoardTokens(clock))
        self._painter = painter
        self._reaches = reaches
        self._clicks = RecentClicks(clock)
        self._news: dict[int, News] = {}

    def paint(self, match: Match) -> None:
        """Queues an edit of the table's message. Does nothing before a command's answer has posted the first one."""
        table = match.table
        if table.board_id or table.id in self._tools.unstored or self._painter.is_painting(("board", table.id)):
            self._paint(table, self._urgency(match))

    def restore(self, table: Table) -> None:
        """Queues an edit of the table's message after a start. Does not yet look whether it is buried."""
        self._tools.looked_at[table.id] = self._tools.clock()
        self.post(table, Urgency.HOUSEKEEPING)

    def redraw(self, table: Table) -> None:
        """Queues an edit even if the page is the same. Does nothing before a command's answer has posted the first."""
        if table.board_id:
            self.post(table, Urgency.HOUSEKEEPING)

    def post(self, table: Table, urgency: Urgency = Urgency.AWAITED) -> None:
        """Queues an edit even if the page is the same, and posts a message if there is none or it was deleted."""
        self._painter.forget(("board", table.id))
        self._paint(table, urgency)

    async def posted(self, table: Table, posted: Posted, page: Page) -> None:
        """Notes that a command's answer was the table's message and shows this page."""
        self._painter.shown(("board", table.id), page)
        self._tools.tokens.note(table.id, posted)
        try:
            await Board(self._tools, table.id).place(posted.message_id)
        except BaseException:
            self._painter.forget(("board", table.id))  # so that it's edited, which stores the id first
            raise
        finally:
            if not posted.is_whole:
                self._painter.complete(("board", table.id), page, lambda: self._paint(table))
            self._paint(table)  # the match may have moved on in the meantime

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Counts a click at a table. Adopts a clicked board whose id was lost; an old one becomes a link to the new."""
        message, custom_id = interaction.message, custom_id_of(interaction)
        if custom_id is None or not custom_id.match_id:
            return
        self._clicks.note(custom_id.match_id)
        if message is None or message.flags.ephemeral or custom_id.to_text() not in custom_ids(message.components):
            return
        with suppress(MatchOver):
            table = (await self._tools.matches.get(custom_id.match_id)).table
            if table.board_id is None and self._is_board(interaction, message, table):
                table = await self._adopt(message, table)
            if table.board_id and message.id < table.board_id and message.id != table.old_board_id:
                if self._is_board(interaction, message, table):
                    stray = Stray(self._tools, table.id, message.id)
                    self._edit(("stray", message.id), stray, table, Urgency.HOUSEKEEPING)
            elif message.id == table.board_id and interaction.response.type is CLICKED_IS_ORIGINAL:
                self._tools.tokens.note(table.id, Posted(message.id, interaction.token, "@original", interaction.id))

    def _is_board(self, interaction: discord.Interaction, message: discord.Message, table: Table) -> bool:
        """Whether a public message is this table's board, or was: neither a ping nor a moment of a replay.

        Shape: Discord vouches for the message, but not for the custom_id that was sent with the click.
        """
        client = self._tools.client
        assert client.user is not None
        is_own = message.author.id == client.user.id and interaction.channel_id == table.place.channel_id
        shown = [found for text in custom_ids(message.components) if (found := CustomId.from_text(text))]
        is_of_table = {found.match_id for found in shown} - {0} == {table.id}
        verbs = {found.verb for found in shown}
        return is_own and is_of_table and not table.is_solo and REPLAY not in verbs and verbs != {HAND}

    async def _adopt(self, message: discord.Message, table: Table) -> Table:
        """Makes the clicked message the table's, whose own was never stored; returns the table as it is now."""
        await self._tools.matches.adopt_board(table.id, message.id)
        table = (await self._tools.matches.get(table.id)).table
        if table.board_id == message.id:
            log.info("table %d: its message is known again", table.id)
            self._painter.forget(("board", table.id))
            board = Board(self._tools, table.id, moves=table.is_open)
            self._edit(("board", table.id), board, table, Urgency.AWAITED)
        return table

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

    def _urgency(self, match: Match) -> Urgency:
        """How urgent the change is: people wait for a result, and for their turn if no panel tells them."""
        table, before = match.table, self._news.pop(match.table.id, None)
        asked = frozenset(
            person.user_id
            for person in table.people
            if match.asks(person.user_id) and not self._reaches(table.id, person.user_id)
        )
        news = (not table.is_open, table.hold is not None, asked)
        if table.is_open:
            self._news[table.id] = news
        return Urgency.AWAITED if news != before and any(news) else Urgency.BOARD

    def _paint(self, table: Table, urgency: Urgency = Urgency.BOARD) -> None:
        if not table.is_solo:
            self._edit(("board", table.id), Board(self._tools, table.id), table, urgency)

    def _edit(self, key: Hashable, surface: Board | Stray, table: Table, urgency: Urgency) -> None:
        purpose = Purpose(urgency, table.place.community_id, self._clicks.at(table.id))
        self._painter.paint(key, surface, lane=table.place.channel_id, purpose=purpose)


def custom_ids(components: Iterable[object]) -> Iterator[str]:
    """The custom_ids of a message's components, including nested ones."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        within = [*getattr(component, "children", ()), getattr(component, "accessory", None)]
        yield from custom_ids(part for part in within if part)


def texts(components: Iterable[object]) -> Iterator[str]:
    """The texts of a message's components, including nested ones, but no labels."""
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from texts(getattr(component, "children", ()))


def match_ids(components: Iterable[object]) -> frozenset[int]:
    """The matches to which a message's components belong."""
    found = map(CustomId.from_text, custom_ids(components))
    return frozenset(custom_id.match_id for custom_id in found if custom_id is not None)
