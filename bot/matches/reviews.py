"""Reviews of matches that are over: who may have one, and a queue in which one after the other is made.

What has been found is stored decision by decision, so a restart goes on where it was.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.errors import MatchOver, NotAllowed
from bot.logs import outline
from bot.matches.match import has_old_rules, options_of, replay_of
from bot.store.leases import FAULTS
from bot.store.reviews import ReviewStore, StoredReview
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import closes_at, is_still_played
from bot.tables.table import Table
from bot.workers.pool import WorkerPool
from bot.workers.searches import judge
from games.catalogue import GAMES
from games.core import Move, Seat
from games.review import Decision, Look, Verdict, decisions, latest, next_look


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """Choices of one seat, and its view of the end of the match."""

    decisions: tuple[Decision, ...]
    end: Any


def past_of(table: Table, log: Sequence[Move], seat: Seat, stood_in: Container[int]) -> ReviewedMatch:
    """The past of one seat, without the moves that the computer made in its player's place.

    Raises: whatever the game raises for a log it cannot replay.
    """
    game = GAMES[table.game].game
    chosen = decisions(game, table.capacity, options_of(table), log, seat, without=stood_in)
    return ReviewedMatch(tuple(chosen), replay_of(table, log).view(seat))


log = logging.getLogger(__name__)

MOST_A_DAY = 10
"""Reviews that one person may ask for within a day."""

MOST_WAITING = 50
"""Reviews in the queue: with 30 seconds for each, the last one waits for half an hour or more."""

TRIES = 3
"""How often a look at a decision is tried before it's left out, and how many decisions may be left out in a row."""

LOOK_SECONDS = 60
"""How often to look for reviews that another process has left undone."""

LATEST_SHARE = 1 / 3
"""The weight of the latest review in the average time that a review takes."""

MOST_KEPT = 30
"""Pasts in memory, for those who turn the pages of their review."""

Key = tuple[int, int]
"""A match and a user."""


@dataclass(frozen=True, slots=True)
class Review:
    """How far the review of one seat has come.

    Shape: `verdicts` has the latest on each decision, in their order. `place` is how many reviews come before it, 0 if
    it's being made, None if nobody makes it. `seconds_left` is how long all these and it take, by how long reviews have
    lately taken; None if nobody makes it.
    """

    table: Table
    seat: Seat
    past: ReviewedMatch
    verdicts: tuple[Verdict, ...]
    is_done: bool
    place: int | None = None
    seconds_left: float | None = None


NICENESS = 15
"""Clicks, drawings and computer players come first, but a choice must be judged before it counts as starved.

With both cores of a machine busy, a second of a processor takes 13 s beside computer players, 49 s beside programs of
normal priority; at 19 it would take 34 s and 131 s.
"""

PATIENCE_SECONDS = 180.0
"""How long a look may take: the longest, of 1.35 s, takes 66 s on a busy machine."""


class Reviewer:
    """Judges one choice after the other, in a process that never waits for computer players, nor they for it.

    Units: `seconds` of a processor for the review of a match.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._pool: WorkerPool | None = None

    async def judge(self, game: str, look: Look) -> Verdict:
        """The verdict of this look. Raises: as `WorkerPool.run`."""
        if self._pool is None:
            self._pool = WorkerPool(1, niceness=NICENESS)
        return await self._pool.run(PATIENCE_SECONDS, judge, game, look)

    def rest(self) -> None:
        """Ends the process until there is something to judge again."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None


def reviewer_of(seconds: float) -> Reviewer | None:
    """Judge of decisions; None if there are no seconds for it."""
    return Reviewer(seconds) if seconds else None


class Reviews:
    """Everyone's reviews."""

    def __init__(
        self,
        store: Store,
        reviews: ReviewStore,
        reviewer: Reviewer | None,
        clock: Callable[[], float],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Shape: without a `reviewer`, nobody can ask for a new review."""
        self._store = store
        self._reviews = reviews
        self._reviewer = reviewer
        self._clock = clock
        self._queue: OrderedDict[Key, StoredReview] = OrderedDict()
        self._pasts: OrderedDict[Key, ReviewedMatch] = OrderedDict()
        self._asking = asyncio.Lock()
        self._sleep = sleep
        self._working: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._given_up = set[Key]()
        self._average = reviewer.seconds if reviewer else 0.0  # seconds for a review, with all waits
        self._is_over = False

    async def ask(self, match_id: int, user_id: int) -> Review:
        """The review of a person's seat, as far as it has come; puts it in the queue if it isn't there.

        Raises: MatchOver; NotAllowed if the match can't be reviewed, they didn't play in it, or have asked too often.
        """
        table, seat = await self._table(match_id, user_id)
        past = await self._past(table, seat, user_id)
        async with self._asking:  # of two clicks at once, the second finds what the first has stored
            stored = await self._reviews.find(match_id, user_id)
            if stored is None:
                stored = StoredReview(match_id, seat, user_id, int(self._clock()))
                await self._check_limits(stored)
                if not await self._reviews.begin(stored):
                    raise MatchOver
            if not stored.is_done and self._reviewer:
                self._queue.setdefault((match_id, user_id), stored)
        self._wake()
        return self._seen(table, past, stored)

    async def look(self, match_id: int, user_id: int) -> Review:
        """The review of a person's seat, as far as it has come. Raises: as `ask`; NotAllowed also if there is none."""
        table, seat = await self._table(match_id, user_id)
        stored = await self._reviews.find(match_id, user_id)
        if stored is None:
            raise NotAllowed("There's no review of this match. Press *Review my match* to get one.")
        return self._seen(table, await self._past(table, seat, user_id), stored)

    async def resume(self) -> None:
        """Goes on with every unfinished review, and from now on with those that other processes leave."""
        if self._reviewer:
            await self._take_up()
            self._looking = asyncio.create_task(self._look_again())

    async def stop(self) -> None:
        """Stops the review under way. The next process goes on with it."""
        self._is_over = True
        for task in filter(None, (self._looking, self._working)):
            task.cancel()
            await asyncio.wait({task})

    def forget(self, user_id: int) -> None:
        """Drops a person's reviews from memory: they are no longer on disk."""
        for found in (self._queue, self._pasts):
            for key in [key for key in found if key[1] == user_id]:
                del found[key]

    def _seen(self, table: Table, past: ReviewedMatch, stored: StoredReview) -> Review:
        key = stored.match_id, stored.user_id
        verdicts = sorted(latest(map(Verdict.from_json, stored.verdicts)).values())
        found = Review(table, stored.seat, past, tuple(verdicts), stored.is_done)
        if stored.is_done or key not in self._queue:
            return found
        place = list(self._queue).index(key)
        return replace(found, place=place, seconds_left=self._average * (place + 1))

    async def _table(self, match_id: int, user_id: int) -> tuple[Table, Seat]:
        """The table and the person's seat. Raises: see `ask`."""
        table = await self._store.table(match_id)
        if table is None:
            raise NotAllowed("This match is no longer stored.")
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotAllowed("Only people who played in a match can review it.")
        if table.is_open:
            raise NotAllowed("This match isn't over yet.")
        if is_still_played(table, self._clock()):
            until = f"<t:{closes_at(table.day or 0)}:f>"
            raise NotAllowed("Others can still play this daily until {time}. Ask again after that.", time=until)
        if table.is_lesson or table.phase != "over" or has_old_rules(table):
            raise NotAllowed("Only matches that were played to the end can be reviewed.")
        return table, seat

    async def _past(self, table: Table, seat: Seat, user_id: int) -> ReviewedMatch:
        key = table.id, user_id
        past = self._pasts.get(key)
        if past is None:
            moves, stood_in = await self._store.log(table.id), await self._reviews.stood_in(table.id)
            past = await asyncio.to_thread(past_of, table, moves, seat, stood_in)
        self._pasts[key] = past
        self._pasts.move_to_end(key)
        if len(self._pasts) > MOST_KEPT:
            self._pasts.popitem(last=False)
        return past

    async def _check_limits(self, asked: StoredReview) -> None:
        """Raises: NotAllowed."""
        if self._reviewer is None:
            raise NotAllowed("Reviews are switched off here.")
        lately = await self._reviews.asked_since(asked.user_id, asked.asked_at - DAY_SECONDS)
        if any(key[1] == asked.user_id for key in self._queue):
            raise NotAllowed("You already have a review under way. Ask again when it's done.")
        if len(lately) >= MOST_A_DAY:
            raise NotAllowed("You've asked for {most} reviews today. Try again tomorrow.", most=MOST_A_DAY)
        if len(self._queue) >= MOST_WAITING:
            raise NotAllowed("Too many reviews are waiting at the moment. Try again later.")

    async def _take_up(self) -> None:
        """Queues every unfinished review, except those that this process has given up."""
        for stored in await self._reviews.waiting(self._store.share):
            key = stored.match_id, stored.user_id
            if key not in self._given_up:
                self._queue.setdefault(key, stored)
        self._wake()

    async def _look_again(self) -> None:
        """Takes up, now and then, what was asked of processes that have ended."""
        while True:
            await self._sleep(LOOK_SECONDS)
            try:
                await self._take_up()
            except FAULTS as error:
                log.warning("can't look for unfinished reviews: %s", outline(error))

    def _wake(self) -> None:
        if self._queue and self._working is None and not self._is_over:
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Makes one review after the other until none is left."""
        assert self._reviewer is not None
        try:
            while self._queue:
                key, stored = next(iter(self._queue.items()))
                try:
                    await self._make(self._reviewer, stored)
                except FAULTS as error:
                    log.error("the review of table %d failed: %s", stored.match_id, outline(error))
                except Exception as error:  # noqa: BLE001 - the next review is somebody else's
                    self._given_up.add(key)
                    log.error("the review of table %d failed: %s", stored.match_id, outline(error))
                self._queue.pop(key, None)
        finally:
            self._working = None
            self._reviewer.rest()

    async def _make(self, reviewer: Reviewer, stored: StoredReview) -> None:
        """Judges every decision that hasn't been, and stores each verdict at once."""
        table = await self._store.table(stored.match_id)
        if table is None:
            return
        past = await self._past(table, stored.seat, stored.user_id)
        stakes, decisions, left_out, began_at = GAMES[table.game].stakes, list(past.decisions), 0, self._clock()
        verdicts = [*map(Verdict.from_json, stored.verdicts)]
        while look := next_look(decisions, verdicts, stakes.least, reviewer.seconds):
            verdict = await self._judged(reviewer, table, look)
            left_out = 0 if verdict else left_out + 1
            if left_out >= TRIES:
                self._given_up.add((stored.match_id, stored.user_id))
                log.error("the review of table %d is given up: it can't be made", table.id)
                return
            if verdict is None:
                decisions.remove(look.decision)
                continue
            verdicts.append(verdict)
            stored = replace(stored, verdicts=(*stored.verdicts, verdict.to_json()))
            if not await self._keep(stored):
                return
        await self._keep(replace(stored, is_done=True))
        seconds = max(0.0, self._clock() - began_at)  # the clock may have been set back
        self._average += LATEST_SHARE * (seconds - self._average)

    async def _keep(self, stored: StoredReview) -> bool:
        """Stores what has been found. Shape: False if nobody wants it any more, or another process goes on with it."""
        key = stored.match_id, stored.user_id
        if key not in self._queue or not await self._reviews.save(stored):
            return False
        if key in self._queue:
            self._queue[key] = stored
        return True

    async def _judged(self, reviewer: Reviewer, table: Table, look: Look) -> Verdict | None:
        """The verdict of one look; None if there is none after some tries."""
        for _ in range(TRIES):
            try:
                return await reviewer.judge(table.game, look)
            except Exception as error:  # noqa: BLE001 - a process that died, hung or failed: the next one may not
                log.warning("a decision at table %d was not judged: %s", table.id, outline(error))
        return None
