"""Players who wait for others: long turns that they may end."""

import asyncio

import pytest

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick, TimeWasUp
from bot.matches.intents import Matches
from bot.matches.match import Match
from tests.bot.matches.away import away, play_lowest, seat_of, turn_of
from tests.bot.people import ANA, BEN, CLEO, decision, to_act
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
