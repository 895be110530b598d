"""Players who miss turns are away, and come back or are replaced."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, TimeWasUp
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from games.core import Seat
from tests.bot.matches.away import away, missed, nobody_here, play_lowest, seat_of, turn_of
from tests.bot.people import ANA, BEN, CLEO, begun, decision, lobby, to_act, waiting
from tests.clock import WHOLE_TURN_SECONDS, Clock


async def test_only_who_is_asked_has_a_clock_that_runs(match: Match, clock: Clock) -> None:
    asked = seat_of(match, to_act(match))
    due = [one.due_at for one in match.table.clocks]
    assert due == [int(clock.now) + WHOLE_TURN_SECONDS if seat == asked else None for seat in range(3)]


async def test_when_time_is_up_and_not_before_the_computer_moves(
    matches: Matches, match: Match, clock: Clock, store: Store
) -> None:
    asked = seat_of(match, to_act(match))
    assert await missed(matches, match, clock, WHOLE_TURN_SECONDS - 1) is match

    after = await missed(matches, match, clock, 1)
    assert (await store.log(match.table.id))[match.length].seat == asked
    assert (after.table.is_here(asked), after.table.clock(asked).bank) == (True, 0)


async def test_one_person_alone_keeps_nobody_waiting(matches: Matches, clock: Clock) -> None:
    match = await begun(matches, robots=1)
    clock.now += 1000 * WHOLE_TURN_SECONDS
    assert await matches.seats.time_out(match.table.id) is match


async def test_a_player_who_clicks_too_late_is_told_that_their_time_was_up(
    matches: Matches, match: Match, clock: Clock
) -> None:
    await missed(matches, match, clock)
    with pytest.raises(TimeWasUp):
        await matches.play.move(match.table.id, to_act(match).user_id, decision(match), "bid 1x1")


async def test_after_two_turns_the_computer_keeps_the_seat(
    matches: Matches, match: Match, clock: Clock, store: Store
) -> None:
    match, seat = await away(matches, match, clock)
    assert await store.table(match.table.id) == match.table

    match = await turn_of(matches, match, seat)
    assert (match.robot_to_act, match.level(seat)) == (seat, "medium")
    assert match.table.clock(seat).due_at is None


@pytest.mark.parametrize("moves", [True, False], ids=["by a move", "by a button"])
async def test_a_player_who_is_away_comes_back(matches: Matches, match: Match, clock: Clock, *, moves: bool) -> None:
    match, seat = await away(matches, match, clock)
    match = await turn_of(matches, match, seat)
    number, user_id = match.table.id, match.table.people[seat].user_id
    if moves:
        text = match.view(seat).legal_actions[0].to_text()
        back = await matches.play.move(number, user_id, decision(match), text)
    else:
        back = await matches.seats.come_back(number, user_id)
        assert back.asks(user_id)

    assert back.table.is_here(seat)
    assert await matches.seats.come_back(number, user_id) is back


async def test_where_everyone_is_away_the_match_stands_still(matches: Matches, match: Match, clock: Clock) -> None:
    match = await nobody_here(matches, match, clock)

    assert match.robot_to_act is None
    assert not any(one.due_at for one in match.table.clocks)


@pytest.mark.parametrize(("reroll", "actions"), [(False, 1), (True, 2)], ids=["a bid", "a bid and a reroll"])
async def test_what_the_computer_did_in_a_missed_turn_is_known_until_the_next_move(
    matches: Matches, anew: Matches, clock: Clock, *, reroll: bool, actions: int
) -> None:
    match = await begun(matches, BEN, CLEO, reroll=reroll)
    seat = seat_of(match, to_act(match))
    match = await missed(matches, match, clock)

    did = match.stood_in[seat]
    assert len(did) == actions
    assert did[0].startswith("bid ")
    assert (match.table.clock(seat).misses, match.table.clock(seat).presence) == (1, "here")
    match = await anew.get(match.table.id)
    assert match.stood_in[seat] == did

    match = await turn_of(anew, match, seat)
    assert seat in match.stood_in
    match = await play_lowest(anew, match)
    assert seat not in match.stood_in


async def test_a_match_from_before_there_were_clocks_gets_them(
    anew: Matches, match: Match, engine: AsyncEngine
) -> None:
    async with engine.begin() as db:
        await db.exec_driver_sql("UPDATE matches SET clocks = '[]'")
    match = await play_lowest(anew, await anew.get(match.table.id))

    assert len(match.table.clocks) == 3
    assert sum(one.due_at is not None for one in match.table.clocks) == 1


async def test_a_ping_is_remembered_for_its_question_and_draws_no_page(
    matches: Matches, match: Match, clock: Clock
) -> None:
    seat, asked_at, drawn = seat_of(match, to_act(match)), int(clock.now), list[Match]()
    matches.on_change.append(drawn.append)
    assert await matches.seats.note_ping(match.table.id, seat, asked_at, 77)
    assert not await matches.seats.note_ping(match.table.id, seat, asked_at - 1, 78)
    assert not drawn

    clock.now += 1
    match = await play_lowest(matches, await matches.get(match.table.id))
    assert match.table.clock(seat).ping_id == 77
    await matches.seats.note_ping(match.table.id, seat, asked_at, None)
    assert (await matches.get(match.table.id)).table.clock(seat).ping_id is None


async def who_is_away(matches: Matches, clock: Clock, *, is_host: bool) -> tuple[Match, Seat]:
    """A match in which the host or somebody else is away."""
    match = await begun(matches, BEN, CLEO)
    while (to_act(match) == ANA) != is_host:
        match = await begun(matches, BEN, CLEO)
    return await away(matches, match, clock)


@pytest.mark.parametrize("moderator", [True, False])
async def test_the_host_or_a_moderator_gives_up_the_seat_of_who_is_away(
    matches: Matches, clock: Clock, *, moderator: bool
) -> None:
    match, seat = await who_is_away(matches, clock, is_host=False)
    user_id = 99 if moderator else ANA.user_id
    after = await matches.seats.replace(match.table.id, user_id, seat, moderator=moderator)

    assert after.table.clock(seat).presence == "left"


async def test_nobody_else_gives_up_seats(matches: Matches, clock: Clock) -> None:
    match, seat = await who_is_away(matches, clock, is_host=False)
    guest = next(one for one in (BEN, CLEO) if match.table.is_here(seat_of(match, one)))
    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await matches.seats.replace(match.table.id, guest.user_id, seat, moderator=False)


async def test_while_the_host_is_away_any_player_who_is_here_acts_as_host(matches: Matches, clock: Clock) -> None:
    match, seat = await who_is_away(matches, clock, is_host=True)

    assert [match.table.is_run_by(user_id) for user_id in (ANA.user_id, BEN.user_id, 99)] == [False, True, False]
    with pytest.raises(NotAllowed, match="You're marked as away"):
        await matches.seats.replace(match.table.id, ANA.user_id, seat, moderator=False)


async def test_nobody_is_replaced_who_is_there_or_before_the_start(matches: Matches, match: Match) -> None:
    with pytest.raises(NotAllowed, match="That player is back"):
        await matches.seats.replace(match.table.id, ANA.user_id, seat_of(match, waiting(match)), moderator=False)
    with pytest.raises(MatchOver):
        await matches.seats.replace((await lobby(matches, BEN)).id, ANA.user_id, Seat(1), moderator=False)
