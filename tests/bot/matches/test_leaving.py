"""Leaving a match, replacing others, and what that counts on the leaderboard."""

from dataclasses import replace

import pytest

from bot.errors import MatchOver, NotAllowed, NotYourSeat
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.table import Person
from games.core import Seat
from tests.bot.matches.away import away, missed, seat_of
from tests.bot.matches.conftest import Results
from tests.bot.people import ANA, BEN, CLEO, begun, decision, lobby, play_out, reaches_everywhere, to_act, waiting
from tests.clock import Clock


async def test_a_player_who_leaves_has_lost_and_the_others_play_on(
    matches: Matches, match: Match, store: Store, results: Results
) -> None:
    left = await matches.seats.quit(match.table.id, BEN.user_id)
    assert left.table.clock(seat_of(left, BEN)).presence == "left"
    assert await store.open_tables_of(BEN.user_id) == []

    await play_out(matches, left)

    counted = await results(match.table.id)
    assert counted[BEN.user_id] == (0, 0)
    assert sorted(won for won, _ in counted.values()) == [0, 0, 1]
    assert sum(points for _, points in counted.values()) == 1 + 2


async def test_a_player_who_has_left_may_do_nothing_more(matches: Matches, match: Match) -> None:
    await matches.seats.quit(match.table.id, BEN.user_id)
    for intent in (
        matches.seats.quit(match.table.id, BEN.user_id),
        matches.seats.come_back(match.table.id, BEN.user_id),
        matches.play.move(match.table.id, BEN.user_id, decision(match), "lift"),
    ):
        with pytest.raises(NotAllowed, match="You left this match"):
            await intent


async def test_the_next_person_is_host_when_the_host_leaves(matches: Matches, match: Match) -> None:
    left = await matches.seats.quit(match.table.id, ANA.user_id)
    assert left.table.host_id == BEN.user_id


async def test_the_last_to_leave_closes_the_match(matches: Matches, match: Match, results: Results) -> None:
    for person in (ANA, CLEO, BEN):
        match = await matches.seats.quit(match.table.id, person.user_id)

    assert match.table.phase == "deserted"
    assert await results(match.table.id) == dict.fromkeys((ANA.user_id, BEN.user_id, CLEO.user_id), (0, 0))
    with pytest.raises(MatchOver):
        await matches.seats.quit(match.table.id, ANA.user_id)


async def test_an_idle_match_counts_for_those_alone_who_have_left(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match = await matches.seats.quit(match.table.id, BEN.user_id)
    while match.table.present:
        match = await missed(matches, match, clock)
    clock.now += 3601
    await matches.seats.lapse(3600, "playing", reaches_everywhere)

    assert (await matches.get(match.table.id)).table.phase == "deserted"
    assert await results(match.table.id) == {BEN.user_id: (0, 0)}


@pytest.mark.parametrize(("moderator", "losers"), [(True, [BEN]), (False, [ANA, BEN])], ids=["moderator", "host"])
async def test_a_match_that_is_cancelled_counts_for_who_has_left_it(
    matches: Matches, match: Match, results: Results, *, moderator: bool, losers: list[Person]
) -> None:
    await matches.seats.quit(match.table.id, BEN.user_id)
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=moderator)

    assert await results(match.table.id) == {person.user_id: (0, 0) for person in losers}


async def test_the_last_one_left_has_no_clock(matches: Matches) -> None:
    match = await begun(matches, BEN, robots=1)
    left = await matches.seats.quit(match.table.id, BEN.user_id)

    assert [one.due_at for one in left.table.clocks] == [None, None, None]


async def test_while_the_host_is_away_any_player_who_is_here_acts_as_host(
    matches: Matches, match: Match, clock: Clock
) -> None:
    match, seat = await away(matches, match, clock)
    table = replace(match.table, host_id=match.table.people[seat].user_id)
    other = next(one for one in match.table.people if match.table.seat_of(one.user_id) in match.table.present)

    assert table.is_run_by(other.user_id)
    assert not table.is_run_by(table.host_id)
    assert not table.is_run_by(99)


async def test_the_host_gives_up_the_seat_of_who_is_away(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    host = match.table.host_id if match.table.seat_of(match.table.host_id) != seat else CLEO.user_id
    after = await matches.seats.replace(match.table.id, host, seat, moderator=host != match.table.host_id)
    assert after.table.clock(seat).presence == "left"


async def test_only_the_host_and_moderators_give_up_seats(matches: Matches, match: Match, clock: Clock) -> None:
    while to_act(match).user_id == match.table.host_id:
        match = await begun(matches, BEN, CLEO)
    match, seat = await away(matches, match, clock)
    guest = next(one for one in match.table.people if one.user_id != match.table.host_id)
    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await matches.seats.replace(match.table.id, guest.user_id, seat, moderator=False)


async def test_nobody_is_replaced_who_is_there(matches: Matches, match: Match) -> None:
    seat = seat_of(match, waiting(match))
    with pytest.raises(NotAllowed, match="That player is back"):
        await matches.seats.replace(match.table.id, ANA.user_id, seat, moderator=False)


async def test_before_the_start_there_is_nothing_to_leave_or_give_up(matches: Matches) -> None:
    table = await lobby(matches, BEN)
    for intent in (
        matches.seats.quit(table.id, BEN.user_id),
        matches.seats.replace(table.id, ANA.user_id, Seat(1), moderator=False),
    ):
        with pytest.raises(MatchOver):
            await intent


async def test_a_stranger_has_no_seat_to_leave(matches: Matches, match: Match) -> None:
    with pytest.raises(NotYourSeat):
        await matches.seats.quit(match.table.id, 99)
