"""The schedule of all requests that count towards Discord's global limit: whose turn it is, and when.

A request waits for its turn; turns keep an even distance, and never give away more places than Discord's limit has
(bot/requests/lease.py). The most urgent request is next, but the others get a small part in any case. Requests that
don't count towards the limit never come here. Knows no route.
"""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Protocol

from bot.requests.lease import Lease, Places
from bot.requests.line import Line, Waiting
from bot.requests.purpose import Purpose, Urgency
from bot.requests.refusals import Refusals

log = logging.getLogger(__name__)

DISCORDS_LIMIT = 50
"""Requests a second: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""

PLACES = 0.96
"""The part of the limit that is used at most. The rest is for what aiohttp sends again by itself."""

PACE = 0.9
"""The part of the limit at which turns follow each other."""

FOR_ALL = 0.9
"""The part of the places that boards and housekeeping may take. The rest is always free for what people wait for."""

BURST = 5
"""How many turns can follow each other at once after a rest."""

EVERY: Mapping[Urgency, int] = {Urgency.BOARD: 4, Urgency.HOUSEKEEPING: 10}
"""While requests of this urgency wait, at least one turn in so many is theirs, so that none waits for ever."""

EASE = 0.75
"""The part of its pace that the bot keeps after Discord's global limit has stopped it."""

EASE_SECONDS = 60.0
"""How long it then stays slower."""

SLOW_SECONDS = 1.0
"""The distance between the turns of boards while Discord refuses many requests."""


class Timer(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Makes it never be made."""
        ...


def later(seconds: float, call: Callable[[], None]) -> Timer:
    """Calls this function after so many seconds."""
    return asyncio.get_running_loop().call_later(seconds, call)


class Budget:
    """Gives each request its turn. Units: `per_second` requests for all processes; `share` is this process's part."""

    def __init__(
        self,
        per_second: float = DISCORDS_LIMIT,
        *,
        share: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], Timer] = later,
    ) -> None:
        self._limit = per_second * share
        self._clock = clock
        self._later = later
        self._lines = {urgency: Line() for urgency in Urgency}
        self._places = Places(clock, self._serve)
        self._refusals = Refusals()
        self._by_key: dict[Hashable, Waiting] = {}
        self._passed_over = dict.fromkeys(EVERY, 0)
        self._next_at = self._boards_at = self._stopped_until = -math.inf
        self._eased: tuple[float, float] = (1.0, -math.inf)
        self._timer: Timer | None = None
        self._sent = dict.fromkeys(Urgency, 0)
        self._waited = dict.fromkeys(Urgency, 0.0)
        self._stops = 0

    # What may be read of it

    @property
    def waiting(self) -> Mapping[Urgency, int]:
        """How many requests wait for their turn now."""
        return {urgency: len(line) for urgency, line in self._lines.items()}

    @property
    def sent(self) -> Mapping[Urgency, int]:
        """How many turns there have been."""
        return dict(self._sent)

    @property
    def waited_seconds(self) -> Mapping[Urgency, float]:
        """How long requests have waited for their turns, added up."""
        return dict(self._waited)

    @property
    def stops(self) -> int:
        """How often Discord's global limit has stopped the bot."""
        return self._stops

    @property
    def refused(self) -> int:
        """How many answers of the last ten minutes Discord calls invalid."""
        return self._refusals.count(self._clock())

    @property
    def per_second(self) -> float:
        """How many turns there are a second, if that many requests wait."""
        factor, until = self._eased
        return self._limit * PACE * (factor if self._clock() < until else 1.0)

    # What requests do

    async def turn(self, purpose: Purpose, key: Hashable | None = None) -> Lease:
        """Waits for a request's turn. Shape: while it waits, `hasten` can make it more urgent by its key."""
        waiting = Waiting(purpose, self._clock(), key, asyncio.get_running_loop().create_future())
        self._lines[purpose.urgency].add(waiting)
        if key is not None:
            self._by_key[key] = waiting
        self._serve()
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            self._drop(waiting)
            raise
        finally:
            if self._by_key.get(key) is waiting:
                del self._by_key[key]

    @asynccontextmanager
    async def ahead(self, purpose: Purpose, key: Hashable | None = None) -> AsyncIterator[None]:
        """Waits for the turn of a request that is made inside, so that it can be written when its turn has come.

        Shape: the first request of this task has it. If it makes none, the turn goes to others.
        """
        lease = await self.turn(purpose, key)
        before = _taken.set(lease)
        try:
            yield
        finally:
            _taken.reset(before)
            lease.give_back()

    async def leave(self, purpose: Purpose) -> Lease:
        """Waits until a request of this task may leave, unless its turn was taken before it was written."""
        lease = _taken.get()
        if lease is None or lease.is_used or lease.is_over:
            lease = await self.turn(purpose)
        lease.use()
        return lease

    def hasten(self, key: Hashable, purpose: Purpose) -> None:
        """Makes a waiting request as urgent as this, if it is less so."""
        waiting = self._by_key.get(key)
        if waiting is None or waiting.turn.done() or waiting.purpose.urgency <= purpose.urgency:
            return
        self._lines[waiting.purpose.urgency].remove(waiting)
        waiting.purpose = replace(waiting.purpose, urgency=purpose.urgency)
        self._lines[purpose.urgency].add(waiting)
        self._serve()

    # What answers say

    def answered(self, status: int, scope: str | None = None) -> None:
        """Notes the status of an answer, also of a request that doesn't count. Shape: `scope` of a 429."""
        self._refusals.note(status, scope, self._clock())

    def stop_for(self, seconds: float) -> None:
        """Sends nothing for this long, and less for a while: Discord's global limit was reached."""
        now = self._clock()
        if now >= self._stopped_until:
            factor = self._eased[0] if now < self._eased[1] else 1.0
            self._eased = factor * EASE, now + seconds + EASE_SECONDS
            self._stops += 1
            log.warning("Discord's global limit was reached: nothing is sent for %.1f seconds", seconds)
        self._stopped_until = max(self._stopped_until, now + seconds)

    # Whose turn it is

    def _serve(self) -> None:
        """Gives everyone their turn whose turn it is now, and comes back when it's the next one's."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while any(self._lines.values()):
            now = self._clock()
            at = max(self._stopped_until, self._next_at)
            if at > now:
                self._timer = self._later(at - now, self._serve)
                return
            urgency = self._next_urgency(now)
            if urgency is None:
                self._wait_for_place(now)
                return
            self._give_turn(urgency, now)

    def _next_urgency(self, now: float) -> Urgency | None:
        """Whose turn it is: the most urgent, unless others were passed over for too long. None if there's no place."""
        possible = [urgency for urgency, line in self._lines.items() if line and self._may_send(urgency, now)]
        late = (urgency for urgency, every in EVERY.items() if self._passed_over[urgency] >= every - 1)
        return next((urgency for urgency in late if urgency in possible), min(possible, default=None))

    def _may_send(self, urgency: Urgency, now: float) -> bool:
        """Whether a place is free for it, and Discord refuses too few requests to hold it back."""
        factor, until = self._eased
        places = max(1, int(self._limit * PLACES * (factor if now < until else 1.0)))
        if urgency < Urgency.BOARD:
            return self._places.count() < places
        care = self._refusals.care(now)
        if care == "stop" or (care == "slow" and (urgency > Urgency.BOARD or now < self._boards_at)):
            return False
        return self._places.count() < max(1, int(places * FOR_ALL))

    def _wait_for_place(self, now: float) -> None:
        """Comes back when a place may be free. An answer that comes sooner calls too."""
        free_at = self._places.next_free_at
        in_a_while = now + SLOW_SECONDS
        at = in_a_while if free_at is None or free_at <= now else min(free_at, in_a_while)
        self._timer = self._later(at - now, self._serve)

    def _give_turn(self, urgency: Urgency, now: float) -> None:
        waiting = self._lines[urgency].pop()
        if waiting.turn.done():  # its task was cancelled, and has not noticed yet
            return
        for other in self._passed_over:
            self._passed_over[other] = 0 if other is urgency or not self._lines[other] else self._passed_over[other] + 1
        gap = 1 / self.per_second
        self._next_at = max(self._next_at, now - (BURST - 1) * gap) + gap
        if urgency is Urgency.BOARD:
            self._boards_at = now + SLOW_SECONDS
        self._sent[urgency] += 1
        self._waited[urgency] += now - waiting.since
        waiting.turn.set_result(self._places.take())

    def _drop(self, waiting: Waiting) -> None:
        """Gives up a request whose task was cancelled."""
        if waiting.turn.cancelled():
            self._lines[waiting.purpose.urgency].remove(waiting)
        else:
            waiting.turn.result().give_back()


_taken: ContextVar[Lease | None] = ContextVar("taken", default=None)
"""The turn that this task has taken ahead of its request."""
