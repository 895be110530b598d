"""Reviews are made one after the other, stored decision by decision, and only for those who sat at the match."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.matches.reviews
from bot.errors import NotAllowed
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.reviews import MOST_A_DAY, Reviews
from bot.store.reviews import ReviewStore
from bot.store.schema import matches as match_rows
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import GRACE_SECONDS, day_of
from bot.tables.table import Person, Table
from tests.bot.finished import finished
from tests.bot.judging import Judge, done, some_judged
from tests.bot.people import ANA, BEN, CLEO, begun, to_act
from tests.clock import Clock

STRANGER = 99


async def test_every_decision_is_judged_and_stored(
    reviews: Reviews, ended: Table, judge: Judge, engine: AsyncEngine
) -> None:
    asked = await reviews.ask(ended.id, ANA.user_id)
    assert asked.place == 0
    assert not asked.is_done

    review = await done(reviews, ended)

    assert review.is_done
    assert review.place is None
    assert review.seat == ended.seat_of(ANA.user_id)
    assert len(review.past.decisions) > 3
    assert [one.number for one in review.verdicts] == [one.number for one in review.past.decisions] == judge.judged
    stored = await ReviewStore(engine).find(ended.id, ANA.user_id)
    assert stored is not None
    assert stored.is_done
    assert judge.rests == 1


async def test_a_review_that_is_done_is_not_made_again(reviews: Reviews, ended: Table, judge: Judge) -> None:
    await reviews.ask(ended.id, ANA.user_id)
    first = await done(reviews, ended)
    judge.judged.clear()

    again = await reviews.ask(ended.id, ANA.user_id)

    assert again == replace(first, past=again.past)
    assert not judge.judged


async def test_two_clicks_at_once_are_one_review(reviews: Reviews, ended: Table, judge: Judge) -> None:
    one, other = await asyncio.gather(*(reviews.ask(ended.id, ANA.user_id) for _ in range(2)))

    assert one.place == other.place == 0
    review = await done(reviews, ended)
    assert len(judge.judged) == len(review.past.decisions)


async def test_each_waits_for_those_before(reviews: Reviews, ended: Table, judge: Judge) -> None:
    judge.go_on.clear()
    await reviews.ask(ended.id, ANA.user_id)

    assert (await reviews.ask(ended.id, BEN.user_id)).place == 1
    assert (await reviews.ask(ended.id, CLEO.user_id)).place == 2

    judge.go_on.set()
    assert (await done(reviews, ended, CLEO)).is_done
    assert judge.rests == 1


async def test_a_person_has_one_review_at_a_time(reviews: Reviews, ended: Table, store: Store, judge: Judge) -> None:
    second = await finished(store, ANA, BEN)
    judge.go_on.clear()
    await reviews.ask(ended.id, ANA.user_id)

    with pytest.raises(NotAllowed, match="already have a review"):
        await reviews.ask(second.id, ANA.user_id)

    judge.go_on.set()
    await done(reviews, ended)
    assert (await reviews.ask(second.id, ANA.user_id)).place == 0


async def test_nobody_has_too_many_in_a_day(
    reviews: Reviews, ended: Table, monkeypatch: pytest.MonkeyPatch, store: Store, clock: Clock
) -> None:
    assert MOST_A_DAY > 1
    monkeypatch.setattr(bot.matches.reviews, "MOST_A_DAY", 1)
    second = await finished(store, ANA, BEN)
    await reviews.ask(ended.id, ANA.user_id)
    await done(reviews, ended)

    with pytest.raises(NotAllowed, match="1 reviews today"):
        await reviews.ask(second.id, ANA.user_id)
    assert (await reviews.ask(ended.id, ANA.user_id)).is_done

    clock.now += DAY_SECONDS + 1
    assert (await reviews.ask(second.id, ANA.user_id)).place == 0


async def test_the_queue_has_an_end(
    reviews: Reviews, ended: Table, monkeypatch: pytest.MonkeyPatch, judge: Judge
) -> None:
    monkeypatch.setattr(bot.matches.reviews, "MOST_WAITING", 1)
    judge.go_on.clear()
    await reviews.ask(ended.id, ANA.user_id)

    with pytest.raises(NotAllowed, match="Too many"):
        await reviews.ask(ended.id, BEN.user_id)


async def test_only_who_sat_there_gets_a_review(reviews: Reviews, ended: Table) -> None:
    with pytest.raises(NotAllowed, match="who played"):
        await reviews.ask(ended.id, STRANGER)
    with pytest.raises(NotAllowed, match="who played"):
        await reviews.look(ended.id, STRANGER)
    with pytest.raises(NotAllowed, match="no longer stored"):
        await reviews.ask(4711, ANA.user_id)
    with pytest.raises(NotAllowed, match="no review"):
        await reviews.look(ended.id, ANA.user_id)


async def test_a_match_under_way_is_nobodys_to_look_back_at(reviews: Reviews, match: Match) -> None:
    with pytest.raises(NotAllowed, match="isn't over yet"):
        await reviews.ask(match.table.id, ANA.user_id)


@pytest.mark.parametrize("facts", [{"phase": "settled"}, {"phase": "deserted"}, {"is_lesson": True},
                                   {"rules_version": 0}], ids=str)  # fmt: skip
async def test_only_matches_that_were_played_out_are_reviewed(
    reviews: Reviews, ended: Table, engine: AsyncEngine, facts: dict[str, object]
) -> None:
    async with engine.begin() as db:
        await db.execute(update(match_rows).values(facts))

    with pytest.raises(NotAllowed, match="can be reviewed"):
        await reviews.ask(ended.id, ANA.user_id)


async def test_a_deal_of_the_day_is_reviewed_when_nobody_can_play_it_any_more(
    reviews: Reviews, ended: Table, engine: AsyncEngine, clock: Clock
) -> None:
    async with engine.begin() as db:
        await db.execute(update(match_rows).values(day=day_of(int(clock()))))

    with pytest.raises(NotAllowed, match="can still play"):
        await reviews.ask(ended.id, ANA.user_id)

    clock.now += DAY_SECONDS + GRACE_SECONDS
    assert (await reviews.ask(ended.id, ANA.user_id)).place == 0


async def test_without_a_reviewer_only_finished_reviews_are_shown(
    reviews: Reviews, ended: Table, engine: AsyncEngine, clock: Clock
) -> None:
    off = Reviews(Store(engine), ReviewStore(engine), None, clock)
    with pytest.raises(NotAllowed, match="switched off"):
        await off.ask(ended.id, ANA.user_id)
    await reviews.ask(ended.id, ANA.user_id)
    await done(reviews, ended)

    await off.resume()
    assert (await off.ask(ended.id, ANA.user_id)).is_done
    await off.stop()


async def test_moves_that_the_computer_made_for_somebody_are_not_theirs(
    matches: Matches, engine: AsyncEngine, reviews: Reviews, clock: Clock
) -> None:
    match = await begun(matches, BEN)
    person = to_act(match)
    clock.now += 100_000
    match = await matches.seats.time_out(match.table.id)
    stood_in = await ReviewStore(engine).stood_in(match.table.id)
    seat = match.table.seat_of(person.user_id)
    log = await Store(engine).log(match.table.id)
    assert [log[number].seat for number in sorted(stood_in)][:1] == [seat]

    await matches.seats.quit(match.table.id, person.user_id)
    other = next(one for one in (ANA, BEN) if one != person)
    await played_alone(matches, match.table.id, other)
    await reviews.ask(match.table.id, person.user_id)

    assert not (await done(reviews, match.table, person)).past.decisions


async def test_pasts_in_memory_have_an_end(reviews: Reviews, ended: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.matches.reviews, "MOST_KEPT", 1)
    await reviews.ask(ended.id, ANA.user_id)
    await done(reviews, ended)
    await reviews.ask(ended.id, BEN.user_id)
    await done(reviews, ended, BEN)

    assert len(reviews._pasts) == 1


async def played_alone(matches: Matches, match_id: int, person: Person) -> None:
    """Has one person play on against the computer to the end of a match."""
    match = await matches.get(match_id)
    while match.table.phase == "playing":
        if (seat := match.robot_to_act) is not None:
            action = match.view(seat).legal_actions[-1]
            match = await matches.play.move_robot(match_id, seat, match.decision, action)
        else:
            own = match.view(match.table.seat_of(person.user_id)).legal_actions[-1]
            match = await matches.play.move(match_id, person.user_id, match.decision, own.to_text())


async def test_how_long_a_review_will_take_follows_from_what_decisions_took(
    reviews: Reviews, ended: Table, judge: Judge, clock: Clock
) -> None:
    judge.clock, judge.seconds = clock, 30
    await some_judged(reviews, judge, ended, 2)

    mine, bens = await reviews.look(ended.id, ANA.user_id), await reviews.ask(ended.id, BEN.user_id)

    left = len(mine.past.decisions) - 2
    assert mine.seconds_left == 30 * left
    assert bens.seconds_left == 30 * (left + len(bens.past.decisions))


async def test_nobody_knows_how_long_a_review_takes_before_its_first_decision(
    reviews: Reviews, ended: Table, judge: Judge
) -> None:
    judge.go_on.clear()

    assert (await reviews.ask(ended.id, ANA.user_id)).seconds_left is None


async def test_what_the_latest_decisions_took_counts_most(
    reviews: Reviews, ended: Table, judge: Judge, clock: Clock
) -> None:
    judge.clock, judge.seconds = clock, 30
    await some_judged(reviews, judge, ended, 1)
    before = (await reviews.look(ended.id, ANA.user_id)).seconds_left
    judge.seconds, judge.stops_after = 300, 2
    judge.stopped.clear()
    judge.go_on.set()
    await judge.stopped.wait()

    after = (await reviews.look(ended.id, ANA.user_id)).seconds_left
    assert before is not None
    assert after is not None
    assert before < after < 5 * before


async def test_a_clock_that_is_set_back_tells_nothing_about_a_review(
    reviews: Reviews, ended: Table, judge: Judge, clock: Clock
) -> None:
    judge.clock, judge.seconds = clock, -30
    await some_judged(reviews, judge, ended, 2)

    assert (await reviews.look(ended.id, ANA.user_id)).seconds_left is None
