"""The public messages of all tables: which of them to edit, and how urgently."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Final, TypeVar

import discord

from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages import sending
from bot.messages.game_ui import BoardPages
from bot.messages.painter import EditableMessage, Painter, may_pass
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.messages.sending import EDIT_SECONDS, TOKEN_SECONDS, Posted, custom_id_of, mentioning, nonce_of
from bot.pages.custom_id import CustomId
from bot.pages.page import Page, small
from bot.requests.error_codes import (
    MISSING_PERMISSIONS,
    THREAD_EXISTS,
    THREAD_IS_ARCHIVED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.requests.limiter import Urgency
from bot.tables.table import Table

log = logging.getLogger(__name__)

BURIED_BELOW = 8
"""A board is buried once this many messages of other people are below it."""

BURIED_AT_A_TURN = 4
"""The same when a match starts or a person's turn begins: more would hide it from a phone."""

LOOKED_AT = 50
"""How many messages below a board are read at most."""

SETTLED_SECONDS = 10 * 60
"""The age from which the bot's own messages bury a board too. Before, boards of many tables would leapfrog."""

OLD_SECONDS = 55 * 60
"""Discord allows hardly any edits to a message that is more than an hour old."""

LOOK_SECONDS = 60
"""The shortest time between two checks of what is below a board, and how long it's taken to be as a click told."""

TALK_SECONDS = 20
"""The shortest time if a match has started or a person's turn begun, and a click tells of a newer message."""

FORLORN_SECONDS = 7 * 24 * 3600
"""A result that could not be shown for this long is given up."""

SKEW_SECONDS = 1
"""By how much the clocks of Discord and of this machine may differ. Beyond that, a new board is edited once."""

MOST_KEPT = 20_000
"""Beyond this number, the boards that were painted longest ago are forgotten."""

RETRY_SECONDS = 15 * 60
"""The wait before trying again to show what Discord has refused, as where the bot lacks rights."""

KEPT_MINUTES: Final = 7 * 24 * 60
"""How long Discord keeps a thread open in which nobody writes: as long as it can."""

CLOSING_MINUTES: Final = 60
"""The same once the match is over: the shortest that Discord has. Until then people talk and press buttons there."""

HAND = "hand"
"""The verb of the button that opens a player's panel. A ping, and the line in its place, have no other."""

CALLED = "called"
"""The verb of the button with which people join a table to which a message has called them."""

REPLAY = "replay"
"""The verb of a button on a closed match's final board, and on the moments of a replay that were shown to everyone."""

CLICKED_IS_ORIGINAL = discord.InteractionResponseType.deferred_message_update
"""The first answer after which a click's token edits the clicked message; after others, it edits a new one."""

T = TypeVar("T")

Turns = frozenset[tuple[int, int]]
"""Seats of people who are asked, and since when."""

Heard = tuple[int, float]
"""The id of a channel's newest message, as a click told, and when that was."""

UNHEARD: Heard = (0, -inf)

News = tuple[bool, bool, frozenset[int]]
"""Content that people wait for on a board: the end, a result, and who has to move without a panel that says so."""


@dataclass(frozen=True, slots=True)
class Tools:
    """Services that all boards share."""

    client: discord.Client
    matches: Matches
    painter: Painter
    renderer: PageRenderer
    preferences: Preferences
    pages: BoardPages
    clock: Callable[[], float]
    watching: Callable[[int], int]
    heard: OrderedDict[int, Heard] = field(default_factory=OrderedDict)
    """By the channel's id."""


class Board(EditableMessage):
    """One table's public message.

    An edit with an interaction's token doesn't count towards the global limit. `/play` is answered with the table's
    message, so its token can edit that message for 15 minutes. So can the token of a click on the message, if the first
    answer only acknowledged the click. Tokens are only kept in memory.
    """

    def __init__(self, tools: Tools, table: Table) -> None:
        super().__init__(tools.painter, ("board", table.id))
        self.tools = tools
        self.match_id = table.id
        self.place = table.place
        self.moves = True
        """Whether it's posted anew where people would not see it."""
        self.looked_at = 0.0
        """When it was last checked whether it's buried."""
        self.turns: Turns | None = None
        self.is_awaited = False
        """Whether the match has started or a person's turn begun since it was last known whether it's buried."""
        self._below = (0, 0)  # at the latest look: how many messages buried it, and the id of the newest
        self.barred_at = inf
        """When Discord last refused to show it, as where rights are missing or a thread is locked, or `inf`."""
        self.unstored: tuple[int, frozenset[int]] | None = None
        """The message that Discord has confirmed as the board, and whom it mentions, until that's stored."""
        self.strays = frozenset[int]()
        """Messages that were the board once, and are to link to it."""
        self.news: News | None = None
        self.watching = 0
        """How many people it says are watching."""
        self._token: Posted | None = None
        self._token_until = 0.0
        self._left: Posted | None = None  # the answer whose token can edit the former message
        self._first_page: Page | None = None  # of the first try to post it, until Discord has confirmed the post
        self._is_whole = True  # whether all pages that the latest `send` put on messages had all their pictures

    def note_token(self, posted: Posted) -> None:
        """Edits the message with this answer's token from now on."""
        self._token, self._token_until = posted, self.tools.clock() + TOKEN_SECONDS

    @property
    def token(self) -> Posted | None:
        """The answer whose token can edit the message; None if there is none or it has expired."""
        return self._token if self.tools.clock() < self._token_until else None

    @property
    def channel_id(self) -> int:
        """The channel in which an edit counts; 0 while there's a token."""
        return 0 if self.token else self.place.channel_id

    async def draw(self) -> Page | None:
        """The page as the match is now; None if it was deleted."""
        with suppress(MatchOver):  # deleted since then
            match, self.watching = await self.tools.matches.get(self.match_id), self.tools.watching(self.match_id)
            return self.tools.pages.board(match, self.watching)
        self.barred_at = inf
        return None

    async def send(self, page: Page) -> bool:
        """Shows the page where people see it. Raises: what discord.py raises.

        Shape: false if it shows words in place of a picture that wasn't ready in time.
        """
        matches, self._is_whole = self.tools.matches, True
        if self.unstored:
            await self.store_id(*self.unstored)
        match = await self._placed()
        if match.table.uncalled:
            page = self.tools.pages.board(match)  # it mentions all of them
        if match.table.board_id is None and not match.table.is_open and not match.table.is_in_thread:
            return True  # its message is unknown: a click on it will tell which it is
        is_end = not match.table.is_open and page == self.tools.pages.board(match)
        try:
            await self._show(match.table, page)
        except discord.HTTPException as error:
            is_lost = error.code == UNKNOWN_CHANNEL
            if is_lost:
                await matches.place_board(self.match_id, None)
            elif not may_pass(error):
                self.barred_at = self.tools.clock()
            is_forlorn = is_lost or self.tools.clock() - match.table.changed_at >= FORLORN_SECONDS
            if not is_end or not is_forlorn or may_pass(error):
                raise
            log.info("table %d: its result can't be shown: %s", self.match_id, outline(error))
        self.barred_at = inf
        if is_end:
            await self._end_thread()
        # Else the next start has to add the picture, or to delete the ping
        if is_end and self._is_whole and all(clock.ping_id is None for clock in match.table.clocks):
            await matches.store.note_drawn(self.match_id)
        return self._is_whole

    async def _match(self) -> Match:
        """The match as it is now, wherever its table is by now."""
        match = await self.tools.matches.get(self.match_id)
        self.place = match.table.place
        return match

    async def _placed(self) -> Match:
        """The match, once its table is where it's to be played and its message there is known, if there's one."""
        match = await self._match()
        if (match.table.board_id is None or match.table.uncalled) and (found := await self._found()) is not None:
            await self.store_id(found.id, mentioned_in(found))
            match = await self._match()
        if match.table.wants_thread and match.table.board_id is not None:
            await self._open_thread(match.table.board_id)
            match = await self._match()
        return match

    async def _open_thread(self, board_id: int) -> None:
        """Moves the table into a thread of its message. If Discord refuses that, it stays in its channel."""
        table = (await self._match()).table
        await self.take_turn()
        try:
            await self.tools.client.http.start_thread_with_message(
                self.place.channel_id, board_id, name=self.tools.pages.thread_name(table),
                auto_archive_duration=KEPT_MINUTES,
            )  # fmt: skip
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            if error.code != THREAD_EXISTS:  # an earlier try may have opened it
                log.info("table %d: stays in its channel: %s", self.match_id, outline(error))
                await self.tools.matches.leave_thread(self.match_id)
                return
        await self.tools.matches.enter_thread(self.match_id, board_id)
        self._token = None

    async def _end_thread(self) -> None:
        """Shows the result in the channel of the table's thread, and has Discord close the thread soon."""
        match = await self._match()
        thread_id, home = self.place.channel_id, match.table.home.channel_id
        if not match.table.is_in_thread:
            return

        async def close() -> None:
            await self.take_turn()
            await self.tools.client.http.edit_channel(thread_id, auto_archive_duration=CLOSING_MINUTES)

        for step in (partial(self._edit, thread_id, self.tools.pages.way_in(match), home), close):
            try:
                await step()
            except discord.HTTPException as error:
                if may_pass(error):
                    raise
                log.info("table %d: its thread can't be ended: %s", self.match_id, outline(error))

    async def store_id(self, message_id: int, called: frozenset[int]) -> None:
        """Stores that this message is the board, and whom it mentions.

        Raises: what the database does; the next `send` then tries again.
        """
        self.unstored = message_id, called
        with suppress(MatchOver):  # deleted since then
            await self.tools.matches.place_board(self.match_id, message_id, called)
        self.unstored = None

    async def _found(self) -> discord.Message | None:
        """The table's newer message among the channel's latest: the last run may have ended before it was stored."""
        client = self.tools.client
        assert client.user is not None
        table = (await self.tools.matches.get(self.match_id)).table
        await self.take_turn()
        try:
            messages = [message async for message in self._channel.history(limit=LOOKED_AT)]
        except (discord.Forbidden, discord.NotFound):
            return None
        newer = (one for one in messages if one.id > (table.board_id or 0))
        return next((one for one in newer if one.author == client.user and is_board(one, table)), None)

    async def _show(self, table: Table, page: Page) -> None:
        """Puts the page on the table's message; in its channel if its thread was deleted or can't be written in."""
        try:
            await self._show_here(table, page)
        except discord.HTTPException as error:
            if not table.is_in_thread or may_pass(error):
                raise
            log.info("table %d: goes on in its channel: %s", self.match_id, outline(error))
            await self.tools.matches.leave_thread(self.match_id)
            await self._show_here((await self._match()).table, page)

    async def _show_here(self, table: Table, page: Page) -> None:
        """Puts the page on the table's message, or on a new one if people would not see it there."""
        is_shown = is_gone = False
        may_stay = not table.uncalled  # an edit notifies nobody
        if table.board_id is not None and not (self.moves and await self._has_sunk(table.board_id)) and may_stay:
            try:
                await self._edit_existing(table.board_id, page, self.token)
                is_shown = True
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, THREAD_IS_ARCHIVED):  # a new message wakes an archived thread
                    raise
                is_gone = error.code == UNKNOWN_MESSAGE
        if is_gone and not table.is_open:  # nobody wants it back, unless another was posted whose id was lost
            if (found := await self._found()) is not None:
                await self.store_id(found.id, mentioned_in(found))
                await self._edit(found.id, page)
        elif not is_shown:
            await self._redirect()  # the last run may have stopped before this
            await self._post(table, page)
            if is_gone:
                await self.tools.matches.left_board(self.match_id)
        await self._redirect()

    def age_of(self, board_id: int) -> float:
        """How long ago this message was posted. Units: seconds."""
        return self.tools.clock() - discord.utils.snowflake_time(board_id).timestamp()

    async def _has_sunk(self, board_id: int) -> bool:
        """Whether the message is old, or buried under others. Looks only if clicks don't tell that nothing is new."""
        now, (newest, heard_at) = self.tools.clock(), self.tools.heard.get(self.place.channel_id, UNHEARD)
        age = self.age_of(board_id)
        if age > OLD_SECONDS:
            return True
        below, seen = self._below if self._below[1] > board_id else (0, board_id)
        if newest > seen or now - heard_at >= LOOK_SECONDS:
            pause = TALK_SECONDS if self.is_awaited and newest > seen else LOOK_SECONDS
            if now - self.looked_at < pause:
                return False
            self.looked_at = now
            below = await self._count_below(board_id, age, newest)
        is_awaited, self.is_awaited = self.is_awaited, False
        return below >= (BURIED_AT_A_TURN if is_awaited else BURIED_BELOW)

    async def _count_below(self, board_id: int, age: float, newest: int) -> int:
        """How many messages bury the board, as Discord lists them. 0 if the bot may not read the channel."""
        client = self.tools.client
        assert client.user is not None
        await self.take_turn()
        try:  # not by `history`, which would make each message an object
            below = await client.http.logs_from(self.place.channel_id, LOOKED_AT, after=board_id)
        except (discord.Forbidden, discord.NotFound):
            return 0  # a bot that may not read the channel edits in place
        own = str(client.user.id) if age <= SETTLED_SECONDS else None
        counted = [message for message in below if message["author"]["id"] != own]
        self._below = (len(counted), max(newest, *(int(message["id"]) for message in below), board_id + 1))
        return len(counted)

    async def _post(self, table: Table, page: Page) -> None:
        log.info("table %d: posting its message", self.match_id)
        nonce = nonce_of("board", table.id, table.place.channel_id, table.board_id)
        # A mention adds its person to a thread. The post is silent, so whoever is to move is notified once, by the ping
        newcomers = [person.user_id for person in table.people if not person.is_former]
        newcomers = newcomers if table.is_in_thread and table.board_id is None else []
        first = page
        if newcomers:
            named = small([" ".join(f"<@{user_id}>" for user_id in newcomers)])
            first = Page((*page.parts, named), page.accent)

        async def send(ready: ReadyPage, nonce: str = nonce, *, is_first: bool = True) -> discord.Message:
            await self.take_turn()
            try:
                return await self._channel.send(
                    view=ready.view,
                    files=ready.files,
                    allowed_mentions=mentioning([*table.uncalled, *newcomers]),
                    silent=not table.uncalled,
                    nonce=nonce,
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE or not is_first:
                    raise
                # Somebody has deleted what an earlier try posted
                return await send(ready, nonce_of(nonce), is_first=False)

        self._first_page, began = self._first_page or page, self.tools.clock()
        message = await self._put(first, send)
        self._left, self._token = self.token, None
        await self.store_id(message.id, mentioned_in(message))
        is_older = discord.utils.snowflake_time(message.id).timestamp() < began - SKEW_SECONDS
        if is_older or page != self._first_page:  # an earlier try may have posted it, even before the restart
            await self._edit(message.id, page)
        self._first_page = None

    async def _edit_existing(self, board_id: int, page: Page, posted: Posted | None) -> None:
        """Edits a message of the table: with this answer's token if it can, or else as the bot."""
        if not (posted and posted.message_id == board_id and await self._edit_by_token(posted, page)):
            await self._edit(board_id, page)

    async def _edit_by_token(self, posted: Posted, page: Page) -> bool:
        """Edits the message that an answer's token can edit. Shape: returns False if it can't do that any more."""

        async def edit(ready: ReadyPage) -> None:
            async with asyncio.timeout(EDIT_SECONDS):
                await sending.edit_by_token(self.tools.client, posted.token, posted.handle, ready)

        try:
            await self._put(page, edit)
        except TimeoutError:
            pass
        except discord.HTTPException as error:
            if error.status not in (401, 404):  # whatever the code, the token or its message is no longer known
                raise
        else:
            return True
        log.info("table %d: its message is edited without a token from now on", self.match_id)
        if posted is self._token:
            self._token = None
        return False

    async def _redirect(self) -> None:
        """Has messages that the table has left link to its message."""
        match = await self._match()
        table, pages = match.table, self.tools.pages
        if table.board_id is None:  # there's nothing to link to yet
            return
        for message_id in {table.old_board_id or 0, *self.strays} - {0, table.board_id}:
            try:
                if message_id == self.place.channel_id:  # its lobby was on the message that has its thread
                    await self._edit(message_id, pages.way_in(match), table.home.channel_id)
                else:
                    await self._edit_existing(message_id, pages.moved(table), self._left)
            except discord.HTTPException as error:
                if may_pass(error):
                    raise
                if error.code == THREAD_IS_ARCHIVED:
                    continue
                log.info("table %d: its former message can't be edited: %s", self.match_id, outline(error))
            self.strays -= {message_id}
            if message_id == table.old_board_id:
                await self.tools.matches.left_board(self.match_id)

    async def _edit(self, message_id: int, page: Page, channel_id: int = 0) -> None:
        """Puts the page on this message, as the bot. Shape: in the table's channel or thread, if none is given."""

        async def edit(ready: ReadyPage) -> None:
            await self.take_turn()
            await sending.edit(self.tools.client, channel_id or self.place.channel_id, message_id, ready)

        await self._put(page, edit)

    async def _put(self, page: Page, put: Callable[[ReadyPage], Awaitable[T]]) -> T:
        """Sends the page with its pictures, or in words if the server wants it so or the bot may not attach files."""
        renderer, pictures = self.tools.renderer, self.tools.preferences.shows_pictures(self.place)

        async def note_and_put(ready: ReadyPage) -> T:
            self._is_whole = self._is_whole and ready.is_whole
            return await put(ready)

        try:
            return await renderer.put(lambda: renderer.for_edit(page, pictures=pictures), note_and_put)
        except discord.HTTPException as error:
            if error.code != MISSING_PERMISSIONS or not (pictures and page.drawings):
                raise
            return await put(await renderer.for_edit(page, pictures=False))

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self.tools.client.get_partial_messageable(self.place.channel_id)


class Boards:
    """The public messages of all tables.

    Shape: `reaches` tells whether somebody has a panel that follows a match, `watching` how many do without playing.
    """

    def __init__(
        self,
        client: discord.Client,
        *,
        matches: Matches,
        painter: Painter,
        renderer: PageRenderer,
        preferences: Preferences,
        pages: BoardPages,
        clock: Callable[[], float],
        reaches: Callable[[int, int], bool],
        watching: Callable[[int], int],
    ) -> None:
        self._tools = Tools(client, matches, painter, renderer, preferences, pages, clock, watching)
        self._reaches = reaches
        self._boards: OrderedDict[int, Board] = OrderedDict()

    def board(self, table: Table) -> Board:
        """The table's message. Shape: the same one for as long as it's among those painted lately."""
        if table.id not in self._boards:
            self._boards[table.id] = Board(self._tools, table)
            if len(self._boards) > MOST_KEPT:
                self._boards.popitem(last=False)
        self._boards.move_to_end(table.id)
        return self._boards[table.id]

    def paint(self, match: Match) -> None:
        """Queues an edit of the table's message. Does nothing before a command's answer has posted the first one."""
        table = match.table
        if table.is_solo:
            return
        board = self.board(table)
        urgency = self._urgency(board, match)
        turns = turns_of(table)
        if turns is not None and (board.turns is None or turns - board.turns):
            board.is_awaited = True
        board.turns = turns
        if table.board_id or board.unstored or board.is_under_way:
            board.paint(urgency)

    def restore(self, table: Table) -> None:
        """Queues an edit of the table's message after a start. Does not yet look whether it is buried."""
        self.board(table).looked_at = self._tools.clock()
        self.post(table, Urgency.HOUSEKEEPING)

    def redraw(self, table: Table) -> None:
        """Queues an edit even if the page is the same. Does nothing before a command's answer has posted the first."""
        if table.board_id:
            self.post(table, Urgency.HOUSEKEEPING)

    def post(self, table: Table, urgency: Urgency = Urgency.AWAITED) -> None:
        """Queues an edit even if the page is the same, and posts a message if there is none or it was deleted."""
        if not table.is_solo:
            board = self.board(table)
            board.forget()
            board.paint(urgency)

    async def posted(self, table: Table, posted: Posted, page: Page) -> None:
        """Notes that a command's answer was the table's message and shows this page."""
        board = self.board(table)
        board.shown(page, is_whole=posted.is_whole)
        board.note_token(posted)
        try:
            await board.store_id(posted.message_id, frozenset(table.uncalled))
        except BaseException:
            board.forget()  # so that it's edited, which stores the id first
            raise
        finally:
            board.paint()  # the match may have moved on in the meantime

    def hear(self, interaction: discord.Interaction) -> None:
        """Notes which message is the newest in a click's channel. Call it before the click is handled."""
        newest = getattr(interaction.channel, "last_message_id", None)
        if newest and interaction.channel_id:
            heard = self._tools.heard
            heard[interaction.channel_id] = (newest, self._tools.clock())
            heard.move_to_end(interaction.channel_id)
            if len(heard) > MOST_KEPT:
                heard.popitem(last=False)

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Adopts a clicked board whose id was lost, has an old one link to the new, and notes a token for its edits."""
        message, custom_id = interaction.message, custom_id_of(interaction)
        if custom_id is None or not custom_id.match_id:
            return
        if message is None or message.flags.ephemeral or custom_id.to_text() not in custom_ids(message.components):
            return
        with suppress(MatchOver):
            table = (await self._tools.matches.get(custom_id.match_id)).table
            if table.board_id is None and self._is_board(interaction, message, table):
                table = await self._adopt(message, table)
            if table.board_id and message.id < table.board_id and message.id != table.old_board_id:
                if self._is_board(interaction, message, table):
                    self.board(table).strays |= {message.id}
                    self.post(table, Urgency.HOUSEKEEPING)
            elif message.id == table.board_id and interaction.response.type is CLICKED_IS_ORIGINAL:
                self.board(table).note_token(Posted(message.id, interaction.token, "@original", interaction.id))

    def _is_board(self, interaction: discord.Interaction, message: discord.Message, table: Table) -> bool:
        """Whether a public message is this table's board, or was: neither a ping nor a moment of a replay.

        Shape: Discord vouches for the message, but not for the custom_id that was sent with the click.
        """
        client = self._tools.client
        assert client.user is not None
        is_own = message.author.id == client.user.id and interaction.channel_id == table.place.channel_id
        return is_own and is_board(message, table)

    async def _adopt(self, message: discord.Message, table: Table) -> Table:
        """Makes the clicked message the table's board, whose id was never stored; returns the table as it is now."""
        await self._tools.matches.adopt_board(table.id, message.id, mentioned_in(message))
        table = (await self._tools.matches.get(table.id)).table
        if table.board_id == message.id:
            log.info("table %d: its message is known again", table.id)
            self.board(table).moves = table.is_open
            self.post(table)
        return table

    async def try_again(self) -> None:
        """Tries again to show what Discord has refused, wherever the last try is long ago."""
        due = self._tools.clock() - RETRY_SECONDS
        for board in [board for board in self._boards.values() if board.barred_at < inf]:
            if board.barred_at <= due:
                board.paint()

    async def count_watchers(self) -> None:
        """Has boards say how many people watch, if nothing else has changed them meanwhile. Call it once a minute.

        An old board isn't edited for that: it would have to be posted anew.
        """
        for board in [one for one in self._boards.values() if one.watching != self._tools.watching(one.match_id)]:
            with suppress(MatchOver):
                table = (await self._tools.matches.get(board.match_id)).table
                if table.phase == "playing" and table.board_id and board.age_of(table.board_id) < OLD_SECONDS:
                    board.looked_at = self._tools.clock()  # nor does it move down
                    board.paint(Urgency.HOUSEKEEPING)

    def _urgency(self, board: Board, match: Match) -> Urgency:
        """How urgent the change is: people wait for a result, and for their turn if no panel tells them."""
        table, before = match.table, board.news
        asked = frozenset(
            person.user_id
            for person in table.people
            if match.asks(person.user_id) and not self._reaches(table.id, person.user_id)
        )
        board.news = (not table.is_open, table.hold is not None, asked)
        return Urgency.AWAITED if board.news != before and any(board.news) else Urgency.BOARD


def mentioned_in(message: discord.Message) -> frozenset[int]:
    """The people whom a message has notified."""
    return frozenset(user.id for user in message.mentions)


def turns_of(table: Table) -> Turns | None:
    """The turns of people that are under way. Shape: None outside a match."""
    if table.phase != "playing":
        return None
    clocks = ((seat, table.clock(seat).asked_at) for seat in table.present)
    return frozenset((seat, asked_at) for seat, asked_at in clocks if asked_at is not None)


def is_board(message: discord.Message, table: Table) -> bool:
    """Whether one of the bot's public messages is this table's board, or was: no ping, call or part of a replay."""
    shown = [found for text in custom_ids(message.components) if (found := CustomId.from_text(text))]
    verbs = {found.verb for found in shown}
    is_of_table = {found.match_id for found in shown} - {0} == {table.id}
    return is_of_table and not table.is_solo and verbs.isdisjoint({REPLAY, CALLED}) and verbs != {HAND}


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
