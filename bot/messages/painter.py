"""Edits messages in the background: the newest page wins, one edit at a time per message, about one a second.

Code that changes something calls `paint` and never waits for the edit. An edit that counts towards Discord's global
limit waits for its turn in the budget, and its page is drawn only then: the more messages want to be edited, the more
changes become one edit. Knows no game and no table.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from types import TracebackType
from typing import Protocol
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.logs import outline
from bot.pages.page import Page
from bot.requests.budget import Budget
from bot.requests.purpose import Purpose, Urgency, sending
from bot.store.leases import FAULTS as STORE_FAULTS

BEHIND_SECONDS: Mapping[Urgency, float] = {
    Urgency.ANSWER: 0,
    Urgency.AWAITED: 0,
    Urgency.BOARD: 5,
    Urgency.HOUSEKEEPING: 60,
}
"""How many seconds a message of this urgency yields to the most urgent ones."""


@dataclass(slots=True, eq=False)
class Place:
    """A message's place in a lane. Shape: `purpose` is called each time, since it may become more urgent."""

    lane: "Lane"
    key: Hashable
    purpose: Callable[[], Purpose]
    since: float = 0
    turn: "asyncio.Future[None] | None" = field(default=None, repr=False)

    async def __aenter__(self) -> None:
        await self.lane.enter(self)

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.lane.leave()

    @property
    def rank(self) -> float:
        """The lowest rank is next. Units: seconds."""
        purpose = self.purpose()
        return self.since + BEHIND_SECONDS[purpose.urgency] - purpose.head_start


class Lane:
    """One message at a time, the most urgent and longest waiting first."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.holder: Hashable | None = None
        """The message whose turn it is."""
        self._clock = clock
        self._waiting: list[Place] = []

    async def enter(self, place: Place) -> None:
        """Waits until it's this message's turn."""
        place.since = self._clock()
        if self.holder is not None:
            place.turn = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place.turn
            except asyncio.CancelledError:
                if place in self._waiting:
                    self._waiting.remove(place)
                else:
                    self.leave()
                raise
        self.holder = place.key

    def leave(self) -> None:
        """Ends a message's turn."""
        self.holder = None
        if self._waiting:
            first = min(self._waiting, key=lambda place: place.rank)
            self._waiting.remove(first)
            self.holder = first.key
            assert first.turn is not None
            if not first.turn.done():
                first.turn.set_result(None)


class EditableMessage(Protocol):
    """A message that the painter can edit."""

    @property
    def counts(self) -> bool:
        """Whether an edit counts towards Discord's global limit: it does, unless it's sent with a click's token."""
        ...

    async def prepare(self, page: Page) -> None:
        """Begins to draw the pictures of this page before the edit's turn comes, and waits for them for a moment."""
        ...

    async def draw(self) -> Page | None:
        """The page as it should be now, or None if there is nothing left to show."""
        ...

    async def send(self, page: Page) -> bool:
        """Edits the message to show this page. Raises: what discord.py raises.

        Shape: false if it shows words in place of a picture that wasn't ready in time.
        """
        ...


log = logging.getLogger(__name__)

REMEMBERED_MESSAGES = 10_000
"""How many messages the painter remembers the page of, so as not to send the same page twice."""

FIRST_WAIT_SECONDS = 2
"""The wait before the second try. Every further wait is twice as long as the one before."""

LONGEST_WAIT_SECONDS = 120
"""The longest wait between tries. They never end: after a match, nothing else would bring its result to the board."""

PATIENCE_SECONDS = 2
"""How long a message waits for the one that must be seen before it."""

A_BOARD = Purpose(Urgency.BOARD)
"""What an edit is for, unless it says otherwise."""

MOST_AHEAD = 500
"""With more edits queued than this, `room` waits."""

PASSING = (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, *STORE_FAULTS)
"""Errors that may go away, including the 429s that discord.py gives up on."""


WhenDrawn = Callable[[Page, Callable[[], None]], None]
"""Calls a function once all pictures of a page are drawn."""


async def at_once() -> None:
    """Returns at once."""


def never(_page: Page, _then: Callable[[], None]) -> None:
    """Calls nothing: no page has pictures."""


@dataclass(slots=True)
class _Job:
    """A message waiting to be edited. Shape: `lane`, `purpose` and `after` as in `Painter.paint`."""

    surface: EditableMessage
    lane: Hashable | None
    purpose: Purpose
    is_due: bool = True
    is_sending: bool = False
    was_overtaken: bool = False
    failures: int = 0
    task: asyncio.Task[None] | None = None
    after: Hashable | None = None
    was_tried: asyncio.Event = field(default_factory=asyncio.Event)


class Painter:
    """Keeps messages up to date. Units: `interval` in seconds. Shape: all lanes share the `budget`."""

    def __init__(
        self,
        interval: float,
        budget: Budget | None = None,
        *,
        calm: Callable[[], Awaitable[None]] = at_once,
        when_drawn: WhenDrawn = never,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Shape: `calm` waits while clicks are queued."""
        self._interval = interval
        self._budget = budget or Budget()
        self._calm = calm
        self._when_drawn = when_drawn
        self._sleep = sleep
        self._clock = clock
        self._jobs: dict[Hashable, _Job] = {}
        self._shown: OrderedDict[Hashable, int] = OrderedDict()
        self._lanes: WeakValueDictionary[Hashable, Lane] = WeakValueDictionary()

    def paint(
        self,
        key: Hashable,
        surface: EditableMessage,
        *,
        lane: Hashable | None = None,
        after: Hashable | None = None,
        purpose: Purpose = A_BOARD,
    ) -> None:
        """Queues an edit of the message, and returns at once. The message `after` is edited first if it has one due.

        Messages of one lane, such as a channel with a shared rate limit, are edited one after the other. A page is
        drawn only when its turn comes, so that no outdated page goes out. An edit that's already waiting becomes as
        urgent as the `purpose` of the latest change, and so does one that this one waits for.
        """
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = _Job(surface, lane, purpose)
            job.task = asyncio.create_task(self._work(key, job))
        elif not job.is_due or purpose.urgency <= job.purpose.urgency:
            job.purpose = purpose
        job.surface = surface
        job.after = after
        job.is_due = True
        job.was_tried.clear()
        self._budget.hasten(key, job.purpose)
        if (held := self._lanes.get(lane)) is not None:
            self._budget.hasten(held.holder, job.purpose)

    @property
    def waiting(self) -> int:
        """How many messages have an edit queued or under way."""
        return len(self._jobs)

    def is_painting(self, key: Hashable) -> bool:
        """Whether an edit of the message is queued or under way."""
        return key in self._jobs

    async def room(self) -> None:
        """Waits until only a few edits are queued or under way. For work that would queue thousands of them."""
        while len(tasks := self._tasks) >= MOST_AHEAD:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)

    def shown(self, key: Hashable, page: Page) -> None:
        """Notes that the message shows this page, because it was the answer to a click."""
        self._remember(key, page)
        job = self._jobs.get(key)
        if job and job.is_sending:
            job.was_overtaken = True  # only Discord knows which of the two edits came last, so draw once more

    def complete(self, key: Hashable, page: Page, paint: Callable[[], None]) -> None:
        """Has a message painted again once its page's pictures are drawn, unless it shows another page by then."""

        def paint_again() -> None:
            if self._is_showing(key, page):
                self.forget(key)
                paint()

        self._when_drawn(page, paint_again)

    def forget(self, key: Hashable) -> None:
        """Forgets what the message shows, so that the next page is sent even if it is the same."""
        self._shown.pop(key, None)

    async def settle(self, seconds: float) -> None:
        """Waits until every edit is done, for at most this long, and drops the rest, and what was queued meanwhile."""
        if tasks := self._tasks:
            await asyncio.wait(tasks, timeout=seconds)
        if left := self._tasks:
            for task in left:
                task.cancel()
            await asyncio.wait(left)

    @property
    def _tasks(self) -> set[asyncio.Task[None]]:
        return {job.task for job in self._jobs.values() if job.task}

    async def _work(self, key: Hashable, job: _Job) -> None:
        try:
            while job.is_due:
                await self._wait_for(job.after)
                await self._calm()
                async with self._lane(key, job):
                    job.is_due = False
                    try:
                        await self._draw(key, job)
                    except PASSING as error:  # it couldn't be drawn: the database is out of reach
                        self._note_failure(key, job, error)
                        _release_waiters(job)
                if job.failures:
                    await self._sleep(min(FIRST_WAIT_SECONDS * 2 ** (job.failures - 1), LONGEST_WAIT_SECONDS))
        except Exception as error:  # noqa: BLE001 - nothing else would catch it; the next change starts a new task
            log.error("painting stopped: %s", outline(error))
        finally:
            job.was_tried.set()
            del self._jobs[key]

    async def _wait_for(self, key: Hashable | None) -> None:
        """Waits until the edit due on that message was sent or has failed, but not for ever."""
        job = self._jobs.get(key)
        if job is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await job.was_tried.wait()

    def _lane(self, key: Hashable, job: _Job) -> AbstractAsyncContextManager[object]:
        if job.lane is None:
            return nullcontext()
        lane = self._lanes.get(job.lane)
        if lane is None:
            lane = self._lanes[job.lane] = Lane(self._clock)
        return Place(lane, key, lambda: job.purpose)

    async def _draw(self, key: Hashable, job: _Job) -> None:
        """Sends the current page. If that fails, the page is due again, but does not hold up its lane."""
        page = await self._page(key, job)
        if page is not None and not job.surface.counts:
            await self._send(key, job, page)
        elif page is not None:
            with sending(job.purpose):
                await job.surface.prepare(page)
            async with self._budget.ahead(job.purpose, key):
                job.is_due = False
                page = await self._page(key, job)
                if page is not None:
                    await self._send(key, job, page)
        if page is None:
            job.failures = 0
        _release_waiters(job)
        if page is not None:
            await self._sleep(self._interval)

    async def _send(self, key: Hashable, job: _Job, page: Page) -> None:
        """Sends this page, and handles its failure."""
        job.is_sending = True
        try:
            with sending(job.purpose):
                is_whole = await job.surface.send(page)
        except (*PASSING, discord.HTTPException) as error:
            self._note_failure(key, job, error)
        else:
            self._remember(key, page)
            job.failures = 0
            if not is_whole:
                self._complete_later(key, job, page)
        job.is_sending = False
        if job.was_overtaken:
            job.was_overtaken = False
            job.is_due = True
            self.forget(key)

    def _note_failure(self, key: Hashable, job: _Job, error: Exception) -> None:
        """Logs the failure, and has the message edited again if the next try may succeed."""
        self.forget(key)
        if _may_pass(error):
            job.failures += 1
            job.is_due = True
            log.warning("edit failed, attempt %d: %s", job.failures, outline(error))
        else:
            job.failures = 0
            log.warning("edit refused: %s", outline(error))

    def _complete_later(self, key: Hashable, job: _Job, page: Page) -> None:
        """Has the pictures follow that weren't ready. They're never more urgent than a board: the words are there."""
        purpose = replace(job.purpose, urgency=max(job.purpose.urgency, Urgency.BOARD))
        with sending(purpose):
            self.complete(
                key, page, partial(self.paint, key, job.surface, lane=job.lane, after=job.after, purpose=purpose)
            )

    async def _page(self, key: Hashable, job: _Job) -> Page | None:
        """The page to send, or None if the message already shows it."""
        page = await job.surface.draw()
        return None if page is None or self._is_showing(key, page) else page

    def _is_showing(self, key: Hashable, page: Page) -> bool:
        """Whether the message shows this page, as far as is known."""
        return self._shown.get(key) == hash(page)

    def _remember(self, key: Hashable, page: Page) -> None:
        self._shown[key] = hash(page)
        self._shown.move_to_end(key)
        if len(self._shown) > REMEMBERED_MESSAGES:
            self._shown.popitem(last=False)


def _release_waiters(job: _Job) -> None:
    """Releases the messages that wait for this one, unless it has changed again; after a failure, in any case."""
    if not job.is_due or job.failures:
        job.was_tried.set()


def _may_pass(error: Exception) -> bool:
    """Whether the same edit may succeed the next time."""
    return isinstance(error, PASSING) or (isinstance(error, discord.HTTPException) and error.status == 429)
