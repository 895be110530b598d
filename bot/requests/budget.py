"""The queue of all requests that count towards Discord's global rate limit.

Requests are spread evenly over time, and no more of them are in flight than Discord allows in a second
(bot/requests/slots.py). The most urgent is sent first, but less urgent ones always get a small part. Requests that
don't count towards the limit never come here. Knows no route.
"""

import asyncio
import logging
import math
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Literal, Protocol

from bot.requests.purpose import Purpose, Urgency
from bot.requests.slots import Slot, Slots

WINDOW_SECONDS = 600
"""https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans"""

SLOW_FROM = 2_000
"""From this many on, boards are edited slowly, and housekeeping waits."""

STOP_FROM = 5_000
"""From this many on, boards aren't edited either, so that clicks can still be answered."""

INVALID = frozenset({401, 403, 429})

Care = Literal["none", "slow", "stop"]


class Refusals:
    """The refusals of the last ten minutes."""

    def __init__(self) -> None:
        self._times: deque[float] = deque()
        self._care: Care = "none"

    def note(self, status: int, scope: str | None, now: float) -> None:
        """Counts an answer if it's a refusal. Shape: `scope` as a 429 names it; those of shared limits don't count."""
        if status in INVALID and not (status == 429 and scope == "shared"):
            self._times.append(now)

    def count(self, now: float) -> int:
        """How many refusals there were in the last ten minutes."""
        while self._times and self._times[0] <= now - WINDOW_SECONDS:
            self._times.popleft()
        return len(self._times)

    def care(self, now: float) -> Care:
        """How much to hold back. Logs each change once."""
        count = self.count(now)
        care: Care = "stop" if count >= STOP_FROM else "slow" if count >= SLOW_FROM else "none"
        if care != self._care:
            self._care = care
            if care == "none":
                log.info("Discord refuses fewer requests again: boards are edited as usual")
            else:
                doing = "aren't edited" if care == "stop" else "are edited slowly"
                log.error("Discord has refused %d requests in ten minutes: boards %s for a while", count, doing)
        return care


@dataclass(slots=True, eq=False)
class Waiting:
    """A waiting request. Shape: `key` identifies it for `hasten`. Units: `since` on the budget's clock."""

    purpose: Purpose
    since: float
    key: Hashable | None
    turn: asyncio.Future[Slot] = field(repr=False)
    is_out: bool = False

    @property
    def rank(self) -> float:
        """The lowest rank is next: by how long it has waited, and how many people look at its table."""
        return self.since - self.purpose.head_start


class FairQueue:
    """Requests of one urgency. In each round, every community gets one turn, for its request with the lowest rank."""

    def __init__(self) -> None:
        self._round = 0
        self._next_rounds: dict[int, int] = {}
        self._communities: defaultdict[int, list[tuple[float, int, Waiting]]] = defaultdict(list)
        self._turns: list[tuple[int, float, int]] = []  # round, rank and community; outdated entries are skipped
        self._number = 0
        self._gone: set[Waiting] = set()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, waiting: Waiting) -> None:
        """Adds a request."""
        community = waiting.purpose.community_id
        self._number += 1
        self._length += 1
        heappush(self._communities[community], (waiting.rank, self._number, waiting))
        due = max(self._round, self._next_rounds.get(community, 0))
        self._next_rounds[community] = due
        heappush(self._turns, (due, waiting.rank, community))

    def remove(self, waiting: Waiting) -> None:
        """Removes a request, because nobody waits for it any more or it has become more urgent."""
        if waiting.is_out:
            return
        self._gone.add(waiting)
        self._length -= 1
        if not self._length:
            self._clear()

    def pop(self) -> Waiting:
        """Removes and returns the next request. Raises: IndexError if there is none."""
        while True:
            due, _, community = heappop(self._turns)
            requests = self._communities[community]
            if self._next_rounds.get(community) != due or not self._has_more(community):
                continue
            _, _, waiting = heappop(requests)
            waiting.is_out = True
            self._length -= 1
            self._round = due
            self._next_rounds[community] = due + 1
            if self._has_more(community):
                heappush(self._turns, (due + 1, requests[0][0], community))
            if not self._length:
                self._clear()
            return waiting

    def _has_more(self, community: int) -> bool:
        """Whether this community has a waiting request. Forgets removed ones, and communities without any."""
        requests = self._communities[community]
        while requests and requests[0][2] in self._gone:
            self._gone.discard(heappop(requests)[2])
        if not requests:
            del self._communities[community]
        return bool(requests)

    def _clear(self) -> None:
        """Starts again at the first round, since nothing is waiting."""
        self._next_rounds.clear()
        self._communities.clear()
        self._turns.clear()
        self._gone.clear()


log = logging.getLogger(__name__)

DISCORDS_LIMIT = 50
"""Requests a second: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""

SLOTS = 0.96
"""The largest fraction of the limit that is used. The rest is for requests that aiohttp repeats by itself."""

PACE = 0.9
"""The rate at which requests are sent, as a fraction of the limit."""

FOR_ALL = 0.9
"""The fraction of the slots that boards and housekeeping may use. The rest is kept free for what people wait for."""

BURST = 5
"""How many requests can be sent at once after a pause."""

EVERY: Mapping[Urgency, int] = {Urgency.AWAITED: 4, Urgency.BOARD: 4, Urgency.HOUSEKEEPING: 10}
"""Of this many requests at least one is of this urgency, if any are waiting, so that none waits for ever."""

EASE = 0.75
"""The factor by which the rate is lowered after Discord's global limit was reached."""

EASE_SECONDS = 60.0
"""How long it stays lowered."""

SLOW_SECONDS = 1.0
"""The time between two edits of boards while Discord refuses many requests."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancels the call."""
        ...


def later(seconds: float, call: Callable[[], None]) -> Timer:
    """Calls this function after a delay."""
    return asyncio.get_running_loop().call_later(seconds, call)


class Budget:
    """Gives each request its turn.

    Shape: `share` is this process's fraction of the limit. Units: `per_second` requests, of all processes together.
    """

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
        self._queues = {urgency: FairQueue() for urgency in Urgency}
        self._slots = Slots(clock, self._serve)
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
        """How many requests are waiting."""
        return {urgency: len(queue) for urgency, queue in self._queues.items()}

    @property
    def sent(self) -> Mapping[Urgency, int]:
        """How many requests have been given their turn."""
        return dict(self._sent)

    @property
    def waited_seconds(self) -> Mapping[Urgency, float]:
        """How long requests have waited in total. Units: seconds."""
        return dict(self._waited)

    @property
    def stops(self) -> int:
        """How often Discord's global limit has stopped the bot."""
        return self._stops

    @property
    def refused(self) -> int:
        """How many answers of the last ten minutes were 401, 403 or 429."""
        return self._refusals.count(self._clock())

    @property
    def per_second(self) -> float:
        """The highest rate at which requests are sent now."""
        factor, until = self._eased
        return self._limit * PACE * (factor if self._clock() < until else 1.0)

    # What requests do

    async def turn(self, purpose: Purpose, key: Hashable | None = None) -> Slot:
        """Waits for a request's turn, and returns its slot. Shape: `hasten` finds the waiting request by its key."""
        waiting = Waiting(purpose, self._clock(), key, asyncio.get_running_loop().create_future())
        self._queues[purpose.urgency].add(waiting)
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
        """Waits for the turn of a request before its body is made, so that the body is up to date when it's sent.

        Shape: the first request that this task makes inside uses the turn. If there is none, it's given back.
        """
        slot = await self.turn(purpose, key)
        before = _taken.set(slot)
        try:
            yield
        finally:
            _taken.reset(before)
            slot.give_back()

    async def leave(self, purpose: Purpose) -> Slot:
        """Waits until a request of this task may be sent: not at all inside `ahead`, where it already has its turn."""
        slot = _taken.get()
        if slot is None or slot.is_used or slot.is_over:
            slot = await self.turn(purpose)
        slot.use()
        return slot

    def hasten(self, key: Hashable, purpose: Purpose) -> None:
        """Makes a waiting request as urgent as this, if it's less urgent."""
        waiting = self._by_key.get(key)
        if waiting is None or waiting.turn.done() or waiting.purpose.urgency <= purpose.urgency:
            return
        self._queues[waiting.purpose.urgency].remove(waiting)
        waiting.purpose = replace(waiting.purpose, urgency=purpose.urgency)
        self._queues[purpose.urgency].add(waiting)
        self._serve()

    # What answers say

    def answered(self, status: int, scope: str | None = None) -> None:
        """Counts an answer, also of a request outside the limit. Shape: `scope` as a 429 names it."""
        self._refusals.note(status, scope, self._clock())

    def stop_for(self, seconds: float) -> None:
        """Sends nothing for this long, and fewer requests for a while: Discord's global limit was reached."""
        now = self._clock()
        if now >= self._stopped_until:
            factor = self._eased[0] if now < self._eased[1] else 1.0
            self._eased = factor * EASE, now + seconds + EASE_SECONDS
            self._stops += 1
            log.warning("Discord's global limit was reached: nothing is sent for %.1f seconds", seconds)
        self._stopped_until = max(self._stopped_until, now + seconds)

    # Whose turn it is

    def _serve(self) -> None:
        """Gives requests their turns as far as the rate and the slots allow now, and schedules the next call."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while any(self._queues.values()):
            now = self._clock()
            at = max(self._stopped_until, self._next_at)
            if at > now:
                self._timer = self._later(at - now, self._serve)
                return
            urgency = self._next_urgency(now)
            if urgency is None:
                self._wait_for_slot(now)
                return
            self._give_turn(urgency, now)

    def _next_urgency(self, now: float) -> Urgency | None:
        """The most urgent that may be sent, unless a less urgent one was passed over too often. None without a slot."""
        possible = [urgency for urgency, queue in self._queues.items() if queue and self._may_send(urgency, now)]
        late = (urgency for urgency, every in EVERY.items() if self._passed_over[urgency] >= every - 1)
        return next((urgency for urgency in late if urgency in possible), min(possible, default=None))

    def _may_send(self, urgency: Urgency, now: float) -> bool:
        """Whether a slot is free for it, and Discord hasn't refused so many requests that it's held back."""
        factor, until = self._eased
        slots = max(1, int(self._limit * SLOTS * (factor if now < until else 1.0)))
        if urgency < Urgency.BOARD:
            return self._slots.count() < slots
        care = self._refusals.care(now)
        if care == "stop" or (care == "slow" and (urgency > Urgency.BOARD or now < self._boards_at)):
            return False
        return self._slots.count() < max(1, int(slots * FOR_ALL))

    def _wait_for_slot(self, now: float) -> None:
        """Schedules the next call for when a slot may be free. An answer that arrives sooner calls too."""
        free_at = self._slots.next_free_at
        in_a_while = now + SLOW_SECONDS
        at = in_a_while if free_at is None or free_at <= now else min(free_at, in_a_while)
        self._timer = self._later(at - now, self._serve)

    def _give_turn(self, urgency: Urgency, now: float) -> None:
        waiting = self._queues[urgency].pop()
        if waiting.turn.done():  # its task has just been cancelled
            return
        for other in self._passed_over:
            self._passed_over[other] = (
                0 if other is urgency or not self._queues[other] else self._passed_over[other] + 1
            )
        gap = 1 / self.per_second
        self._next_at = max(self._next_at, now - (BURST - 1) * gap) + gap
        if urgency is Urgency.BOARD:
            self._boards_at = now + SLOW_SECONDS
        self._sent[urgency] += 1
        self._waited[urgency] += now - waiting.since
        waiting.turn.set_result(self._slots.take())

    def _drop(self, waiting: Waiting) -> None:
        """Removes a request whose task was cancelled."""
        if waiting.turn.cancelled():
            self._queues[waiting.purpose.urgency].remove(waiting)
        else:
            waiting.turn.result().give_back()


_taken: ContextVar[Slot | None] = ContextVar("taken", default=None)
"""The turn that this task has taken ahead of its request."""
