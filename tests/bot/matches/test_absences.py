"""Players who miss turns are away, and come back."""

from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import TimeWasUp
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.clock import PACES
from tests.bot.matches.away import away, missed, play_lowest, seat_of
from tests.bot.matches.conftest import Results
from tests.bot.people import ANA, BEN, CLEO, begun, decision, play_out, to_act
from tests.clock import WHOLE_TURN_SECONDS, Clock


async def test_only_who_is_asked_has_a_clock_that_runs(match: Match, clock: Clock) -> None:
    asked = seat_of(match, to_act(match))
    due = [one.due_at for one in match.table.clocks]
    assert due == [int(clock.now) + WHOLE_TURN_SECONDS if seat == asked else None for seat in range(3)]


async def test_nobody_moves_for_a_player_before_their_time_is_up(matches: Matches, match: Match, clock: Clock) -> None:
    assert await missed(matches, match, clock, WHOLE_TURN_SECONDS - 1) is match


async def test_when_time_is_up_the_computer_moves(matches: Matches, match: Match, clock: Clock, store: Store) -> None:
    asked = seat_of(match, to_act(match))
    after = await missed(matches, match, clock)

    assert after.length > match.length
    assert (await store.log(match.table.id))[match.length].seat == asked
    assert after.table.is_here(asked)
    assert after.table.clock(asked).bank == 0


async def test_one_person_alone_keeps_nobody_waiting(matches: Matches, clock: Clock) -> None:
    match = await begun(matches, robots=1)
    clock.now += 1000 * WHOLE_TURN_SECONDS
    assert await matches.seats.time_out(match.table.id) is match


async def test_the_bank_is_used_up_once_for_all(matches: Matches, match: Match, clock: Clock) -> None:
    asked = seat_of(match, to_act(match))
    clock.now += PACES["live"].turn + 100
    after = await play_lowest(matches, match)
    assert after.table.clock(asked).bank == PACES["live"].bank - 100


async def test_after_two_turns_the_computer_keeps_the_seat(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    while match.state and seat not in match.state.to_act:
        match = await play_lowest(matches, match)

    assert match.robot_to_act == seat
    assert match.level(seat) == "medium"
    assert match.table.clock(seat).due_at is None


async def test_a_player_who_is_away_comes_back_to_their_seat(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    back = await matches.seats.come_back(match.table.id, match.table.people[seat].user_id)

    assert back.table.is_here(seat)
    assert await matches.seats.come_back(match.table.id, match.table.people[seat].user_id) is back


async def test_a_move_brings_a_player_back(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    while match.state and seat not in match.state.to_act:
        match = await play_lowest(matches, match)
    text = match.view(seat).legal_actions[0].to_text()

    after = await matches.play.move(match.table.id, match.table.people[seat].user_id, decision(match), text)

    assert after.table.is_here(seat)


async def test_where_everyone_is_away_the_match_stands_still(matches: Matches, match: Match, clock: Clock) -> None:
    while match.table.present:
        match = await missed(matches, match, clock)

    assert match.robot_to_act is None
    assert all(one.due_at is None for one in match.table.clocks)

    back = await matches.seats.come_back(match.table.id, ANA.user_id)
    assert back.table.present == (seat_of(match, ANA),)
    assert back.robot_to_act is not None or back.asks(ANA.user_id)


async def test_everything_about_absence_is_on_the_disk(
    matches: Matches, match: Match, clock: Clock, store: Store
) -> None:
    match, _ = await away(matches, match, clock)
    assert await store.table(match.table.id) == match.table


async def test_a_player_who_is_away_at_the_end_has_won_nothing(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match, seat = await away(matches, match, clock)
    await play_out(matches, match)

    assert (await results(match.table.id))[match.table.people[seat].user_id] == (0, 0)


async def test_a_player_who_clicks_too_late_is_told_that_their_time_was_up(
    matches: Matches, match: Match, clock: Clock
) -> None:
    asked = to_act(match)
    await missed(matches, match, clock)
    with pytest.raises(TimeWasUp):
        await matches.play.move(match.table.id, asked.user_id, decision(match), "bid 1x1")


async def test_a_turn_of_several_moves_is_missed_once(matches: Matches, clock: Clock) -> None:
    match = await begun(matches, BEN, CLEO, reroll=True)
    seat = seat_of(match, to_act(match))
    after = await missed(matches, match, clock)

    assert after.state
    assert seat not in after.state.to_act
    assert (after.table.clock(seat).misses, after.table.clock(seat).presence) == (1, "here")


async def test_a_match_from_before_there_were_clocks_gets_them(match: Match, clock: Clock, engine: AsyncEngine) -> None:
    async with engine.begin() as db:
        await db.exec_driver_sql("UPDATE matches SET clocks = '[]'")
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    match = await anew.get(match.table.id)
    for _ in range(3):
        match = await play_lowest(anew, match)

    assert len(match.table.clocks) == 3
    assert sum(one.due_at is not None for one in match.table.clocks) == 1


async def test_time_without_the_bot_is_given_back(matches: Matches, match: Match) -> None:
    idle = await begun(matches, robots=1)
    before = [one.due_at for one in match.table.clocks if one.due_at]
    matches.service_clock.lose({0: 500})

    after = (await matches.get(match.table.id)).table
    assert [one.due_at for one in after.clocks if one.due_at] == [due + 500 for due in before]
    assert after in [table async for tables in matches.to_draw() for table in tables]
    assert (await matches.get(idle.table.id)).table.phase == "playing"


async def test_no_page_is_drawn_for_a_call(matches: Matches, match: Match, clock: Clock) -> None:
    drawn: list[Match] = []
    matches.on_change.append(drawn.append)

    await matches.seats.note_ping(match.table.id, seat_of(match, to_act(match)), int(clock.now), 77)

    assert not drawn


async def test_a_call_is_remembered_for_the_question_it_was_for(matches: Matches, match: Match, clock: Clock) -> None:
    seat = seat_of(match, to_act(match))
    asked_at = int(clock.now)
    assert await matches.seats.note_ping(match.table.id, seat, asked_at, 77)
    assert not await matches.seats.note_ping(match.table.id, seat, asked_at - 1, 78)
    assert (await matches.get(match.table.id)).table.clock(seat).ping_id == 77

    clock.now += 1
    match = await play_lowest(matches, await matches.get(match.table.id))
    assert match.table.clock(seat).ping_id == 77
    await matches.seats.note_ping(match.table.id, seat, asked_at, None)
    assert (await matches.get(match.table.id)).table.clock(seat).ping_id is None
