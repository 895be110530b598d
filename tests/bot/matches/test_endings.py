"""Matches that end: played out, left, ended by agreement, cancelled, or given up; and what each counts."""

from typing import Any, Literal

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.results import RatingChanges
from bot.store.retention import RetentionStore
from bot.store.store import Store
from bot.tables.table import Person
from games.core import Seat
from tests.bot.matches.away import nobody_here, play_lowest, seat_of
from tests.bot.matches.conftest import Results
from tests.bot.people import ANA, BEN, CLEO, begun, decision, lobby, play_out, play_robot, reaches_everywhere, to_act
from tests.bot.results import Played
from tests.clock import WHOLE_TURN_SECONDS, Clock

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


async def test_a_match_counts_only_once_it_has_ended(matches: Matches, match: Match, results: Results) -> None:
    assert await results(match.table.id) == {}
    assert (await play_out(matches, match)).table.phase == "over"
    assert set(await results(match.table.id)) == {A, B, C}


async def test_a_player_who_leaves_has_lost_and_the_others_play_on(
    matches: Matches, match: Match, store: Store, results: Results
) -> None:
    left = await left_by(matches, match, BEN)
    assert left.table.clock(seat_of(left, BEN)).presence == "left"
    assert await store.open_tables_of(B) == []
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


async def test_before_the_start_there_is_nothing_to_leave(matches: Matches) -> None:
    with pytest.raises(MatchOver):
        await matches.seats.quit((await lobby(matches, BEN)).id, B)


async def test_the_next_person_who_is_here_is_host_when_the_host_leaves(
    matches: Matches, match: Match, clock: Clock
) -> None:
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


async def test_the_last_one_left_has_no_clock(matches: Matches) -> None:
    left = await left_by(matches, await begun(matches, BEN, robots=1), BEN)
    assert [one.due_at for one in left.table.clocks] == [None, None, None]


async def test_the_one_who_remains_takes_the_win_once(
    matches: Matches, anew: Matches, store: Store, results: Results
) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO, robots=1), BEN, CLEO)
    won = await matches.seats.settle(match.table.id, A)
    with pytest.raises(MatchOver):
        await matches.seats.settle(match.table.id, A)

    assert won.table.phase == "settled"
    assert await results(match.table.id) == {A: (1, 2), B: LOST, C: LOST}
    assert await anew.get(match.table.id) == won
    assert await store.open_tables_of(A) == []


async def test_there_is_no_win_to_take_unless_somebody_has_left_for_good(matches: Matches, clock: Clock) -> None:
    alone, match = await begun(matches, robots=2), await begun(matches, BEN)
    while len(match.table.present) == 2:
        clock.now += WHOLE_TURN_SECONDS
        match = await matches.seats.time_out(match.table.id)

    for table in (alone.table, match.table):
        with pytest.raises(StaleClick):
            await matches.seats.settle(table.id, A)


async def test_where_several_remain_all_must_agree(matches: Matches, two_left: Match, results: Results) -> None:
    number = two_left.table.id
    for _ in range(2):
        assert (await matches.seats.settle(number, A)).table.phase == "playing"

    assert (await matches.seats.settle(number, B)).table.phase == "settled"
    assert await results(number) == {A: (1, 1), B: (1, 1), C: LOST}


async def test_a_player_who_has_agreed_may_still_play_on(matches: Matches, two_left: Match) -> None:
    await matches.seats.settle(two_left.table.id, A)
    await matches.seats.play_on(two_left.table.id, A)

    assert (await matches.seats.settle(two_left.table.id, B)).table.phase == "playing"


async def test_when_another_one_leaves_everyone_is_asked_anew(matches: Matches, two_left: Match) -> None:
    await matches.seats.play_on(two_left.table.id, A)

    assert (await left_by(matches, two_left, BEN)).table.clocks[0].wish is None


async def test_those_who_agree_share_the_win_though_they_were_away(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match = await left_by(matches, await nobody_here(matches, match, clock), CLEO)
    await matches.seats.settle(match.table.id, A)
    await nobody_here(matches, await matches.get(match.table.id), clock)
    await matches.seats.settle(match.table.id, B)

    assert await results(match.table.id) == {A: (1, 1), B: (1, 1), C: LOST}


@pytest.mark.parametrize("others", [(BEN, CLEO), ()], ids=["among people", "alone"])
async def test_in_the_lobby_nobody_loses_by_cancelling(
    matches: Matches, results: Results, others: tuple[Person, ...]
) -> None:
    table = await lobby(matches, *others, robots=1)
    closed = await matches.seats.cancel(table.id, A, "lobby", moderator=False, as_loss=False)

    assert closed.table.phase == "cancelled"
    assert await results(table.id) == {}


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
async def test_alone_it_counts_from_the_second_round_on_to_end_a_match(
    matches: Matches, results: Results, *, cancels: bool
) -> None:
    first, second = await begun(matches, robots=2), await round_over(matches, await begun(matches, robots=2))
    for match in (first, second):
        if cancels:
            await matches.seats.cancel(match.table.id, A, "playing", moderator=False)
        else:
            await matches.seats.quit(match.table.id, A)

    assert [await results(match.table.id) for match in (first, second)] == [{}, {A: LOST}]


async def test_nobody_else_cancels_and_no_button_of_another_phase(matches: Matches, match: Match) -> None:
    cancel, number = matches.seats.cancel, match.table.id
    with pytest.raises(NotAllowed, match="Only the table's host or a moderator"):
        await cancel(number, B, "playing", moderator=False)
    with pytest.raises(StaleClick):
        await cancel(number, A, "lobby", moderator=False)
    await cancel(number, A, "playing", moderator=True)
    with pytest.raises(MatchOver):
        await cancel(number, A, "playing", moderator=True)


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


@pytest.mark.parametrize("phase", ["lobby", "playing"])
async def test_a_match_in_which_a_clock_runs_never_lapses(
    matches: Matches, match: Match, clock: Clock, phase: Literal["lobby", "playing"]
) -> None:
    clock.now += 1000 * HOUR
    assert await lapsed(matches, match.table.id, phase) == "playing"


async def test_an_idle_match_counts_for_those_alone_who_have_left(
    matches: Matches, match: Match, clock: Clock, results: Results
) -> None:
    match = await nobody_here(matches, await left_by(matches, match, BEN), clock)
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


async def test_a_match_keeps_its_ranks_whatever_is_played_afterwards(
    matches: Matches, anew: Matches, store: Store, clock: Clock
) -> None:
    over = await play_out(matches, await begun(matches, BEN))
    clock.now += 1
    for _ in range(9):
        await Played(store)((CLEO, 5), (BEN, 1), at=int(clock.now))

    assert set(over.changes) == {A, B}
    assert (await anew.get(over.table.id)).changes == over.changes


async def test_without_its_changes_a_match_that_has_ended_is_shown_all_the_same(
    matches: Matches, anew: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: int) -> RatingChanges:
        raise OSError("disk full")

    over = await play_out(matches, await begun(matches, BEN))
    monkeypatch.setattr(anew.store, "aftermath", fails)
    shown = await anew.get(over.table.id)

    assert (shown.table.phase, shown.changes) == ("over", {})


@pytest.mark.parametrize("is_played_out", [True, False], ids=["played out", "settled"])
async def test_nothing_is_read_at_the_end_of_a_match(
    matches: Matches, store: Store, monkeypatch: pytest.MonkeyPatch, is_played_out: bool
) -> None:
    async def fails(_: int) -> Any:  # noqa: ANN401 - whatever would be read
        raise AssertionError

    match = await begun(matches, BEN)
    match = match if is_played_out else await left_by(matches, match, BEN)
    for name in ("table", "log", "seal", "aftermath"):
        monkeypatch.setattr(store, name, fails)

    over = await (play_out(matches, match) if is_played_out else matches.seats.settle(match.table.id, A))

    monkeypatch.undo()
    assert (over.changes, over.firsts) == await store.aftermath(match.table.id)
    assert bool(over.firsts) == is_played_out
