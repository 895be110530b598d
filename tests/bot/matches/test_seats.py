"""Seats that are empty and matches that end: absences, leaving, agreeing to end, cancelling; and what each counts."""

from typing import Literal

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick, TimeWasUp
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.results import RatingChanges
from bot.store.retention import RetentionStore
from bot.store.store import Store
from bot.tables.table import Person
from games.core import Seat
from tests.bot.matches.away import away, missed, nobody_here, play_lowest, seat_of, turn_of
from tests.bot.matches.conftest import Results
from tests.bot.people import (
    ANA,
    BEN,
    CLEO,
    begun,
    decision,
    lobby,
    play_out,
    play_robot,
    reaches_everywhere,
    to_act,
)
from tests.bot.results import Played
from tests.clock import FIRST_TURN_SECONDS, WHOLE_TURN_SECONDS, Clock


async def test_when_time_is_up_the_computer_moves(matches: Matches, match: Match, clock: Clock) -> None:
    asked, end = seat_of(match, to_act(match)), int(clock.now) + FIRST_TURN_SECONDS
    assert [one.due_at for one in match.table.clocks] == [end if seat == asked else None for seat in range(3)]
    assert await missed(matches, match, clock, FIRST_TURN_SECONDS - 1) is match
    after = await missed(matches, match, clock, 1)
    with pytest.raises(TimeWasUp):
        await matches.play.move(match.table.id, to_act(match).user_id, decision(match), "bid 1x1")
    assert (await matches.store.log(match.table.id))[match.length].seat == asked
    assert (after.table.is_here(asked), after.table.clock(asked).bank) == (True, 0)


async def test_after_two_turns_the_player_is_away(matches: Matches, match: Match, clock: Clock) -> None:
    match, seat = await away(matches, match, clock)
    assert await matches.store.table(match.table.id) == match.table
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


async def test_a_match_older_than_clocks_gets_them(anew: Matches, match: Match, engine: AsyncEngine) -> None:
    async with engine.begin() as db:
        await db.exec_driver_sql("UPDATE matches SET clocks = '[]'")
    match = await play_lowest(anew, await anew.get(match.table.id))
    assert len(match.table.clocks) == 3
    assert sum(one.due_at is not None for one in match.table.clocks) == 1


async def test_a_ping_is_kept_for_its_question_and_draws_no_page(matches: Matches, match: Match, clock: Clock) -> None:
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
async def test_host_and_moderators_give_up_the_seat_of_who_is_away(
    matches: Matches, clock: Clock, *, moderator: bool
) -> None:
    match, seat = await who_is_away(matches, clock, is_host=False)
    user_id = 99 if moderator else ANA.user_id
    after = await matches.seats.replace(match.table.id, user_id, seat, moderator=moderator)
    assert after.table.clock(seat).presence == "left"


async def test_nobody_else_gives_up_seats_nor_those_of_who_is_there(matches: Matches, clock: Clock) -> None:
    match, seat = await who_is_away(matches, clock, is_host=False)
    guest = next(one for one in (BEN, CLEO) if match.table.is_here(seat_of(match, one)))
    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await matches.seats.replace(match.table.id, guest.user_id, seat, moderator=False)
    with pytest.raises(NotAllowed, match="That player is back"):
        await matches.seats.replace(match.table.id, ANA.user_id, seat_of(match, guest), moderator=False)
    with pytest.raises(MatchOver):
        await matches.seats.replace((await lobby(matches, BEN)).id, ANA.user_id, Seat(1), moderator=False)


async def test_while_the_host_is_away_any_player_who_is_here_acts_as_host(matches: Matches, clock: Clock) -> None:
    match, seat = await who_is_away(matches, clock, is_host=True)
    assert [match.table.is_run_by(user_id) for user_id in (ANA.user_id, BEN.user_id, 99)] == [False, True, False]
    with pytest.raises(NotAllowed, match="You're marked as away"):
        await matches.seats.replace(match.table.id, ANA.user_id, seat, moderator=False)


HOUR = 3600
A, B, C = ANA.user_id, BEN.user_id, CLEO.user_id
LOST = (0, 0)


async def left_by(matches: Matches, match: Match, *people: Person) -> Match:
    """The match after these people have left."""
    for person in people:
        match = await matches.seats.quit(match.table.id, person.user_id)
    return match


async def round_over(matches: Matches, match: Match) -> Match:
    """Ana's match against the computer after its first round."""
    while not match.rounds_over:
        if match.robot_to_act is not None:
            match = await play_robot(matches, match)
        else:
            text = match.view(Seat(0)).legal_actions[-1].to_text()
            match = await matches.play.move(match.table.id, A, decision(match), text)
    return match


@pytest.fixture
async def two_left(matches: Matches, match: Match) -> Match:
    """A match that Cleo has left, while Ana and Ben remain."""
    return await left_by(matches, match, CLEO)


async def test_who_leaves_has_lost_and_the_others_play_on(matches: Matches, match: Match, results: Results) -> None:
    left = await left_by(matches, match, BEN)
    assert left.table.clock(seat_of(left, BEN)).presence == "left"
    assert await matches.store.open_tables_of(B) == []
    await play_out(matches, left)
    counted = await results(match.table.id)
    assert counted[B] == LOST
    assert sorted(counted.values()) == [LOST, (0, 1), (1, 2)]


async def test_a_player_who_has_left_may_do_nothing_more(matches: Matches, two_left: Match) -> None:
    number, seats = two_left.table.id, matches.seats
    for intent in (
        seats.quit(number, C),
        seats.come_back(number, C),
        seats.settle(number, C),
        matches.play.move(number, C, decision(two_left), "lift"),
    ):
        with pytest.raises(NotAllowed, match="You left this match"):
            await intent


async def test_a_stranger_leaves_and_ends_nothing(matches: Matches, two_left: Match) -> None:
    for intent in (matches.seats.quit, matches.seats.settle):
        with pytest.raises(NotYourSeat):
            await intent(two_left.table.id, 99)


async def test_when_the_host_leaves_who_is_here_becomes_host(matches: Matches, match: Match, clock: Clock) -> None:
    while match.table.is_here(Seat(1)):
        if to_act(match) == BEN:
            clock.now += WHOLE_TURN_SECONDS
            match = await matches.seats.time_out(match.table.id)
        else:
            match = await play_lowest(matches, match)
    assert (await left_by(matches, match, ANA)).table.host_id == C


async def test_the_last_to_leave_closes_the_match(matches: Matches, match: Match, results: Results) -> None:
    match = await left_by(matches, match, ANA, CLEO, BEN)
    assert match.table.phase == "deserted"
    assert await results(match.table.id) == {A: LOST, B: LOST, C: LOST}
    with pytest.raises(MatchOver):
        await matches.seats.quit(match.table.id, A)


async def test_who_remains_takes_the_win_once(matches: Matches, anew: Matches, results: Results) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO, robots=1), BEN, CLEO)
    assert [one.due_at for one in match.table.clocks] == [None] * 4  # nobody waits
    won = await matches.seats.settle(match.table.id, A)
    with pytest.raises(MatchOver):
        await matches.seats.settle(match.table.id, A)
    assert won.table.phase == "settled"
    assert await results(match.table.id) == {A: (1, 2), B: LOST, C: LOST}
    again = await anew.get(match.table.id)
    assert again == won
    assert again.changes == won.changes != {}
    assert await matches.store.open_tables_of(A) == []


async def test_there_is_no_win_to_take_unless_somebody_has_left_for_good(matches: Matches, clock: Clock) -> None:
    alone, match = await begun(matches, robots=2), await begun(matches, BEN)
    while len(match.table.present) == 2:
        clock.now += WHOLE_TURN_SECONDS
        match = await matches.seats.time_out(match.table.id)
    for table in (alone.table, match.table):
        with pytest.raises(StaleClick):
            await matches.seats.settle(table.id, A)


async def test_who_has_agreed_may_play_on_and_is_asked_again_when_another_leaves(
    matches: Matches, two_left: Match
) -> None:
    await matches.seats.settle(two_left.table.id, A)
    await matches.seats.play_on(two_left.table.id, A)
    asked = await matches.seats.settle(two_left.table.id, B)
    assert [(asked.table.phase, clock.wish) for clock in asked.table.clocks] == [
        ("playing", wish) for wish in ("play", "end", None)
    ]
    left = await left_by(matches, asked, BEN)
    assert [clock.wish for clock in left.table.clocks] == [None] * 3


async def test_those_who_remain_share_the_win_if_all_agree(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match = await left_by(matches, await nobody_here(matches, match, clock), CLEO)
    for _ in range(2):
        assert (await matches.seats.settle(match.table.id, A)).table.phase == "playing"
    await nobody_here(matches, await matches.get(match.table.id), clock)
    assert (await matches.seats.settle(match.table.id, B)).table.phase == "settled"
    assert await results(match.table.id) == {A: (1, 1), B: (1, 1), C: LOST}


CANCELLED: dict[str, tuple[tuple[Person, ...], int, bool, set[int]]] = {
    "the host loses": ((), A, False, {A}),
    "the host loses, as who has left": ((BEN,), A, False, {A, B}),
    "a moderator does not": ((BEN,), A, True, {B}),
    "nor who became host when the host left": ((ANA,), B, False, {A}),
    "nor a host whom all others have left": ((BEN, CLEO), A, False, {B, C}),
    "nor a moderator who does not play": ((), 99, True, set()),
}
"""Who has left before, who cancels, whether as a moderator, and who has lost."""


@pytest.mark.parametrize(("leavers", "user_id", "moderator", "losers"), CANCELLED.values(), ids=CANCELLED)
async def test_a_cancelled_match_is_lost_by_its_starter_and_who_has_left(
    matches: Matches, match: Match, results: Results, *,
    leavers: tuple[Person, ...], user_id: int, moderator: bool, losers: set[int],
) -> None:  # fmt: skip
    await left_by(matches, match, *leavers)
    loses = user_id in losers
    with pytest.raises(StaleClick):  # nobody loses, or not, who was told otherwise
        await matches.seats.cancel(match.table.id, user_id, "playing", moderator=moderator, as_loss=not loses)
    assert await results(match.table.id) == {}
    await matches.seats.cancel(match.table.id, user_id, "playing", moderator=moderator, as_loss=loses)
    assert await results(match.table.id) == dict.fromkeys(losers, LOST)


@pytest.mark.parametrize("cancels", [True, False], ids=["cancels", "leaves"])
async def test_alone_it_counts_from_round_two_to_end_a_match(
    matches: Matches, results: Results, *, cancels: bool
) -> None:
    first, second = await begun(matches, robots=2), await round_over(matches, await begun(matches, robots=2))
    for match in (first, second):
        if cancels:
            await matches.seats.cancel(match.table.id, A, "playing", moderator=False)
        else:
            await matches.seats.quit(match.table.id, A)
    assert [await results(match.table.id) for match in (first, second)] == [{}, {A: LOST}]


async def test_the_host_cancels_and_nobody_else_and_no_button_of_another_phase(matches: Matches, match: Match) -> None:
    cancel, number, table = matches.seats.cancel, match.table.id, await lobby(matches, BEN)
    assert (await cancel(table.id, A, "lobby", moderator=False, as_loss=False)).table.phase == "cancelled"
    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await cancel(number, B, "playing", moderator=False)
    with pytest.raises(StaleClick):
        await cancel(number, A, "lobby", moderator=False)
    await cancel(number, A, "playing", moderator=True)
    with pytest.raises(MatchOver):
        await cancel(number, A, "playing", moderator=True)


LAPSING: tuple[Literal["lobby", "playing"], ...] = ("lobby", "playing")


async def lapsed(matches: Matches, match_id: int, phase: Literal["lobby", "playing"]) -> str:
    """The phase of a match after idle ones have been closed."""
    await matches.seats.lapse(HOUR, phase, reaches_everywhere)
    return (await matches.get(match_id)).table.phase


async def test_a_lobby_closes_after_an_hour_in_which_nobody_has_come(matches: Matches, clock: Clock) -> None:
    table = await lobby(matches)
    clock.now += HOUR
    await matches.lobby.join(table.id, BEN)
    clock.now += HOUR
    assert await lapsed(matches, table.id, "lobby") == "lobby"
    clock.now += 1
    assert await lapsed(matches, table.id, "playing") == "lobby"
    assert await lapsed(matches, table.id, "lobby") == "lapsed"


@pytest.mark.parametrize("is_deleted", [True, False], ids=["is deleted", "gets a guest"])
async def test_a_lobby_that_changes_at_the_last_moment_is_not_closed(
    matches: Matches, store: Store, engine: AsyncEngine, *, clock: Clock, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture, is_deleted: bool,
) -> None:  # fmt: skip
    table = await lobby(matches)
    clock.now += HOUR + 1

    async def looked_up(*_: object) -> list[int]:
        if is_deleted:
            await RetentionStore(engine).delete_matches([table.id])
            matches.drop_all()
        else:
            await matches.lobby.join(table.id, BEN)
        return [table.id]

    monkeypatch.setattr(store, "unchanged_since", looked_up)
    await matches.seats.lapse(HOUR, "lobby", reaches_everywhere)

    assert not caplog.records
    found = await store.table(table.id)
    assert found is None if is_deleted else found and found.phase == "lobby"


async def test_an_idle_match_counts_for_who_has_left(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    await left_by(matches, match, BEN)
    clock.now += 1000 * HOUR
    for phase in LAPSING:
        assert await lapsed(matches, match.table.id, phase) == "playing"  # since a clock runs
    await nobody_here(matches, await matches.get(match.table.id), clock)
    clock.now += HOUR + 1
    assert await lapsed(matches, match.table.id, "playing") == "deserted"
    assert await results(match.table.id) == {B: LOST}


async def test_a_match_moves_its_people_on_the_leaderboard(matches: Matches, store: Store, clock: Clock) -> None:
    for rival in range(5):
        await Played(store)((BEN, 1), (Person(20 + rival, "Rival"), 0), at=int(clock.now))
    match = await left_by(matches, await begun(matches, BEN, CLEO), BEN, CLEO)

    changes = (await matches.seats.settle(match.table.id, A)).changes

    assert {user_id: change.rank_after for user_id, change in changes.items()} == {A: 2, B: 1, C: 3}
    assert {user_id for user_id, change in changes.items() if change.is_provisional} == {A, C}
    assert [(change.rated, change.opponents) for change in changes.values()] == [(1, 2), (6, 3), (1, 2)]
    assert (changes[B].rank_before, changes[A].rank_before) == (1, None)
    assert changes[A].rating_after > changes[A].rating_before == 1000
    assert changes[C].rating_after < changes[A].rating_after


async def test_without_its_changes_a_match_that_has_ended_is_shown_all_the_same(
    matches: Matches, anew: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: int) -> RatingChanges:
        raise OSError("disk full")

    over = await play_out(matches, await begun(matches, BEN))
    monkeypatch.setattr(anew.store, "aftermath", fails)
    shown = await anew.get(over.table.id)

    assert (shown.table.phase, shown.changes) == ("over", {})
