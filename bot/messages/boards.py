"""The public messages of all tables: which of them to edit, and how urgently."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

import discord

from bot.errors import MatchOver
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages import sending
from bot.messages.painter import Painter
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.messages.screens import BoardPages
from bot.messages.sending import EDIT_SECONDS, SILENT, TOKEN_SECONDS, Posted, custom_id_of, nonce_of
from bot.pages.custom_id import CustomId
from bot.pages.page import Page
from bot.requests.error_codes import INVALID_WEBHOOK_TOKEN, THREAD_IS_ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from bot.requests.purpose import Purpose, Urgency
from bot.tables.table import Table

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

HALF_LIFE_SECONDS = 60.0
"""The time after which a click counts half."""

"""Beyond this number, the tables with the oldest clicks are forgotten."""


class RecentClicks:
    """Attention each table gets: its recent clicks, which count less as time passes. Only kept in memory."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: OrderedDict[int, tuple[float, float]] = OrderedDict()  # by match: clicks, and at what time

    def note(self, match_id: int) -> None:
        """Counts a click at this table."""
        clicks = self.at(match_id) + 1
        self._seen.pop(match_id, None)
        self._seen[match_id] = clicks, self._clock()
        if len(self._seen) > MOST_KEPT:
            self._seen.popitem(last=False)

    def at(self, match_id: int) -> float:
        """The recent clicks at this table, weighted by age; 0 if there are none."""
        clicks, then = self._seen.get(match_id, (0.0, 0.0))
        return clicks * 0.5 ** ((self._clock() - then) / HALF_LIFE_SECONDS) if clicks else 0.0


MOST_KEPT = 20_000
"""Beyond this number, the oldest are forgotten."""

REFUSED = frozenset({401, 404})


class BoardTokens:
    """The newest interaction token for each table's message: an edit by it doesn't count towards the global limit.

    `/play` is answered with the table's message, so its token can edit that message for 15 minutes. So can the token of
    a click on the message, if the first answer only acknowledged the click. Tokens are only kept in memory: after a
    restart, boards are edited with the bot's own token.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._answers: OrderedDict[int, tuple[Posted, float]] = OrderedDict()  # by match, oldest first

    def note(self, match_id: int, posted: Posted) -> None:
        """Uses this answer's token for the table's message from now on."""
        self._answers.pop(match_id, None)
        self._answers[match_id] = posted, self._clock() + TOKEN_SECONDS
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)

    def fresh(self, match_id: int) -> Posted | None:
        """The answer whose token can edit the table's message; None if there is none or it has expired."""
        posted, until = self._answers.get(match_id, (None, 0.0))
        if posted is not None and self._clock() >= until:
            self.forget(match_id)
            return None
        return posted

    def forget(self, match_id: int) -> None:
        """Forgets a table's token, because Discord has refused it or the table has another message."""
        self._answers.pop(match_id, None)


def refuses_token(error: discord.HTTPException) -> bool:
    """Whether Discord refuses the token, or no longer finds its message by it, rather than refusing the page."""
    return error.status in REFUSED or error.code == INVALID_WEBHOOK_TOKEN


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tools:
    """What all boards share."""

    client: discord.Client
    matches: Matches
    renderer: PageRenderer
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
            await self.tools.renderer.prepare(page)

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
        if match.table.board_id is None and (found := await self._found(match.table)) is not None:
            await self.place(found)
            match = await self.tools.matches.get(self.match_id)
        if match.table.board_id is None and not match.table.is_open:
            return True  # its message is unknown: a click on it will tell which it is
        is_end = not match.table.is_open and page == self.tools.pages.board(match)
        try:
            await self._show(match.table, page)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                await self.tools.matches.place_board(self.match_id, None)
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
                await self.tools.matches.store.note_drawn(self.match_id)
        return self.is_whole

    async def place(self, message_id: int) -> None:
        """Stores that this message is the board. Raises: what the database does; the next `send` then tries again."""
        self.tools.unstored[self.match_id] = message_id
        with suppress(MatchOver):  # deleted since then
            await self.tools.matches.place_board(self.match_id, message_id)
        self.tools.unstored.pop(self.match_id, None)

    async def _found(self, table: Table) -> int | None:
        """The table's message among the channel's latest: the last run may have ended before it stored the id."""
        client = self.tools.client
        assert client.user is not None
        try:
            messages = [message async for message in self._channel(table).history(limit=LOOKED_AT)]
        except (discord.Forbidden, discord.NotFound):
            return None
        return next((one.id for one in messages if one.author == client.user and is_board(one, table)), None)

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
        renderer, pictures = self.tools.renderer, self.tools.preferences.shows_pictures(table.place)

        async def note_and_put(ready: ReadyPage) -> T:
            self.is_whole = self.is_whole and ready.is_whole
            return await put(ready)

        try:
            return await renderer.put(lambda: renderer.for_edit(page, pictures=pictures), note_and_put)
        except discord.Forbidden:
            if not (pictures and page.drawings):
                raise
            return await put(await renderer.for_edit(page, pictures=False))

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.tools.client.get_partial_messageable(table.place.channel_id)


@dataclass(frozen=True, slots=True)
class MovedBoard:
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
        renderer: PageRenderer,
        preferences: Preferences,
        pages: BoardPages,
        clock: Callable[[], float],
        reaches: Callable[[int, int], bool],
    ) -> None:
        self._tools = Tools(client, matches, renderer, preferences, pages, clock, BoardTokens(clock))
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
                    stray = MovedBoard(self._tools, table.id, message.id)
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
        return is_own and is_board(message, table)

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

    async def try_again(self) -> None:
        """Tries again to draw where the bot lacked rights, if the last try is long ago."""
        due = self._tools.clock() - RETRY_SECONDS
        for match_id, tried_at in list(self._tools.barred.items()):
            try:
                table = (await self._tools.matches.get(match_id)).table
            except MatchOver:  # deleted since then
                self._tools.barred.pop(match_id, None)
                continue
            if tried_at <= due:
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

    def _edit(self, key: Hashable, surface: Board | MovedBoard, table: Table, urgency: Urgency) -> None:
        purpose = Purpose(urgency, table.place.community_id, self._clicks.at(table.id))
        self._painter.paint(key, surface, lane=table.place.channel_id, purpose=purpose)


def is_board(message: discord.Message, table: Table) -> bool:
    """Whether one of the bot's public messages is this table's board, or was: neither a ping nor part of a replay."""
    shown = [found for text in custom_ids(message.components) if (found := CustomId.from_text(text))]
    verbs = {found.verb for found in shown}
    is_of_table = {found.match_id for found in shown} - {0} == {table.id}
    return is_of_table and not table.is_solo and REPLAY not in verbs and verbs != {HAND}


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
