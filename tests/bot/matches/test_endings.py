"""Matches that end early: won by the last player left, ended by agreement, or cancelled."""

from random import Random
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import MatchOver, NotAllowed, NotYourSeat, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.results import RatingChanges
from bot.store.store import Store
from bot.tables.table import Person
from games.core import Seat
from tests.bot.matches.conftest import Results
from tests.bot.people import ANA, BEN, CLEO, begun, lobby, play, play_out, play_robot, to_act
from tests.bot.results import Played
from tests.clock import Clock


async def left_by(matches: Matches, match: Match, *people: Person) -> Match:
    """The match after these people have left."""
    for person in people:
        match = await matches.seats.quit(match.table.id, person.user_id)
    return match


async def round_over(matches: Matches, match: Match) -> Match:
    """The match after its first round, in which Ana and the computer players bid high or doubt."""
    while not match.rounds_over:
        if match.robot_to_act is not None:
            match = await play_robot(matches, match)
        else:
            match = await play(
                matches, match, match.view(min(match.state.to_act if match.state else ())).legal_actions[-1].to_text()
            )
    return match


async def test_the_one_who_remains_takes_the_win(matches: Matches, store: Store, results: Results) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO, robots=1), BEN, CLEO)

    won = await matches.seats.settle(match.table.id, ANA.user_id)

    assert won.table.phase == "settled"
    assert await results(match.table.id) == {ANA.user_id: (1, 2), BEN.user_id: (0, 0), CLEO.user_id: (0, 0)}
    assert await store.table(match.table.id) == won.table
    assert await store.open_tables_of(ANA.user_id) == []


async def test_a_second_click_for_the_win_counts_nothing(matches: Matches, results: Results) -> None:
    match = await left_by(matches, await begun(matches, BEN), BEN)
    await matches.seats.settle(match.table.id, ANA.user_id)

    with pytest.raises(MatchOver):
        await matches.seats.settle(match.table.id, ANA.user_id)
    assert await results(match.table.id) == {ANA.user_id: (1, 1), BEN.user_id: (0, 0)}


async def test_where_nobody_has_left_there_is_no_win_to_take(matches: Matches) -> None:
    match = await begun(matches, BEN)
    with pytest.raises(StaleClick):
        await matches.seats.settle(match.table.id, ANA.user_id)


async def test_alone_against_the_computer_there_is_no_win_to_take(matches: Matches) -> None:
    match = await begun(matches, robots=2)
    with pytest.raises(StaleClick):
        await matches.seats.settle(match.table.id, ANA.user_id)


async def test_a_player_who_is_only_away_has_not_left(matches: Matches, clock: Clock) -> None:
    match = await begun(matches, BEN)
    while len(match.table.present) == 2:
        clock.now += 10_000
        match = await matches.seats.time_out(match.table.id)
    (here,) = match.table.present

    with pytest.raises(StaleClick):
        await matches.seats.settle(match.table.id, match.table.people[here].user_id)


@pytest.mark.parametrize(
    ("user_id", "error"), [(BEN.user_id, NotAllowed), (99, NotYourSeat)], ids=["who has left", "a stranger"]
)
async def test_nobody_else_takes_the_win(matches: Matches, user_id: int, error: type[Exception]) -> None:
    match = await left_by(matches, await begun(matches, BEN), BEN)
    with pytest.raises(error):
        await matches.seats.settle(match.table.id, user_id)


async def test_where_several_remain_all_must_agree(matches: Matches, results: Results) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO), CLEO)

    asked = await matches.seats.settle(match.table.id, ANA.user_id)
    assert asked.table.phase == "playing"
    assert (await matches.seats.settle(match.table.id, ANA.user_id)).table.phase == "playing"

    ended = await matches.seats.settle(match.table.id, BEN.user_id)
    assert ended.table.phase == "settled"
    assert await results(match.table.id) == {ANA.user_id: (1, 1), BEN.user_id: (1, 1), CLEO.user_id: (0, 0)}


async def test_a_player_who_has_agreed_may_still_play_on(matches: Matches) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO), CLEO)
    await matches.seats.settle(match.table.id, ANA.user_id)
    await matches.seats.play_on(match.table.id, ANA.user_id)

    assert (await matches.seats.settle(match.table.id, BEN.user_id)).table.phase == "playing"


async def test_when_another_one_leaves_everyone_is_asked_anew(matches: Matches) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO), CLEO)
    await matches.seats.play_on(match.table.id, ANA.user_id)

    match = await left_by(matches, match, BEN)

    assert match.table.clocks[0].wish is None


async def test_agreeing_brings_back_who_was_away(matches: Matches, clock: Clock, results: Results) -> None:
    match = await begun(matches, BEN, CLEO)
    while match.table.present:
        clock.now += 10_000
        match = await matches.seats.time_out(match.table.id)
    match = await left_by(matches, match, BEN, CLEO)

    await matches.seats.settle(match.table.id, ANA.user_id)

    assert (await results(match.table.id))[ANA.user_id] == (1, 2)


async def test_a_player_who_has_agreed_shares_the_win_though_away_when_the_last_one_agrees(
    matches: Matches, clock: Clock, results: Results
) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO), CLEO)
    match = await matches.seats.settle(match.table.id, ANA.user_id)
    while match.table.is_here(Seat(0)):
        if match.robot_to_act is not None:
            match = await play_robot(matches, match)
        elif to_act(match) == BEN:
            match = await play(matches, match, match.view(Seat(1)).legal_actions[0].to_text())
        else:
            clock.now += 10_000
            match = await matches.seats.time_out(match.table.id)

    ended = await matches.seats.settle(match.table.id, BEN.user_id)

    assert ended.table.phase == "settled"
    assert await results(match.table.id) == {ANA.user_id: (1, 1), BEN.user_id: (1, 1), CLEO.user_id: (0, 0)}


async def test_a_match_that_was_ended_is_ended_after_a_restart(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    match = await left_by(matches, await begun(matches, BEN), BEN)
    ended = await matches.seats.settle(match.table.id, ANA.user_id)

    anew = Matches(Store(engine), clock=clock, rng=Random(1))

    assert await anew.get(match.table.id) == ended


async def test_a_match_that_was_ended_has_a_rematch(matches: Matches) -> None:
    match = await left_by(matches, await begun(matches, BEN), BEN)
    await matches.seats.settle(match.table.id, ANA.user_id)

    again, is_new = await matches.lobby.rematch(match.table.id, ANA, match.table.place)

    assert is_new
    assert again.table.phase == "lobby"


@pytest.mark.parametrize("others", [(BEN, CLEO), ()], ids=["among people", "alone"])
async def test_in_the_lobby_nobody_loses_by_cancelling(
    matches: Matches, results: Results, others: tuple[Person, ...]
) -> None:
    table = await lobby(matches, *others, robots=1)
    await matches.seats.cancel(table.id, ANA.user_id, "lobby", moderator=False, as_loss=False)
    assert await results(table.id) == {}


async def test_a_player_who_started_the_match_loses_by_cancelling_it(matches: Matches, results: Results) -> None:
    match = await begun(matches, BEN)
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False, as_loss=True)
    assert await results(match.table.id) == {ANA.user_id: (0, 0)}


async def test_a_player_who_only_inherited_the_hosts_seat_cancels_without_losing(
    matches: Matches, results: Results
) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO), ANA)
    await matches.seats.cancel(match.table.id, BEN.user_id, "playing", moderator=False, as_loss=False)
    assert await results(match.table.id) == {ANA.user_id: (0, 0)}


async def test_a_host_whom_all_others_have_left_cancels_without_losing(matches: Matches, results: Results) -> None:
    match = await left_by(matches, await begun(matches, BEN, CLEO), BEN, CLEO)
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False, as_loss=False)
    assert await results(match.table.id) == {BEN.user_id: (0, 0), CLEO.user_id: (0, 0)}


async def test_alone_in_the_first_round_cancelling_counts_for_nobody(matches: Matches, results: Results) -> None:
    match = await begun(matches, robots=2)
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False, as_loss=False)
    assert await results(match.table.id) == {}


async def test_alone_after_the_first_round_cancelling_is_a_loss(matches: Matches, results: Results) -> None:
    match = await round_over(matches, await begun(matches, robots=2))
    await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False, as_loss=True)
    assert await results(match.table.id) == {ANA.user_id: (0, 0)}


async def test_nobody_loses_who_was_told_otherwise(matches: Matches, results: Results) -> None:
    match = await round_over(matches, await begun(matches, robots=2))
    with pytest.raises(StaleClick):
        await matches.seats.cancel(match.table.id, ANA.user_id, "playing", moderator=False, as_loss=False)
    assert (await matches.get(match.table.id)).table.phase == "playing"
    assert await results(match.table.id) == {}


async def test_a_match_moves_its_people_on_the_leaderboard(matches: Matches, store: Store, clock: Clock) -> None:
    for rival in range(5):
        await Played(store)((BEN, 1), (Person(20 + rival, "Rival"), 0), at=int(clock.now))
    match = await left_by(matches, await begun(matches, BEN, CLEO), BEN, CLEO)

    ended = await matches.seats.settle(match.table.id, ANA.user_id)

    assert {user_id: change.rank_after for user_id, change in ended.changes.items()} == {1: 2, 2: 1, 3: 3}
    assert {user_id for user_id, change in ended.changes.items() if change.is_provisional} == {1, 3}
    assert [(change.rated, change.opponents) for change in ended.changes.values()] == [(1, 2), (6, 3), (1, 2)]
    assert ended.changes[BEN.user_id].rank_before == 1
    assert ended.changes[ANA.user_id].rank_before is None
    assert ended.changes[ANA.user_id].rating_after > ended.changes[ANA.user_id].rating_before == 1000
    assert ended.changes[CLEO.user_id].rating_after < ended.changes[ANA.user_id].rating_after


async def test_a_match_that_was_played_out_keeps_its_ranks(
    matches: Matches, store: Store, engine: AsyncEngine, clock: Clock
) -> None:
    over = await play_out(matches, await begun(matches, BEN))
    assert set(over.changes) == {ANA.user_id, BEN.user_id}
    clock.now += 1
    for _ in range(9):
        await Played(store)((CLEO, 5), (BEN, 1), at=int(clock.now))

    anew = Matches(Store(engine), clock=clock, rng=Random(1))

    assert (await anew.get(over.table.id)).changes == over.changes


async def test_without_its_changes_a_match_that_has_ended_is_shown_all_the_same(
    matches: Matches, engine: AsyncEngine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: int) -> RatingChanges:
        raise OSError("disk full")

    match = await left_by(matches, await begun(matches, BEN), BEN)
    ended = await matches.seats.settle(match.table.id, ANA.user_id)
    anew = Store(engine)
    monkeypatch.setattr(anew, "aftermath", fails)

    shown = await Matches(anew, clock=clock, rng=Random(1)).get(match.table.id)

    assert ended.changes
    assert (shown.table.phase, shown.changes) == ("settled", {})


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

    over = await (play_out(matches, match) if is_played_out else matches.seats.settle(match.table.id, ANA.user_id))

    monkeypatch.undo()
    assert (over.changes, over.firsts) == await store.aftermath(match.table.id)
    assert set(over.changes) == {ANA.user_id, BEN.user_id}
    assert bool(over.firsts) == is_played_out
