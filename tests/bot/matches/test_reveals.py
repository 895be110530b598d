"""A round's result stays up before the next decision, and nothing of the next round exists yet."""

from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.errors import NotYourSeat, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.table import Person
from games.core import CHANCE, CHANCE_ALONE, Seat
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, begun, decision, play
from tests.clock import WHOLE_TURN_SECONDS, Clock

REVEAL_SECONDS = 3


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock, rng=Random(1), reveal_seconds=REVEAL_SECONDS)


@pytest.fixture
def anew(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock, rng=Random(2), reveal_seconds=REVEAL_SECONDS)


@pytest.fixture
def deadlines(matches: Matches, engine: AsyncEngine, clock: Clock) -> Deadlines:
    deadlines = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    matches.on_change.append(deadlines.watch)
    return deadlines


async def held(matches: Matches, deadlines: Deadlines, match: Match) -> bool:
    """Whether the result still stands once ends of turns and results have been looked for."""
    await deadlines.tick()
    return (await matches.get(match.table.id)).table.hold is not None


async def doubted(matches: Matches, *people: Person) -> Match:
    """A match right after the first doubt."""
    return await play(matches, await play(matches, await begun(matches, *people), "bid 2x3"), "lift")


async def go_on(matches: Matches, match: Match, *people: Person) -> Match:
    """The match once these people have pressed *Go on*."""
    for person in people:
        match = await matches.play.go_on(match.table.id, person.user_id, decision(match))
    return match


async def play_highest(matches: Matches, match: Match) -> Match:
    """The match after the seat to act, a person's or a computer's, has made its highest bid or its doubt."""
    assert match.state
    seat = min(match.state.to_act)
    action = match.view(seat).legal_actions[-1]
    if match.robot_to_act == seat:
        return await matches.play.move_robot(match.table.id, seat, match.decision, action)
    return await play(matches, match, action.to_text())


async def result_alone(matches: Matches) -> Match:
    """Ana's match against two computer players, with the first result."""
    match = await begun(matches, robots=2)
    while match.table.hold is None:
        match = await play_highest(matches, match)
    return match


async def test_while_a_result_stands_nobody_can_act_and_no_clock_runs(matches: Matches) -> None:
    match = await doubted(matches, BEN)

    assert match.state
    assert match.state.to_act == CHANCE_ALONE
    assert (await matches.store.log(match.table.id))[-1].seat != CHANCE
    assert [match.view(seat).own_dice for seat in (Seat(0), Seat(1))] == [(), ()]
    assert not any(one.due_at for one in match.table.clocks)
    for person in (ANA, BEN):
        assert not match.asks(person.user_id)
        with pytest.raises(StaleClick):
            await matches.play.move(match.table.id, person.user_id, decision(match), "bid 1x1")
    assert (await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=True)).table.hold is None


async def test_the_next_round_begins_after_a_while(matches: Matches, deadlines: Deadlines, clock: Clock) -> None:
    match = await doubted(matches, BEN)
    assert await held(matches, deadlines, match)
    clock.now += REVEAL_SECONDS - 1
    assert await held(matches, deadlines, match)
    clock.now += 1
    assert not await held(matches, deadlines, match)

    after = await matches.get(match.table.id)
    assert after.state
    assert CHANCE not in after.state.to_act
    assert [one.due_at for one in after.table.clocks if one.due_at] == [int(clock.now) + WHOLE_TURN_SECONDS]
    assert await go_on(matches, match, ANA) == after  # too late


async def test_it_begins_at_once_when_everyone_goes_on_even_after_a_restart(matches: Matches, anew: Matches) -> None:
    match = await go_on(matches, await doubted(matches, BEN), ANA, ANA)
    assert match.table.hold
    assert match.table.hold.gone_on == (0,)
    assert await anew.get(match.table.id) == match
    assert (await go_on(anew, match, BEN)).table.hold is None


async def test_nobody_waits_for_one_who_has_left_or_for_a_stranger(matches: Matches) -> None:
    match = await doubted(matches, BEN)
    with pytest.raises(NotYourSeat):
        await go_on(matches, match, CLEO)
    match = await matches.seats.quit(match.table.id, BEN.user_id)
    assert (await go_on(matches, match, ANA)).table.hold is None


async def test_nobody_waits_for_one_who_is_out_and_nobody_at_all_at_the_end(matches: Matches) -> None:
    match = await begun(matches, BEN, CLEO)
    while match.table.phase == "playing":
        if match.table.hold:
            match = await go_on(matches, match, *(match.table.people[seat] for seat in match.view(None).still_in))
            assert match.table.hold is None
        else:
            match = await play_highest(matches, match)

    assert len(match.view(None).still_in) == 1
    assert match.table.hold is None


@pytest.mark.parametrize(
    ("seconds", "longest"),
    [(1000, REVEAL_SECONDS), (-3600, REVEAL_SECONDS), (0, 0)],
    ids=["after a long time", "after the clock was put back", "where no result may stand any more"],
)
async def test_a_restart_goes_on_with_a_result(
    matches: Matches, deadlines: Deadlines, engine: AsyncEngine, clock: Clock, *, seconds: int, longest: int
) -> None:
    await deadlines.tick()
    match = await doubted(matches, BEN)
    clock.now += seconds
    anew = Matches(Store(engine), clock=clock, rng=Random(2), reveal_seconds=longest)
    again = Deadlines(anew, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    await again.begin()
    await again.tick()
    clock.now += longest

    assert not await held(anew, again, match)


async def test_one_person_alone_reads_as_long_as_they_like(
    matches: Matches, deadlines: Deadlines, clock: Clock
) -> None:
    alone, left = await result_alone(matches), await doubted(matches, BEN, CLEO)
    assert alone.robot_to_act is None
    for person in (BEN, CLEO):
        await matches.seats.quit(left.table.id, person.user_id)
    clock.now += REVEAL_SECONDS
    for match in (alone, left):
        assert await held(matches, deadlines, match)
        assert (await go_on(matches, match, ANA)).table.hold is None


async def test_in_a_lesson_or_without_a_pause_nothing_is_held(matches: Matches, store: Store, clock: Clock) -> None:
    lesson = await matches.lessons.take("bluff", options={}, place=HERE, learner=CLEO, robot=STEADY)
    while lesson.rounds_over == 0:
        lesson = await play_highest(matches, lesson)
    hasty = await doubted(Matches(store, clock=clock, rng=Random(1)), BEN)
    assert (lesson.table.hold, hasty.table.hold, hasty.rounds_over) == (None, None, 1)
