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
from bot.tables.clock import PACES
from bot.tables.table import Person
from games.core import CHANCE, CHANCE_ALONE, Action, Seat
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, CLEO, STEADY, begun, decision, lobby, play, to_act
from tests.clock import Clock

REVEAL_SECONDS = 3


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock, rng=Random(1), reveal_seconds=REVEAL_SECONDS)


@pytest.fixture
def others(store: Store, clock: Clock) -> Matches:
    """The same tables after a restart of the bot."""
    return Matches(store, clock=clock, rng=Random(2), reveal_seconds=REVEAL_SECONDS)


@pytest.fixture
def deadlines(matches: Matches, engine: AsyncEngine, clock: Clock) -> Deadlines:
    deadlines = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    matches.on_change.append(deadlines.watch)
    return deadlines


async def doubted(matches: Matches, *people: Person) -> Match:
    """A match right after the first doubt."""
    return await play(matches, await play(matches, await begun(matches, *people), "bid 2x3"), "lift")


async def go_on(matches: Matches, match: Match, person: Person) -> Match:
    return await matches.play.go_on(match.table.id, person.user_id, decision(match))


async def test_after_a_doubt_the_next_dice_are_not_rolled_yet(matches: Matches, store: Store) -> None:
    match = await doubted(matches, BEN)

    assert match.state is not None
    assert match.state.to_act == CHANCE_ALONE
    assert match.view(None).table.last_lift
    assert (await store.log(match.table.id))[-1].seat != CHANCE
    assert [match.view(seat).own_dice for seat in (Seat(0), Seat(1))] == [(), ()]


async def test_nobody_can_act_while_a_result_stands(matches: Matches) -> None:
    match = await doubted(matches, BEN)

    for person in (ANA, BEN):
        assert not match.asks(person.user_id)
        with pytest.raises(StaleClick):
            await matches.play.move(match.table.id, person.user_id, decision(match), "bid 1x1")
    assert await matches.get(match.table.id) == match


async def test_no_clock_runs_while_a_result_stands(matches: Matches, clock: Clock) -> None:
    match = await doubted(matches, BEN)
    assert all(clock.due_at is None for clock in match.table.clocks)

    clock.now += REVEAL_SECONDS
    match = await matches.play.end_reveal(match.table.id)

    seat = match.table.seat_of(to_act(match).user_id)
    assert seat is not None
    live = PACES["live"]
    assert match.table.clock(seat).due_at == clock.now + live.turn + live.bank


async def test_the_next_round_begins_when_its_time_has_come(
    matches: Matches, deadlines: Deadlines, clock: Clock
) -> None:
    match = await doubted(matches, BEN)
    await deadlines.tick()

    clock.now += REVEAL_SECONDS - 1
    await deadlines.tick()
    assert (await matches.get(match.table.id)).table.hold

    clock.now += 1
    await deadlines.tick()
    after = await matches.get(match.table.id)
    assert after.table.hold is None
    assert after.state
    assert CHANCE not in after.state.to_act


async def test_it_begins_at_once_when_everyone_wants_to_go_on(matches: Matches) -> None:
    match = await doubted(matches, BEN)

    waiting = await go_on(matches, match, ANA)
    assert waiting.table.hold
    assert waiting.table.hold.gone_on == (0,)

    assert (await go_on(matches, waiting, BEN)).table.hold is None


async def test_one_who_presses_twice_is_counted_once(matches: Matches) -> None:
    match = await doubted(matches, BEN, CLEO)

    once = await go_on(matches, match, ANA)
    assert await go_on(matches, once, ANA) == once


async def test_nobody_waits_for_one_who_is_not_there(matches: Matches) -> None:
    match = await doubted(matches, BEN)
    match = await matches.seats.quit(match.table.id, BEN.user_id)

    assert (await go_on(matches, match, ANA)).table.hold is None


async def test_nobody_waits_for_one_who_is_out(matches: Matches) -> None:
    match = await begun(matches, BEN, CLEO)
    while not match.table.hold or len(match.view(None).still_in) == 3:
        if match.table.hold:
            match = await all_go_on(matches, match)
        else:
            match = await play(matches, match, match.view(seat_to_act(match)).legal_actions[-1].to_text())

    assert match.table.phase == "playing"
    for seat in match.view(None).still_in:
        assert match.table.hold
        match = await go_on(matches, match, match.table.people[seat])
    assert match.table.hold is None


async def all_go_on(matches: Matches, match: Match) -> Match:
    """The match once everyone has pressed *Go on*."""
    for person in match.table.people:
        match = await go_on(matches, match, person) if match.table.hold else match
    return match


def seat_to_act(match: Match) -> Seat:
    seat = match.table.seat_of(to_act(match).user_id)
    assert seat is not None
    return seat


async def test_to_go_on_too_late_does_nothing(matches: Matches, clock: Clock) -> None:
    match = await doubted(matches, BEN)
    clock.now += REVEAL_SECONDS
    after = await matches.play.end_reveal(match.table.id)

    assert await go_on(matches, match, ANA) == after


async def test_a_stranger_cannot_end_it(matches: Matches) -> None:
    match = await doubted(matches, BEN)

    with pytest.raises(NotYourSeat):
        await go_on(matches, match, CLEO)


async def test_a_restart_finds_the_result_and_who_has_read_it(matches: Matches, others: Matches) -> None:
    match = await go_on(matches, await doubted(matches, BEN), ANA)

    again = await others.get(match.table.id)
    assert again == match
    assert (await go_on(others, again, BEN)).table.hold is None


async def test_a_restart_goes_on_with_a_result_whose_time_is_up(
    matches: Matches, others: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    match = await doubted(matches, BEN)
    clock.now += 1000
    deadlines = Deadlines(others, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    deadlines.watch(await others.get(match.table.id))

    await deadlines.begin()
    await deadlines.tick()
    assert (await others.get(match.table.id)).table.hold is None


async def test_a_clock_that_is_put_back_does_not_keep_a_result_standing(
    matches: Matches, deadlines: Deadlines, clock: Clock
) -> None:
    match = await doubted(matches, BEN)
    await deadlines.tick()
    clock.now -= 3600
    await deadlines.tick()
    assert (await matches.get(match.table.id)).table.hold

    clock.now += REVEAL_SECONDS
    await deadlines.tick()
    assert (await matches.get(match.table.id)).table.hold is None


async def test_a_restart_within_a_second_does_not_keep_a_result_longer_than_it_now_may(
    matches: Matches, store: Store, engine: AsyncEngine, clock: Clock
) -> None:
    deadlines, heartbeat = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock)), Heartbeat(engine)
    await deadlines.tick()
    match = await doubted(matches, BEN)
    assert await heartbeat.last_beat() == int(clock.now)
    hasty = Matches(store, clock=clock, rng=Random(2), reveal_seconds=0)
    anew = Deadlines(hasty, heartbeat, clock, gateway=FakeGateway(clock))
    await anew.begin()
    await anew.tick()

    assert (await hasty.get(match.table.id)).table.hold is None


async def test_a_clock_that_was_put_back_before_a_restart_does_not_keep_it_standing_either(
    matches: Matches, deadlines: Deadlines, others: Matches, *, engine: AsyncEngine, clock: Clock
) -> None:
    match = await doubted(matches, BEN)
    await deadlines.tick()
    clock.now -= 3600
    after = Deadlines(others, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    others.on_change.append(after.watch)
    await after.begin()
    await after.tick()

    clock.now += REVEAL_SECONDS
    await after.tick()
    assert (await others.get(match.table.id)).table.hold is None


async def test_computer_players_wait_for_it(matches: Matches) -> None:
    match = await begun(matches, robots=2)
    while match.table.hold is None:
        seat = next(iter(match.state.to_act)) if match.state else None
        assert seat is not None
        match = await act(matches, match, seat, match.view(seat).legal_actions[-1])

    assert match.robot_to_act is None
    assert (await go_on(matches, match, ANA)).table.hold is None


async def test_alone_against_the_computer_a_result_stands_until_it_was_read(
    matches: Matches, deadlines: Deadlines, clock: Clock
) -> None:
    match = await begun(matches, robots=2)
    while match.table.hold is None:
        assert match.state
        seat = min(match.state.to_act)
        match = await act(matches, match, seat, match.view(seat).legal_actions[-1])

    clock.now += REVEAL_SECONDS
    await deadlines.tick()
    assert (await matches.get(match.table.id)).table.hold

    assert (await go_on(matches, match, ANA)).table.hold is None


async def test_a_result_stands_too_once_the_others_have_left(
    matches: Matches, deadlines: Deadlines, clock: Clock
) -> None:
    match = await doubted(matches, BEN, CLEO)
    for person in (BEN, CLEO):
        match = await matches.seats.quit(match.table.id, person.user_id)

    clock.now += REVEAL_SECONDS
    await deadlines.tick()

    assert (await matches.get(match.table.id)).table.hold


async def act(matches: Matches, match: Match, seat: Seat, action: Action) -> Match:
    """The match after this seat's action, by a person or the computer."""
    if match.robot_to_act == seat:
        return await matches.play.move_robot(match.table.id, seat, match.decision, action)
    return await play(matches, match, action.to_text())


async def test_the_end_of_a_match_is_not_held(matches: Matches) -> None:
    match = await begun(matches, BEN)
    while match.table.phase == "playing":
        if match.table.hold:
            match = await go_on(matches, await go_on(matches, match, ANA), BEN)
        else:
            seat = match.table.seat_of(to_act(match).user_id)
            match = await play(matches, match, match.view(seat).legal_actions[-1].to_text())

    assert match.table.phase == "over"
    assert match.table.hold is None


async def test_a_cancelled_table_holds_nothing(matches: Matches) -> None:
    match = await doubted(matches, BEN)

    closed = await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=True)
    assert closed.table.hold is None


async def test_in_a_lesson_nothing_is_held(matches: Matches) -> None:
    table = await lobby(matches)
    match = await matches.lessons.take("bluff", options={}, place=table.place, learner=CLEO, robot=STEADY)
    while match.rounds_over == 0:
        seat = match.table.seat_of(CLEO.user_id)
        last = match.view(seat).legal_actions[-1].to_text()
        match = await matches.play.move(match.table.id, CLEO.user_id, decision(match), last)
    assert match.table.hold is None


async def test_without_a_pause_the_next_round_is_there_at_once(store: Store, clock: Clock) -> None:
    match = await doubted(Matches(store, clock=clock, rng=Random(1)), BEN)

    assert match.table.hold is None
    assert match.rounds_over == 1
