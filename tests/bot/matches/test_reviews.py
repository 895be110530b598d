"""Reviews are made one after the other, stored decision by decision, and only for those who sat at the match.

Whatever goes wrong meanwhile costs at most the decision under way, also while a process hands over to another or dies.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.matches.reviews
from bot.errors import MatchOver, NotAllowed
from bot.matches.intents import Matches
from bot.matches.privacy import Forgetting
from bot.matches.reviews import (
    NICENESS,
    PATIENCE_SECONDS,
    TRIES,
    Review,
    ReviewedMatch,
    Reviewer,
    Reviews,
)
from bot.share import EVERYTHING, Share, shard_of
from bot.store.retention import RetentionStore
from bot.store.reviews import ReviewStore, StoredReview
from bot.store.schema import matches as match_rows
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import GRACE_SECONDS, day_of
from bot.tables.table import Table
from bot.workers.pool import WorkerPool
from games.core import Seat
from localcord.people import PATIENCE_SECONDS as LONGEST
from tests.bot.finished import finished
from tests.bot.judging import Judge, done, idle, some_judged, verdict_on
from tests.bot.matches.away import nobody_here, seat_of
from tests.bot.people import ANA, BEN, CLEO, HERE, begun, play_out, to_act
from tests.clock import Clock

STRANGER = 99


def numbers(review: Review) -> tuple[list[int], list[int]]:
    """The decisions that were judged, and all."""
    return [one.number for one in review.verdicts], [one.number for one in review.past.decisions]


async def test_each_decision_is_judged_once(reviews: Reviews, ended: Table, judge: Judge, engine: AsyncEngine) -> None:
    asked = await reviews.ask(ended.id, ANA.user_id)
    assert (asked.place, asked.is_done) == (0, False)
    review = await done(reviews, ended)

    assert (review.place, review.is_done, review.seat) == (None, True, ended.seat_of(ANA.user_id))
    judged, decisions = numbers(review)
    assert len(decisions) > 3
    assert judged == decisions == judge.judged
    stored = await ReviewStore(engine).find(ended.id, ANA.user_id)
    assert stored
    assert stored.is_done
    assert judge.rests == 1

    assert await reviews.ask(ended.id, ANA.user_id) == review
    assert judge.judged == judged


async def test_each_waits_for_those_before_and_two_clicks_are_one(reviews: Reviews, ended: Table, judge: Judge) -> None:
    judge.go_on.clear()
    asked = await asyncio.gather(*(reviews.ask(ended.id, ANA.user_id) for _ in range(2)))
    asked += [await reviews.ask(ended.id, one.user_id) for one in (BEN, CLEO)]
    assert [one.place for one in asked] == [0, 0, 1, 2]
    judge.go_on.set()
    assert (await done(reviews, ended, CLEO)).is_done
    assert judge.rests == 1


async def test_the_queue_is_limited_and_a_person_has_one_review_at_a_time_and_few_a_day(
    reviews: Reviews, ended: Table, store: Store, *, judge: Judge, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.matches.reviews, "MOST_A_DAY", 1)
    monkeypatch.setattr(bot.matches.reviews, "MOST_WAITING", 1)
    monkeypatch.setattr(bot.matches.reviews, "MOST_KEPT", 1)
    second = await finished(store, ANA, BEN)
    judge.go_on.clear()
    await reviews.ask(ended.id, ANA.user_id)
    with pytest.raises(NotAllowed, match="already have a review"):
        await reviews.ask(second.id, ANA.user_id)
    with pytest.raises(NotAllowed, match="Too many"):
        await reviews.ask(ended.id, BEN.user_id)

    judge.go_on.set()
    await done(reviews, ended)
    with pytest.raises(NotAllowed, match="1 reviews today"):
        await reviews.ask(second.id, ANA.user_id)
    assert (await reviews.ask(ended.id, ANA.user_id)).is_done
    clock.now += DAY_SECONDS + 1
    assert (await reviews.ask(second.id, ANA.user_id)).place == 0
    assert len(reviews._pasts) == 1


async def test_only_who_sat_there_gets_a_review(reviews: Reviews, ended: Table) -> None:
    for look in reviews.ask, reviews.look:
        with pytest.raises(NotAllowed, match="who played"):
            await look(ended.id, STRANGER)
    with pytest.raises(NotAllowed, match="no longer stored"):
        await reviews.ask(4711, ANA.user_id)
    with pytest.raises(NotAllowed, match="no review"):
        await reviews.look(ended.id, ANA.user_id)


REFUSED: tuple[tuple[dict[str, object], str], ...] = (
    ({"phase": "playing"}, "isn't over yet"),
    ({"phase": "settled"}, "can be reviewed"),
    ({"is_lesson": True}, "can be reviewed"),
    ({"rules_version": 0}, "can be reviewed"),
    ({"day": day_of(int(Clock().now))}, "can still play"),
)


@pytest.mark.parametrize(("facts", "reason"), REFUSED, ids=str)
async def test_only_matches_that_were_played_out_and_that_nobody_can_play_any_more_are_reviewed(
    reviews: Reviews, ended: Table, engine: AsyncEngine, *, clock: Clock, facts: dict[str, object], reason: str
) -> None:
    async with engine.begin() as db:
        await db.execute(update(match_rows).values(facts))
    with pytest.raises(NotAllowed, match=reason):
        await reviews.ask(ended.id, ANA.user_id)
    clock.now += DAY_SECONDS + GRACE_SECONDS
    if "day" in facts:
        assert (await reviews.ask(ended.id, ANA.user_id)).place == 0


async def test_without_a_reviewer_none_is_made(
    reviews: Reviews, ended: Table, engine: AsyncEngine, clock: Clock
) -> None:
    off = Reviews(Store(engine), ReviewStore(engine), None, clock)
    with pytest.raises(NotAllowed, match="switched off"):
        await off.ask(ended.id, ANA.user_id)
    await reviews.ask(ended.id, ANA.user_id)
    await done(reviews, ended)
    await off.resume()
    assert (await off.ask(ended.id, ANA.user_id)).is_done


async def test_moves_of_a_stand_in_are_not_reviewed(matches: Matches, reviews: Reviews, clock: Clock) -> None:
    match = await begun(matches, BEN)
    person = to_act(match)
    match = await nobody_here(matches, match, clock)
    await matches.seats.quit(match.table.id, person.user_id)
    other = next(one for one in (ANA, BEN) if one != person)
    match = await play_out(matches, await matches.seats.come_back(match.table.id, other.user_id))
    for one in (person, other):
        await reviews.ask(match.table.id, one.user_id)

    assert not (await done(reviews, match.table, person)).past.decisions
    own = (await done(reviews, match.table, other)).past.decisions
    moves = [move.seat for move in await matches.store.log(match.table.id)]
    assert 0 < len(own) < moves.count(seat_of(match, other))


async def test_what_is_undecided_is_judged_again_and_the_latest_verdict_counts(
    reviews: Reviews, ended: Table, judge: Judge
) -> None:
    judge.go_on.clear()
    first, *_, last = (await reviews.ask(ended.id, ANA.user_id)).past.decisions
    judge.unsure = {first.number}
    judge.go_on.set()
    review = await done(reviews, ended)

    assert judge.judged[-2:] == [last.number, first.number]
    assert review.verdicts[0] == verdict_on(first)
    assert numbers(review)[0] == numbers(review)[1]


async def test_how_long_it_takes_is_estimated(reviews: Reviews, ended: Table, judge: Judge, clock: Clock) -> None:
    judge.clock, judge.look_seconds = clock, 10
    judge.go_on.clear()
    await reviews.ask(ended.id, ANA.user_id)
    assert (await reviews.ask(ended.id, BEN.user_id)).seconds_left == 2 * judge.seconds
    judge.go_on.set()
    await done(reviews, ended, BEN)
    judge.go_on.clear()
    first = 10 * len((await reviews.look(ended.id, ANA.user_id)).verdicts)
    second = 10 * len((await reviews.look(ended.id, BEN.user_id)).verdicts)

    average = 30 + (first - 30) / 3
    average += (second - average) / 3  # the latest counts by a third
    assert (await reviews.ask(ended.id, CLEO.user_id)).seconds_left == pytest.approx(average)


async def test_a_decision_is_tried_three_times(reviews: Reviews, ended: Table, judge: Judge) -> None:
    judge.fails = TRIES - 1
    await reviews.ask(ended.id, ANA.user_id)
    judged, decisions = numbers(await done(reviews, ended))
    assert judged == decisions


async def test_one_review_that_fails_does_not_keep_the_next_from_its_turn(
    reviews: Reviews, ended: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    make = reviews._make

    async def fail(reviewer: Reviewer, stored: StoredReview) -> None:
        if stored.user_id == ANA.user_id:
            raise OSError
        await make(reviewer, stored)

    monkeypatch.setattr(reviews, "_make", fail)
    await reviews.ask(ended.id, ANA.user_id)
    await reviews.ask(ended.id, BEN.user_id)

    assert (await done(reviews, ended, BEN)).is_done
    assert f"the review of table {ended.id} failed: OSError" in caplog.text


async def test_somebody_who_is_forgotten_in_the_middle_leaves_nothing(
    reviews: Reviews, ended: Table, judge: Judge, forgetting: Forgetting, engine: AsyncEngine
) -> None:
    forgetting.on_forgotten.append(reviews.forget)
    await some_judged(reviews, judge, ended, 2)
    await forgetting.forget(ANA.user_id)
    judge.go_on.set()
    await idle(reviews)

    assert await ReviewStore(engine).find(ended.id, ANA.user_id) is None
    assert await ReviewStore(engine).waiting() == []
    with pytest.raises(NotAllowed, match="who played"):
        await reviews.look(ended.id, ANA.user_id)


async def test_nothing_is_stored_of_somebody_who_is_forgotten_while_they_ask(
    reviews: Reviews, ended: Table, forgetting: Forgetting, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    past_of = reviews._past

    async def slow(table: Table, seat: Seat, user_id: int) -> ReviewedMatch:
        found = await past_of(table, seat, user_id)
        await forgetting.forget(user_id)
        return found

    monkeypatch.setattr(reviews, "_past", slow)
    with pytest.raises(MatchOver):
        await reviews.ask(ended.id, ANA.user_id)

    assert await ReviewStore(engine).find(ended.id, ANA.user_id) is None


async def test_reviews_end_with_their_match(reviews: Reviews, ended: Table, judge: Judge, engine: AsyncEngine) -> None:
    await some_judged(reviews, judge, ended, 2)
    await reviews.ask(ended.id, BEN.user_id)
    await RetentionStore(engine).delete_matches([ended.id])
    judge.go_on.set()
    await idle(reviews)
    assert await ReviewStore(engine).waiting() == []
    assert len(judge.judged) == 3
    assert not await ReviewStore(engine).begin(StoredReview(ended.id, Seat(0), ANA.user_id, 0))


@dataclass
class Process:
    """The reviews of one process, whose minutes pass when the test lets them."""

    reviews: Reviews
    judge: Judge
    minutes: asyncio.Queue[None] = field(default_factory=asyncio.Queue)
    asleep: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    async def minute(self) -> None:
        """Lets a minute pass, and waits until what was found then is done."""
        async with asyncio.timeout(LONGEST):
            await self.asleep.acquire()
            self.minutes.put_nowait(None)
            await self.asleep.acquire()
        self.asleep.release()
        await idle(self.reviews)


Start = Callable[..., Process]


@pytest.fixture
async def start(engine: AsyncEngine, clock: Clock) -> AsyncIterator[Start]:
    """Makes processes on one database."""
    made = list[Process]()

    def process(share: Share = EVERYTHING) -> Process:
        judge = Judge()

        async def sleep(_seconds: float) -> None:
            new.asleep.release()
            await new.minutes.get()

        new = Process(Reviews(Store(engine, share), ReviewStore(engine), judge, clock, sleep=sleep), judge)
        made.append(new)
        return new

    yield process
    for one in made:
        one.judge.go_on.set()
        await one.reviews.stop()


@pytest.mark.parametrize("is_later", [True, False], ids=["has begun before", "begins afterwards"])
async def test_a_process_goes_on_where_another_that_has_died_was(start: Start, ended: Table, *, is_later: bool) -> None:
    old, new = start(), start()
    if is_later:
        await new.reviews.resume()
    await some_judged(old.reviews, old.judge, ended, 2)
    await old.reviews.stop()  # nothing is left in the middle of a decision, as after a kill
    if is_later:
        await new.minute()
    else:
        await new.reviews.resume()

    review = await done(new.reviews, ended)
    judged, decisions = numbers(review)
    assert review.is_done
    assert judged == decisions == old.judge.judged + new.judge.judged


async def test_what_is_asked_of_a_process_that_is_stopping_is_made_by_the_next(start: Start, ended: Table) -> None:
    old, new = start(), start()
    await new.reviews.resume()
    await old.reviews.stop()
    await old.reviews.ask(ended.id, ANA.user_id)
    await idle(old.reviews)
    await new.minute()
    assert (await new.reviews.look(ended.id, ANA.user_id)).is_done
    assert old.judge.judged == []


async def test_an_old_process_undoes_nothing_that_the_next_one_has_found(start: Start, ended: Table) -> None:
    old, new = start(), start()
    await some_judged(old.reviews, old.judge, ended, 2)
    await new.reviews.resume()
    review = await done(new.reviews, ended)
    assert review.is_done
    old.judge.go_on.set()
    await idle(old.reviews)

    assert await new.reviews.look(ended.id, ANA.user_id) == review
    assert len(old.judge.judged) == 3  # the one under way, which showed that another process is ahead


@pytest.mark.parametrize("own", [True, False], ids=["of this server", "of another server"])
async def test_a_process_goes_on_with_reviews_of_its_own_servers(start: Start, ended: Table, *, own: bool) -> None:
    shard = shard_of(HERE.guild_id, 2)
    old, new = start(), start(Share((shard if own else 1 - shard,), 2))
    await some_judged(old.reviews, old.judge, ended, 2)
    await old.reviews.stop()
    await new.reviews.resume()
    await idle(new.reviews)
    assert bool(new.judge.judged) is own


async def test_a_review_that_cannot_be_made_is_not_tried_every_minute_but_if_it_is_asked_for(
    start: Start, ended: Table, caplog: pytest.LogCaptureFixture
) -> None:
    process = start()
    process.judge.fails = TRIES * TRIES + TRIES
    await process.reviews.ask(ended.id, ANA.user_id)
    stopped = await done(process.reviews, ended)
    assert (stopped.is_done, stopped.place) == (False, None)
    assert f"the review of table {ended.id} is given up" in caplog.text
    await process.reviews.resume()
    await process.minute()
    assert process.judge.fails == TRIES

    assert (await process.reviews.ask(ended.id, ANA.user_id)).place == 0
    review = await done(process.reviews, ended)
    assert (review.is_done, len(review.verdicts)) == (True, len(review.past.decisions) - 1)


async def test_the_judging_process_gives_way_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[object] = []

    class Pool(WorkerPool):
        def __init__(self, count: int, *, niceness: int) -> None:
            pools.append((count, niceness))

        async def run(self, seconds: float, *_: object) -> Any:  # noqa: ANN401
            pools.append(seconds)

        def close(self) -> None:
            pools.append("closed")

    monkeypatch.setattr(bot.matches.reviews, "WorkerPool", Pool)
    reviewer = Reviewer(1)
    judge: Any = reviewer.judge
    for _ in range(2):
        await judge("bluff", None)
    for _ in range(2):
        reviewer.rest()
    assert pools == [(1, NICENESS), *[PATIENCE_SECONDS] * 2, "closed"]
