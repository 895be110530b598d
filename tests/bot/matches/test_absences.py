"""Empty chairs: turns that run out, coming back, leaving for good, and what all that counts."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat, TimeWasUp
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store import Store
from bot.store.schema import results as results_table
from bot.tables.clock import PACES
from bot.tables.table import Person
from games.core import Seat
from tests.bot.people import ANA, BEN, CLEO, begun, decision, lobby, play, play_out, to_act, waiting
from tests.clock import Clock

Results = Callable[[int], Awaitable[dict[int, tuple[int, int]]]]
"""What a match counted: wins and points of each user."""

ALL = PACES["live"].turn + PACES["live"].bank


@pytest.fixture
async def match(matches: Matches) -> Match:
    """Ana, Ben and Cleo at Bluff."""
    return await begun(matches, BEN, CLEO)


@pytest.fixture
def results(engine: AsyncEngine) -> Results:
    async def counted(match_id: int) -> dict[int, tuple[int, int]]:
        columns = results_table.c
        query = select(columns.user_id, columns.won, columns.points).where(columns.match_id == match_id)
        async with engine.connect() as db:
            return {user_id: (won, points) for user_id, won, points in await db.execute(query)}

    return counted


def seat_of(match: Match, person: Person) -> Seat:
    return Seat(match.table.sitters.index(person))


async def missed(matches: Matches, match: Match, clock: Clock, seconds: int = ALL) -> Match:
    """The match after whoever is asked has let his time run out; the computer plays for those who are not there."""
    clock.now += seconds
    match = await matches.absences.time_out(match.table.id)
    while (seat := match.robot_to_act) is not None:
        bid = match.view(seat).legal_actions[0]
        match = await matches.play.move_robot(match.table.id, seat, match.decision, bid)
    return match


async def away(matches: Matches, match: Match, clock: Clock) -> tuple[Match, Seat]:
    """The match once whoever is asked first is away, though the others play."""
    seat = seat_of(match, to_act(match))
    while match.table.is_here(seat):
        is_his = seat in (match.state.to_act if match.state else ())
        match = await (missed(matches, match, clock) if is_his else play_lowest(matches, match))
    return match, seat


async def play_lowest(matches: Matches, match: Match) -> Match:
    view = match.view(seat_of(match, to_act(match)))
    return await play(matches, match, view.legal_actions[0].to_text())


async def test_only_who_is_asked_has_a_clock_that_runs(match: Match, clock: Clock) -> None:
    asked = seat_of(match, to_act(match))
    due = [one.due_at for one in match.table.clocks]
    assert due == [int(clock.now) + ALL if seat == asked else None for seat in range(3)]


async def test_before_his_time_is_up_nobody_moves_for_a_player(matches: Matches, match: Match, clock: Clock) -> None:
    assert await missed(matches, match, clock, ALL - 1) is match


async def test_when_time_is_up_the_computer_moves(matches: Matches, match: Match, clock: Clock, store: Store) -> None:
    asked = seat_of(match, to_act(match))
    after = await missed(matches, match, clock)

    assert after.length > match.length
    assert (await store.log(match.table.id))[match.length].seat == asked
    assert after.table.is_here(asked)
    assert after.table.clock(asked).bank == 0


async def test_one_person_alone_keeps_nobody_waiting(matches: Matches, clock: Clock) -> None:
    match = await begun(matches, robots=1)
    clock.now += 1000 * ALL
    assert await matches.absences.time_out(match.table.id) is match


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


async def test_who_is_away_comes_back_to_his_seat(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    back = await matches.absences.come_back(match.table.id, match.table.people[seat].user_id)

    assert back.table.is_here(seat)
    assert await matches.absences.come_back(match.table.id, match.table.people[seat].user_id) is back


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

    back = await matches.absences.come_back(match.table.id, ANA.user_id)
    assert back.table.present == (seat_of(match, ANA),)
    assert back.robot_to_act is not None or back.asks(ANA.user_id)


async def test_everything_about_absence_is_on_the_disk(
    matches: Matches, match: Match, clock: Clock, store: Store
) -> None:
    match, _ = await away(matches, match, clock)
    assert await store.table(match.table.id) == match.table


async def test_who_leaves_has_lost_and_the_others_play_on(
    matches: Matches, match: Match, store: Store, results: Results
) -> None:
    left = await matches.absences.quit(match.table.id, BEN.user_id)
    assert left.table.clock(seat_of(left, BEN)).presence == "left"
    assert await store.open_tables_of(BEN.user_id) == []

    await play_out(matches, left)

    counted = await results(match.table.id)
    assert counted[BEN.user_id] == (0, 0)
    assert sorted(won for won, _ in counted.values()) == [0, 0, 1]
    assert sum(points for _, points in counted.values()) == 1 + 2


async def test_who_has_left_may_do_nothing_more(matches: Matches, match: Match) -> None:
    await matches.absences.quit(match.table.id, BEN.user_id)
    for intent in (
        matches.absences.quit(match.table.id, BEN.user_id),
        matches.absences.come_back(match.table.id, BEN.user_id),
        matches.play.move(match.table.id, BEN.user_id, decision(match), "lift"),
    ):
        with pytest.raises(NotAllowed, match="You left this match"):
            await intent


async def test_the_next_person_is_host_when_the_host_leaves(matches: Matches, match: Match) -> None:
    left = await matches.absences.quit(match.table.id, ANA.user_id)
    assert left.table.host_id == BEN.user_id


async def test_the_last_to_leave_closes_the_match(matches: Matches, match: Match, results: Results) -> None:
    for person in (ANA, CLEO, BEN):
        match = await matches.absences.quit(match.table.id, person.user_id)

    assert match.table.phase == "deserted"
    assert await results(match.table.id) == dict.fromkeys((ANA.user_id, BEN.user_id, CLEO.user_id), (0, 0))
    with pytest.raises(MatchOver):
        await matches.absences.quit(match.table.id, ANA.user_id)


async def test_an_idle_match_counts_for_those_alone_who_have_left(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match = await matches.absences.quit(match.table.id, BEN.user_id)
    while match.table.present:
        match = await missed(matches, match, clock)
    clock.now += 3601
    await matches.endings.lapse(3600, "playing")

    assert (await matches.get(match.table.id)).table.phase == "deserted"
    assert await results(match.table.id) == {BEN.user_id: (0, 0)}


@pytest.mark.parametrize(("moderator", "losers"), [(True, [BEN]), (False, [ANA, BEN])], ids=["moderator", "host"])
async def test_a_match_that_is_cancelled_counts_for_who_has_left_it(
    matches: Matches, match: Match, results: Results, *, moderator: bool, losers: list[Person]
) -> None:
    await matches.absences.quit(match.table.id, BEN.user_id)
    await matches.endings.cancel(match.table.id, ANA.user_id, "playing", moderator=moderator)

    assert await results(match.table.id) == {person.user_id: (0, 0) for person in losers}


async def test_who_is_away_at_the_end_has_won_nothing(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match, seat = await away(matches, match, clock)
    await play_out(matches, match)

    assert (await results(match.table.id))[match.table.people[seat].user_id] == (0, 0)


async def test_who_clicks_too_late_is_told_that_his_time_was_up(matches: Matches, match: Match, clock: Clock) -> None:
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


async def test_the_last_one_left_has_no_clock(matches: Matches) -> None:
    match = await begun(matches, BEN, robots=1)
    left = await matches.absences.quit(match.table.id, BEN.user_id)

    assert [one.due_at for one in left.table.clocks] == [None, None, None]


async def test_where_the_host_is_away_whoever_is_there_acts_for_him(
    matches: Matches, match: Match, clock: Clock
) -> None:
    match, seat = await away(matches, match, clock)
    table = replace(match.table, host_id=match.table.people[seat].user_id)
    other = next(one for one in match.table.people if match.table.seat_of(one.user_id) in match.table.present)

    assert table.is_run_by(other.user_id)
    assert not table.is_run_by(table.host_id)
    assert not table.is_run_by(99)


async def test_a_match_from_before_there_were_clocks_gets_them(match: Match, clock: Clock, engine: AsyncEngine) -> None:
    async with engine.begin() as db:
        await db.exec_driver_sql("UPDATE matches SET clocks = '[]'")
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    match = await anew.get(match.table.id)
    for _ in range(3):
        match = await play_lowest(anew, match)

    assert len(match.table.clocks) == 3
    assert sum(one.due_at is not None for one in match.table.clocks) == 1


async def test_the_host_gives_up_the_seat_of_who_is_away(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    host = match.table.host_id if match.table.seat_of(match.table.host_id) != seat else CLEO.user_id
    after = await matches.absences.replace(match.table.id, host, seat, moderator=host != match.table.host_id)
    assert after.table.clock(seat).presence == "left"


async def test_only_the_host_and_moderators_give_up_seats(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    guest = next(one for one in match.table.people if one.user_id != match.table.host_id)
    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await matches.absences.replace(match.table.id, guest.user_id, seat, moderator=False)


async def test_nobody_is_replaced_who_is_there(matches: Matches, match: Match) -> None:
    seat = seat_of(match, waiting(match))
    with pytest.raises(NotAllowed, match="That player is back"):
        await matches.absences.replace(match.table.id, ANA.user_id, seat, moderator=False)


async def test_before_the_start_there_is_nothing_to_leave_or_give_up(matches: Matches) -> None:
    table = await lobby(matches, BEN)
    for intent in (
        matches.absences.quit(table.id, BEN.user_id),
        matches.absences.replace(table.id, ANA.user_id, Seat(1), moderator=False),
    ):
        with pytest.raises(MatchOver):
            await intent


async def test_a_stranger_has_no_seat_to_leave(matches: Matches, match: Match) -> None:
    with pytest.raises(NotYourSeat):
        await matches.absences.quit(match.table.id, 99)


async def test_time_without_the_bot_is_given_back(matches: Matches, match: Match, store: Store) -> None:
    idle = await begun(matches, robots=1)
    before = [one.due_at for one in match.table.clocks if one.due_at]
    await matches.absences.credit(500)

    after = (await matches.get(match.table.id)).table
    assert [one.due_at for one in after.clocks if one.due_at] == [due + 500 for due in before]
    assert await store.table(match.table.id) == after
    assert (await matches.get(idle.table.id)).table.phase == "playing"


async def test_a_call_is_remembered_for_the_question_it_was_for(matches: Matches, match: Match, clock: Clock) -> None:
    seat = seat_of(match, to_act(match))
    asked_at = int(clock.now)
    assert await matches.absences.note_ping(match.table.id, seat, asked_at, 77)
    assert not await matches.absences.note_ping(match.table.id, seat, asked_at - 1, 78)
    assert (await matches.get(match.table.id)).table.clock(seat).ping_id == 77

    clock.now += 1
    match = await play_lowest(matches, await matches.get(match.table.id))
    assert match.table.clock(seat).ping_id == 77
    await matches.absences.note_ping(match.table.id, seat, asked_at, None)
    assert (await matches.get(match.table.id)).table.clock(seat).ping_id is None
