"""Edits messages in the background: the newest page wins, one edit at a time per message, about one a second.

Code that changes something calls `EditableMessage.paint` and never waits for the edit. An edit that counts towards
Discord's global limit waits for its turn first, and its page is drawn only then: the more messages want to be edited,
the more changes become one edit.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from functools import partial

import aiohttp
import discord

from bot.logs import outline
from bot.pages.page import Page
from bot.requests.limiter import Limiter, Urgency
from bot.store.leases import FAULTS as STORE_FAULTS

log = logging.getLogger(__name__)

FIRST_WAIT_SECONDS = 2
"""The wait before the second try. Every further wait is twice as long as the one before."""

LONGEST_WAIT_SECONDS = 120
"""The longest wait between tries. They never end: after a match, nothing else would bring its result to the board."""

PATIENCE_SECONDS = 2
"""How long a message waits for the one that must be seen before it."""

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, *STORE_FAULTS)
"""Errors that may go away, including the 429s that discord.py gives up on."""

UNKNOWN = 0
"""In place of a page's hash: the message shows a page whose pictures are missing."""

WhenDrawn = Callable[[Page, Callable[[], None]], None]
"""Calls a function once all pictures of a page are drawn."""


async def at_once() -> None:
    """Returns at once."""


def never(_page: Page, _then: Callable[[], None]) -> None:
    """Calls nothing: no page has pictures."""


class Painter:
    """Queue that all edited messages share. Units: `interval` in seconds, between two edits of one message."""

    def __init__(
        self,
        interval: float,
        limiter: Limiter | None = None,
        *,
        calm: Callable[[], Awaitable[None]] = at_once,
        when_drawn: WhenDrawn = never,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Shape: `calm` waits while clicks are queued."""
        self.interval = interval
        self.limiter = limiter or Limiter()
        self.calm = calm
        self.when_drawn = when_drawn
        self.sleep = sleep
        self.tasks = set[asyncio.Task[None]]()
        """One for each message that has an edit queued or being sent."""
        self.under_way: dict[Hashable, asyncio.Event] = {}
        """By the keys of these messages: set once the edit that's due was sent or has failed."""
        self.has_stopped = False

    @property
    def waiting(self) -> int:
        """How many messages have an edit queued or being sent."""
        return len(self.tasks)

    async def settle(self, seconds: float) -> None:
        """Waits until every edit is done, for at most this long, and drops the rest, and what was queued meanwhile."""
        if tasks := set(self.tasks):
            await asyncio.wait(tasks, timeout=seconds)
        if left := set(self.tasks):
            for task in left:
                task.cancel()
            await asyncio.wait(left)

    async def stop(self) -> None:
        """Drops every edit, and any that is asked for later, such as by a picture that is ready only then."""
        self.has_stopped = True
        await self.settle(0)


class EditableMessage:
    """A message that shows the page of the moment. Shape: `key` is unique; `after` is the key of one to edit first."""

    def __init__(self, painter: Painter, key: Hashable, *, after: Hashable | None = None) -> None:
        self.key = key
        self.urgency = Urgency.BOARD
        self._painter = painter
        self._after = after
        self._tried: asyncio.Event | None = None  # set once the edit that's due was sent or has failed
        self._is_due = False
        self._has_turn = False
        self._failures = 0
        self._shown: int | None = None  # the hash of its page, as far as is known

    @property
    def channel_id(self) -> int:
        """The channel in which an edit counts towards Discord's limits; 0 if it's sent with a click's token."""
        return 0

    async def draw(self) -> Page | None:
        """The page as it should be now, or None if there is nothing left to show."""
        raise NotImplementedError

    async def send(self, page: Page) -> bool:
        """Edits the message to show this page. Raises: what discord.py raises.

        Shape: false if it shows words in place of a picture that wasn't ready in time.
        """
        raise NotImplementedError

    @property
    def is_under_way(self) -> bool:
        """Whether an edit is queued or being sent."""
        return self._tried is not None

    def paint(self, urgency: Urgency = Urgency.BOARD) -> None:
        """Queues an edit, and returns at once. One that's waiting for its turn becomes as urgent as this."""
        if self._painter.has_stopped:
            return
        if not self._is_due or urgency < self.urgency:
            self.urgency = urgency
        self._is_due = True
        if self._tried is not None:
            self._tried.clear()
        else:
            self._tried = self._painter.under_way[self.key] = asyncio.Event()
            task = asyncio.create_task(self._work(self._tried))
            self._painter.tasks.add(task)
            task.add_done_callback(self._painter.tasks.discard)
        self._painter.limiter.hasten(self.key, urgency)

    def shown(self, page: Page, *, is_whole: bool = True) -> None:
        """Notes that the message shows this page, because it was the answer to a click."""
        self._shown = hash(page) if is_whole else UNKNOWN
        if not is_whole:
            self._complete_later(page)

    def forget(self) -> None:
        """Forgets what the message shows, so that the next page is sent even if it is the same."""
        self._shown = None

    async def take_turn(self) -> None:
        """Waits until the next request may be sent. The first one has its turn from before its page was drawn."""
        if not self._has_turn:
            await self._painter.limiter.turn(self.urgency)
        self._has_turn = False

    async def _work(self, tried: asyncio.Event) -> None:
        painter = self._painter
        try:
            while self._is_due:
                await self._wait_for_other()
                await painter.calm()
                if channel_id := self.channel_id:
                    await painter.limiter.turn(self.urgency, channel_id=channel_id, key=self.key)
                self._has_turn, self._is_due = bool(channel_id), False
                try:
                    was_sent = await self._update()
                    self._failures = 0
                except (*PASSING, discord.HTTPException) as error:
                    was_sent = True
                    self._note_failure(error)
                if not self._is_due or self._failures:
                    tried.set()
                if self._failures:
                    await painter.sleep(min(FIRST_WAIT_SECONDS * 2 ** (self._failures - 1), LONGEST_WAIT_SECONDS))
                elif was_sent:
                    await painter.sleep(painter.interval)
        except Exception as error:  # noqa: BLE001 - nothing else would catch it; the next change starts a new task
            log.error("painting stopped: %s", outline(error))
        finally:
            tried.set()
            self._tried = None
            if painter.under_way.get(self.key) is tried:
                del painter.under_way[self.key]

    async def _wait_for_other(self) -> None:
        """Waits until the edit due on the message before this one was sent or has failed, but not for ever."""
        if (tried := self._painter.under_way.get(self._after)) is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await tried.wait()

    async def _update(self) -> bool:
        """Sends the current page, unless the message already shows it. Shape: whether it was sent."""
        page = await self.draw()
        if page is None or self._shown == hash(page):
            return False
        self.forget()
        is_whole = await self.send(page)
        if self._shown is not None:  # by an answer: only Discord knows which of the two came last, so draw once more
            self.forget()
            self._is_due = True
        elif is_whole:
            self._shown = hash(page)
        else:
            self._complete_later(page)
        return True

    def _complete_later(self, page: Page) -> None:
        """Queues an edit for when the page's pictures are drawn, no more urgent than a board: its words are there."""
        self._painter.when_drawn(page, partial(self.paint, max(self.urgency, Urgency.BOARD)))

    def _note_failure(self, error: Exception) -> None:
        """Logs the failure, and has the message edited again if the next try may succeed."""
        self._shown = None
        if may_pass(error):
            self._failures += 1
            self._is_due = True
            log.warning("edit failed, attempt %d: %s", self._failures, outline(error))
        else:
            self._failures = 0
            log.warning("edit refused: %s", outline(error))


def may_pass(error: Exception) -> bool:
    """Whether the same edit may succeed the next time."""
    return isinstance(error, PASSING) or (isinstance(error, discord.HTTPException) and error.status == 429)
