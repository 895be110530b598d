"""Players who wait for others: long turns that they may end, and pauses to which all agree."""

import asyncio
from random import Random

import pytest

from bot.errors import MatchOver, NotAllowed, NotYourSeat, Paused, StaleClick, TimeWasUp
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.table import PAUSE_SECONDS, Pause
from tests.bot.matches.away import away, play_lowest, seat_of, turn_of
from tests.bot.people import ANA, BEN, CLEO, begun, decision, play, reaches_everywhere, to_act
from tests.clock import WHOLE_TURN_SECONDS, Clock

PATIENCE_SECONDS = 90


async def long_turn(matches: Matches, match: Match, clock: Clock) -> Match:
    """The match of three in a turn that has become long: everyone has moved, so that they have a bank."""
    for _ in range(3):
        match = await play_lowest(matches, match)
    clock.now += PATIENCE_SECONDS
    return await matches.seats.note_long_turns(match.table.id)


async def test_once_a_turn_is_long_another_player_has_the_computer_move_and_it_is_a_miss(
    matches: Matches, anew: Matches, match: Match, clock: Clock
) -> None:
    match = await long_turn(matches, match, clock)
    asked, text = to_act(match), match.view(seat_of(match, to_act(match))).legal_actions[0].to_text()
    seat, (other, _) = seat_of(match, asked), [one for one in (ANA, BEN, CLEO) if one != asked]
    assert (await anew.get(match.table.id)).long_turns == {seat}
    with pytest.raises(StaleClick):  # nobody ends their own turn
        await matches.seats.skip(match.table.id, asked.user_id, decision(match))
    with pytest.raises(StaleClick):  # a button of an earlier turn
        await matches.seats.skip(match.table.id, other.user_id, decision(match) - 1)
    after = await matches.seats.skip(match.table.id, other.user_id, decision(match))

    assert (await matches.store.log(match.table.id))[match.length].seat == seat
    assert (after.table.clock(seat).misses, after.table.is_here(seat)) == (1, True)
    with pytest.raises(TimeWasUp):
        await matches.play.move(match.table.id, asked.user_id, decision(match), text)


async def test_a_turn_is_ended_once_if_two_press_at_once_or_the_player_moves(
    matches: Matches, match: Match, clock: Clock
) -> None:
    match = await long_turn(matches, match, clock)
    others = [one.user_id for one in (ANA, BEN, CLEO) if one != to_act(match)]
    skips = [matches.seats.skip(match.table.id, one, decision(match)) for one in others]
    first, second = await asyncio.gather(*skips, return_exceptions=True)
    assert isinstance(first, Match)
    assert isinstance(second, StaleClick)
    match = first
    for _ in range(2):
        match = await play_lowest(matches, match)
    clock.now += PATIENCE_SECONDS
    match = await matches.seats.note_long_turns(match.table.id)
    skip = matches.seats.skip(match.table.id, others[0], decision(match))
    moved = await play_lowest(matches, match)
    with pytest.raises(StaleClick):
        await skip
    assert await matches.get(match.table.id) is moved


async def test_nobody_ends_a_turn_that_is_not_long_or_of_a_match_they_are_not_in(
    matches: Matches, match: Match, clock: Clock
) -> None:
    match = await long_turn(matches, match, clock)
    with pytest.raises(NotYourSeat):
        await matches.seats.skip(match.table.id, 99, decision(match))
    before = await play_lowest(matches, match)
    other = next(one for one in (ANA, BEN, CLEO) if one != to_act(before))
    clock.now += PATIENCE_SECONDS - 1
    assert await matches.seats.note_long_turns(match.table.id) is before
    with pytest.raises(StaleClick):
        await matches.seats.skip(match.table.id, other.user_id, decision(before))
    clock.now += WHOLE_TURN_SECONDS
    before, seat = await away(matches, before, clock)
    match = await turn_of(matches, before, seat)
    with pytest.raises(NotAllowed, match="away"):
        await matches.seats.skip(match.table.id, match.table.people[seat].user_id, decision(match))
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=True)
    with pytest.raises(MatchOver):
        await matches.seats.skip(match.table.id, other.user_id, decision(match))


async def paused(matches: Matches, match: Match) -> Match:
    """The match once its three players have agreed to a pause."""
    for person in (ANA, BEN, CLEO):
        match = await matches.seats.ask_pause(match.table.id, person.user_id)
    return match


async def tick(matches: Matches, match: Match) -> Match:
    """The match once everything that time brings has been done."""
    await matches.seats.end_pause(match.table.id)
    await matches.seats.note_long_turns(match.table.id)
    return await matches.seats.time_out(match.table.id)


async def test_a_pause_begins_once_all_agree_and_a_vote_can_be_taken_back(matches: Matches, match: Match) -> None:
    number = match.table.id
    for person in (ANA, BEN):
        await matches.seats.ask_pause(number, person.user_id)
    await matches.seats.take_back_pause(number, ANA.user_id)
    match = await matches.seats.ask_pause(number, CLEO.user_id)
    assert match.table.pause is None
    assert (await matches.seats.ask_pause(number, ANA.user_id)).table.pause
    for refused in (matches.seats.ask_pause, matches.seats.take_back_pause):
        with pytest.raises(StaleClick):
            await refused(number, ANA.user_id)
    with pytest.raises(NotYourSeat):
        await matches.seats.resume(number, 99)


async def test_in_a_pause_nobody_moves_and_it_ends_with_the_time_that_was_left(
    matches: Matches, anew: Matches, match: Match, clock: Clock
) -> None:
    clock.now += 20
    left, match = match.table.clocks, await paused(matches, match)
    clock.now += PAUSE_SECONDS - 1
    assert await tick(matches, match) is match
    assert not any(match.asks(person.user_id) for person in match.table.people)
    with pytest.raises(Paused):
        await matches.play.move(match.table.id, to_act(match).user_id, decision(match), "bid 1x1")
    clock.now += 1
    after = await tick(anew, match)
    assert after.table.pause is None
    moved = [one.due_at and one.due_at + PAUSE_SECONDS for one in left]
    assert [one.due_at for one in after.table.clocks] == moved
    assert after.length == match.length
    assert (await play_lowest(anew, after)).length > match.length


async def test_time_without_the_bot_is_none_of_the_pause(
    matches: Matches, anew: Matches, match: Match, clock: Clock
) -> None:
    match = await paused(matches, match)
    due = max(one.due_at or 0 for one in match.table.clocks)
    clock.now += 500
    anew.service_clock.lose({0: 400})
    match = await anew.get(match.table.id)
    assert match.table.pause == Pause(int(clock.now) - 100, int(clock.now) - 100 + PAUSE_SECONDS)
    for person in (ANA, BEN, CLEO):
        match = await anew.seats.resume(match.table.id, person.user_id)
    assert max(one.due_at or 0 for one in match.table.clocks) == due + 500


async def test_nobody_pauses_a_match_without_a_player_who_is_away(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    absent = match.table.people[seat]
    here = [one for one in (ANA, BEN, CLEO) if one.user_id != absent.user_id]
    for person in here:
        match = await matches.seats.ask_pause(match.table.id, person.user_id)
    assert match.table.pause is None
    match = await matches.seats.ask_pause(match.table.id, absent.user_id)
    assert match.table.pause
    clock.now += 1000
    for person in here:
        match = await matches.seats.resume(match.table.id, person.user_id)
    assert match.table.pause
    match = await matches.seats.quit(match.table.id, absent.user_id)
    assert match.table.pause is None
    with pytest.raises(StaleClick):
        await matches.seats.resume(match.table.id, here[0].user_id)


async def test_a_match_that_is_paused_is_not_closed_as_idle(matches: Matches, match: Match, clock: Clock) -> None:
    match = await paused(matches, match)
    clock.now += PAUSE_SECONDS - 1
    await matches.seats.lapse(600, "playing", reaches_everywhere)
    assert (await matches.get(match.table.id)).table.is_open


async def test_a_result_stands_through_a_pause(store: Store, clock: Clock) -> None:
    matches = Matches(store, clock=clock, rng=Random(1), reveal_seconds=3)
    match = await play(matches, await play(matches, await begun(matches, BEN, CLEO), "bid 2x3"), "lift")
    match = await paused(matches, match)
    clock.now += 1000
    await matches.play.end_reveal(match.table.id)
    with pytest.raises(Paused):
        await matches.play.go_on(match.table.id, ANA.user_id, decision(match))
    await matches.seats.lapse(600, "playing", reaches_everywhere)
    for person in (ANA, BEN, CLEO):
        match = await matches.seats.resume(match.table.id, person.user_id)
    assert match.table.hold_ends == clock.now + 3


async def test_computers_do_not_move_in_a_pause(matches: Matches) -> None:
    match = await begun(matches, BEN, robots=1)
    while match.robot_to_act is None:
        match = await play_lowest(matches, match)
    for person in (ANA, BEN):
        match = await matches.seats.ask_pause(match.table.id, person.user_id)
    assert match.robot_to_act is None
    for person in (ANA, BEN):
        match = await matches.seats.resume(match.table.id, person.user_id)
    assert match.robot_to_act is not None
