"""What goes wrong while a review is made costs at most the decision under way: nothing is lost, and nobody waits."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed
from bot.matches.privacy import Forgetting
from bot.matches.reviews import TRIES, ReviewedMatch, Reviewer, Reviews
from bot.store.retention import RetentionStore
from bot.store.reviews import ReviewStore, StoredReview
from bot.store.store import Store
from bot.tables.table import Table
from games.core import Seat
from tests.bot.judging import Judge, done, idle, some_judged
from tests.bot.people import ANA, BEN
from tests.clock import Clock

STRANGER = 99


async def test_a_restart_goes_on_where_the_review_was(
    reviews: Reviews, ended: Table, judge: Judge, engine: AsyncEngine, clock: Clock
) -> None:
    await some_judged(reviews, judge, ended, 2)
    await reviews.stop()
    before = judge.judged.copy()
    judge.go_on.set()

    restarted = Reviews(Store(engine), ReviewStore(engine), judge, clock)
    await restarted.resume()
    review = await done(restarted, ended)

    assert review.is_done
    kept = [one.number for one in review.verdicts]
    assert kept == [one.number for one in review.past.decisions]
    assert len(judge.judged) <= len(kept) + 1  # at most the one under way was judged twice
    assert set(before) <= set(kept)


async def test_a_process_that_dies_is_asked_again(reviews: Reviews, ended: Table, judge: Judge) -> None:
    judge.fails = TRIES - 1

    await reviews.ask(ended.id, ANA.user_id)

    review = await done(reviews, ended)
    assert review.is_done
    assert len(review.verdicts) == len(review.past.decisions)


async def test_a_decision_that_cannot_be_judged_is_left_out(reviews: Reviews, ended: Table, judge: Judge) -> None:
    judge.fails = TRIES

    await reviews.ask(ended.id, ANA.user_id)

    review = await done(reviews, ended)
    assert review.is_done
    assert len(review.verdicts) == len(review.past.decisions) - 1


async def test_a_review_that_cannot_be_made_stops_and_can_be_asked_for_again(
    reviews: Reviews, ended: Table, judge: Judge, caplog: pytest.LogCaptureFixture
) -> None:
    judge.fails = TRIES * TRIES
    await reviews.ask(ended.id, ANA.user_id)
    stopped = await done(reviews, ended)
    assert not stopped.is_done
    assert stopped.place is None
    assert f"the review of table {ended.id} is given up" in caplog.text

    assert (await reviews.ask(ended.id, ANA.user_id)).place == 0
    assert (await done(reviews, ended)).is_done


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


async def test_a_review_ends_with_its_match(reviews: Reviews, ended: Table, judge: Judge, engine: AsyncEngine) -> None:
    await some_judged(reviews, judge, ended, 2)

    await RetentionStore(engine).delete_matches([ended.id])
    judge.go_on.set()
    await idle(reviews)

    assert await ReviewStore(engine).waiting() == []


async def test_a_match_that_goes_while_its_review_waits_is_passed_over(
    reviews: Reviews, ended: Table, judge: Judge, engine: AsyncEngine
) -> None:
    judge.go_on.clear()
    await reviews.ask(ended.id, ANA.user_id)
    await reviews.ask(ended.id, BEN.user_id)

    await RetentionStore(engine).delete_matches([ended.id])
    judge.go_on.set()
    await idle(reviews)

    assert len(judge.judged) <= 1


async def test_a_review_of_a_match_that_is_gone_is_not_stored(engine: AsyncEngine) -> None:
    assert not await ReviewStore(engine).begin(StoredReview(4711, Seat(0), ANA.user_id, 0))


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
