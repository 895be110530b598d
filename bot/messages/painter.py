"""Edits messages behind the scenes: newest wins, one edit in flight per message, at most about one a second.

Whoever changes something only says `paint`; nobody waits. Knows no game and no table.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.logs import outline
from bot.messages.limiter import Limiter
from bot.pages.page import Page

log = logging.getLogger(__name__)

REMEMBERED_MESSAGES = 10_000
"""Of so many messages the painter knows what they show, so as not to send the same page again."""

FIRST_WAIT_SECONDS = 2
"""Before the second try; every further wait is twice as long as the one before it."""

LONGEST_WAIT_SECONDS = 120
"""Between two tries. There is no last one: after the end of a match no change would bring the result to its board."""

PATIENCE_SECONDS = 2
"""For so long a message waits for the one that is to be seen before it."""

REQUESTS_PER_SECOND = 30
"""Discord takes 50 a second from a bot, of which answers to clicks are no part, but calls, emojis and commands are."""

BURST = 10

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError)
"""What may go well the next time, as do the 429s that discord.py no longer waits for."""


class Surface(Protocol):
    """A message that can be drawn on."""

    async def draw(self) -> Page | None:
        """The page as it ought to be now, or None when there is nothing to show any more."""
        ...

    async def send(self, page: Page) -> None:
        """Puts the page on the message."""
        ...


@dataclass(slots=True)
class _Job:
    """One message that is being painted."""

    surface: Surface
    lane: Hashable | None
    is_due: bool = True
    is_sending: bool = False
    was_overtaken: bool = False
    failures: int = 0
    task: asyncio.Task[None] | None = None
    after: Hashable | None = None
    was_tried: asyncio.Event = field(default_factory=asyncio.Event)


class Painter:
    """Keeps messages up to date. Units: `interval` in seconds. Shape: `limiter` is for all lanes together."""

    def __init__(
        self,
        interval: float,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        limiter: Limiter | None = None,
    ) -> None:
        self._interval = interval
        self._limiter = limiter or Limiter(REQUESTS_PER_SECOND, BURST)
        self._sleep = sleep
        self._jobs: dict[Hashable, _Job] = {}
        self._shown: OrderedDict[Hashable, int] = OrderedDict()
        self._lanes: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def paint(
        self, key: Hashable, surface: Surface, *, lane: Hashable | None = None, after: Hashable | None = None
    ) -> None:
        """Has the message drawn anew soon; returns at once. What is due on the message `after` is to be seen before it.

        Messages of one lane, such as a channel with one rate limit for all, are edited one after the other in the order
        in which they were asked for, and drawn only then: nobody's old page goes out before another's new one.
        """
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = _Job(surface, lane)
            job.task = asyncio.create_task(self._work(key, job))
        job.surface = surface
        job.after = after
        job.is_due = True
        job.was_tried.clear()

    def is_painting(self, key: Hashable) -> bool:
        """Whether the message is being drawn, or waits for its turn."""
        return key in self._jobs

    def shown(self, key: Hashable, page: Page) -> None:
        """Somebody else, by answering a click, has put this page on the message."""
        self._remember(key, page)
        job = self._jobs.get(key)
        if job and job.is_sending:
            job.was_overtaken = True  # which of the two edits came last is Discord's secret: draw once more

    def forget(self, key: Hashable) -> None:
        """What the message shows is not known any more."""
        self._shown.pop(key, None)

    async def settle(self, seconds: float) -> None:
        """Waits until nothing is left to paint, but no longer than this."""
        tasks = [job.task for job in self._jobs.values() if job.task]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        for task in tasks:
            task.cancel()

    async def _work(self, key: Hashable, job: _Job) -> None:
        try:
            while job.is_due:
                await self._wait_for(job.after)
                async with self._lane(job.lane):
                    job.is_due = False
                    await self._draw(key, job)
                if job.failures:
                    await self._sleep(min(FIRST_WAIT_SECONDS * 2 ** (job.failures - 1), LONGEST_WAIT_SECONDS))
        except Exception as error:  # noqa: BLE001 - a task has nobody above it; the next change starts a new one
            log.error("painting stopped: %s", outline(error))
        finally:
            job.was_tried.set()
            del self._jobs[key]

    async def _wait_for(self, key: Hashable | None) -> None:
        """Waits until what was due on that message has been sent, or has failed, but not for ever."""
        job = self._jobs.get(key)
        if job is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await job.was_tried.wait()

    def _lane(self, lane: Hashable | None) -> AbstractAsyncContextManager[object]:
        if lane is None:
            return nullcontext()
        lock = self._lanes.get(lane)
        if lock is None:
            lock = self._lanes[lane] = asyncio.Lock()
        return lock

    async def _draw(self, key: Hashable, job: _Job) -> None:
        """Sends the page of this moment. One that does not arrive is due again, but does not hold up its lane."""
        page = await self._page(key, job)
        if page is None:
            job.failures = 0
            _tell(job)
            return
        job.is_sending = True
        try:
            await job.surface.send(page)
        except (*PASSING, discord.HTTPException) as error:
            self.forget(key)
            if _may_pass(error):
                job.failures += 1
                job.is_due = True
                log.warning("edit failed, attempt %d: %s", job.failures, outline(error))
            else:
                job.failures = 0
                log.warning("edit refused: %s", outline(error))
        else:
            self._remember(key, page)
            job.failures = 0
        job.is_sending = False
        if job.was_overtaken:
            job.was_overtaken = False
            job.is_due = True
            self.forget(key)
        _tell(job)
        await self._sleep(self._interval)

    async def _page(self, key: Hashable, job: _Job) -> Page | None:
        """What is to be sent now that its turn has come, or None where the message shows it already."""
        page = await self._drawn(key, job)
        if page is not None and await self._limiter.turn():
            job.is_due = False
            page = await self._drawn(key, job)
        return page

    async def _drawn(self, key: Hashable, job: _Job) -> Page | None:
        page = await job.surface.draw()
        return None if page is None or self._shown.get(key) == hash(page) else page

    async def turn(self) -> None:
        """Waits until one more request may be sent: what it takes to send a page beyond one edit."""
        await self._limiter.turn()

    def _remember(self, key: Hashable, page: Page) -> None:
        self._shown[key] = hash(page)
        self._shown.move_to_end(key)
        if len(self._shown) > REMEMBERED_MESSAGES:
            self._shown.popitem(last=False)


def _tell(job: _Job) -> None:
    """Lets go on whoever waits for this message, unless it was changed once more meanwhile."""
    if not job.is_due or job.failures:
        job.was_tried.set()


def _may_pass(error: Exception) -> bool:
    """Whether the same edit may go well the next time."""
    return isinstance(error, PASSING) or (isinstance(error, discord.HTTPException) and error.status == 429)
