"""Spreads the requests that the bot makes as itself, so that they stay below Discord's global rate limit.

Boards, pings, emojis and commands wait for their turn here. Requests with an interaction's token don't count towards
the limit and never wait. Nor do the few that answer a click or connect the bot: a fifth of the limit is left to them,
and the turns after them come later.
discord.py waits for the limits of single routes and channels.
"""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import IntEnum
from heapq import heappop, heappush
from types import SimpleNamespace
from typing import Protocol

import aiohttp
import discord
import yarl

log = logging.getLogger(__name__)

DISCORDS_LIMIT = 50
"""Requests a second: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""

USED = 0.8
"""The part of the limit that is given out in turns."""

BURST_SECONDS = 0.1
"""After a pause, as many requests can be sent at once as otherwise in this time, and one more."""

SLOWER = 0.5
"""The factor by which the rate falls after Discord's global limit was reached."""

SLOWER_SECONDS = 60.0
"""How long the rate stays lower."""

FIRST_STOP_SECONDS = 1.0
"""The pause after a global 429 without `Retry-After`."""

LONGEST_STOP_SECONDS = 600.0
"""The longest pause after a global 429, whatever Discord asks for."""

INVALID = frozenset({401, 403, 429})
"""Statuses that count towards Discord's ban of an address, at 10,000 in ten minutes.

https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
"""

WINDOW_SECONDS = 600.0
"""The period in which Discord counts them."""

MANY_INVALID = 5_000
"""From this many on, the rate falls so far that the rest is left to clicks."""

CAREFUL_RATE = 5.0
"""The requests a second then: 3,000 in ten minutes, even if Discord refuses all of them."""


class Urgency(IntEnum):
    """How urgent a request is, the most urgent first."""

    AWAITED = 0
    """People wait for what it shows: their turn, the result of a round, a ping, a new table."""
    BOARD = 1
    """A board shows what has happened."""
    HOUSEKEEPING = 2
    """Nobody waits for it: emojis, commands, deletions, boards redrawn as they were."""


UNCOUNTED = ("/interactions/", "/webhooks/")
"""Routes with an interaction's token, which don't count towards the global limit.

https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
"""

HAS_TURN: ContextVar[bool] = ContextVar("has_turn", default=False)
"""Whether this task has had a turn for its next request."""

BEHIND_SECONDS: Mapping[Urgency, float] = {Urgency.AWAITED: 0, Urgency.BOARD: 5, Urgency.HOUSEKEEPING: 60}
"""By how many seconds a request yields to the most urgent ones. After that it goes first, so none waits for ever."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancels the call."""
        ...


def later(seconds: float, call: Callable[[], None]) -> Timer:
    """Calls this function after a delay."""
    return asyncio.get_running_loop().call_later(seconds, call)


@dataclass(order=True, frozen=True, slots=True)
class _Waiting:
    """A request in the queue. Shape: the lowest rank is next; `number` decides between equals."""

    rank: float
    number: int
    urgency: Urgency = field(compare=False)
    asked_at: float = field(compare=False)
    channel_id: int = field(compare=False)
    turn: "asyncio.Future[None]" = field(compare=False)


class Limiter:
    """A token bucket whose tokens go to the most urgent and longest waiting request.

    Units: `per_second` is Discord's limit for all processes together, and `share` this one's part of it. Two turns of
    one channel are at least `channel_seconds` apart.
    """

    def __init__(
        self,
        per_second: float = DISCORDS_LIMIT,
        *,
        share: float = 1.0,
        channel_seconds: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], Timer] = later,
    ) -> None:
        self._rate = per_second * USED * share
        self._channel_seconds = channel_seconds
        self._clock = clock
        self._later = later
        self._queue: list[_Waiting] = []
        self._by_key: dict[Hashable, _Waiting] = {}
        self._number = 0
        self._timer: Timer | None = None
        self._next_at = self._slower_until = 0.0
        self._channels: dict[int, float] = {}
        """From when on a channel may have its next turn."""
        self._invalid: deque[float] = deque()
        self.waiting: Counter[Urgency] = Counter(dict.fromkeys(Urgency, 0))
        """How many requests are waiting."""
        self.sent: Counter[Urgency] = Counter(dict.fromkeys(Urgency, 0))
        """How many requests have had their turn."""
        self.waited_seconds: dict[Urgency, float] = dict.fromkeys(Urgency, 0.0)
        """How long those waited in all."""
        self.stops = 0
        """How often Discord's global limit has stopped the bot."""

    @property
    def per_second(self) -> float:
        """The rate at which turns are given now."""
        if self.refused >= MANY_INVALID:
            return min(self._rate, CAREFUL_RATE)
        return self._rate * (SLOWER if self._clock() < self._slower_until else 1.0)

    @property
    def refused(self) -> int:
        """How many answers of the last ten minutes were 401, 403 or 429."""
        while self._invalid and self._invalid[0] <= self._clock() - WINDOW_SECONDS:
            self._invalid.popleft()
        return len(self._invalid)

    async def turn(self, urgency: Urgency, *, channel_id: int = 0, key: Hashable | None = None) -> None:
        """Waits until a request may be sent. Shape: `hasten` finds the waiting request by its key."""
        now, turn = self._clock(), asyncio.get_running_loop().create_future()
        self._number += 1
        waiting = _Waiting(now + BEHIND_SECONDS[urgency], self._number, urgency, now, channel_id, turn)
        heappush(self._queue, waiting)
        self.waiting[urgency] += 1
        if key is not None:
            self._by_key[key] = waiting
        self._serve()
        try:
            await turn
            HAS_TURN.set(True)
            self.sent[urgency] += 1
            self.waited_seconds[urgency] += self._clock() - now
        finally:
            self.waiting[urgency] -= 1
            if key is not None:
                self._by_key.pop(key, None)

    def hasten(self, key: Hashable, urgency: Urgency) -> None:
        """Makes a waiting request as urgent as this, if it's less urgent."""
        waiting = self._by_key.get(key)
        if waiting is not None and urgency < waiting.urgency:
            rank = waiting.asked_at + BEHIND_SECONDS[urgency]
            self._by_key[key] = hastened = replace(waiting, rank=rank, urgency=urgency)
            heappush(self._queue, hastened)  # the old entry is skipped, since its turn has come by then

    def begin(self, url: yarl.URL) -> None:
        """Notes that a request is sent. One that counts and has had no turn is taken from the turns of others."""
        path, base = url.path, yarl.URL(discord.http.Route.BASE).path
        if not path.startswith(f"{base}/") or path.removeprefix(base).startswith(UNCOUNTED):
            return
        if not HAS_TURN.get():
            self._next_at = max(self._next_at, self._clock() - BURST_SECONDS) + 1 / self.per_second
        HAS_TURN.set(False)

    def note(self, response: aiohttp.ClientResponse) -> None:
        """Counts an answer of Discord if it's a refusal. After a global 429, stops for a moment and then slows down.

        Shape: without `Via`, a 429 comes from Discord's proxy and concerns the whole address.
        """
        status, headers, now = response.status, response.headers, self._clock()
        scope = headers.get("X-RateLimit-Scope")
        if status in INVALID and not (status == 429 and scope == "shared"):
            self._invalid.append(now)
            if self.refused == MANY_INVALID:
                log.error("Discord has refused %d requests in ten minutes: few are sent for a while", MANY_INVALID)
        if status == 429 and (scope == "global" or "X-RateLimit-Global" in headers or "Via" not in headers):
            seconds = FIRST_STOP_SECONDS
            with suppress(ValueError):
                seconds = min(float(headers.get("Retry-After", "")), LONGEST_STOP_SECONDS)
            if self._next_at <= now + 1 / self.per_second:  # else another answer has said so already
                self.stops += 1
                log.warning("Discord's global limit was reached: nothing is sent for %.1f seconds", seconds)
            self._next_at = max(self._next_at, now + seconds)
            self._slower_until = self._next_at + SLOWER_SECONDS

    def _serve(self) -> None:
        """Gives turns as far as the rate and the channels allow. If any requests are left, looks again after a gap."""
        if self._timer:
            self._timer.cancel()
        now, gap, held = self._clock(), 1 / self.per_second, list[_Waiting]()
        self._next_at = max(self._next_at, now - BURST_SECONDS)
        while self._queue and self._next_at <= now:
            first = heappop(self._queue)
            if first.turn.done():  # hastened, or its task was cancelled
                continue
            if self._channels.get(first.channel_id, 0.0) > now:
                held.append(first)
                continue
            self._next_at += gap
            if first.channel_id:
                self._channels[first.channel_id] = now + self._channel_seconds
            first.turn.set_result(None)
        for waiting in held:
            heappush(self._queue, waiting)
        self._channels = {channel_id: at for channel_id, at in self._channels.items() if at > now}
        self._timer = self._later(max(gap, self._next_at - now), self._serve) if self._queue else None


def traced(limiter: Limiter) -> aiohttp.TraceConfig:
    """A trace for discord.py's option `http_trace`: it tells the limiter of each request, and what Discord answers."""

    async def start(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        limiter.begin(request.url)

    async def end(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        limiter.note(request.response)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    return trace
