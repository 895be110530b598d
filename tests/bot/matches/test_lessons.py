"""Lessons: one at a time per person and game. Computer players move at once, and nothing counts."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.matches import service
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.standings import results_of
from games.catalogue import GAMES
from tests.bot.people import ANA, BEN, HERE, STEADY, begun, decision, draft
from tests.clock import Clock


async def lesson(matches: Matches, game: str = "bluff") -> Match:
    """Ana's lesson."""
    return await matches.lessons.take(game, options={}, place=HERE, learner=ANA, robot=STEADY)


async def first_move(matches: Matches, match: Match) -> Match:
    """The match after its learner has made the first legal move."""
    seat = match.table.seat_of(ANA.user_id)
    return await matches.play.move(
        match.table.id, ANA.user_id, decision(match), match.view(seat).legal_actions[0].to_text()
    )


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_begins_at_once_and_waits_for_its_learner(matches: Matches, game: str) -> None:
    match = await lesson(matches, game)

    assert match.table.is_lesson
    assert match.asks(ANA.user_id)
    assert match.robot_to_act is None


async def test_to_learn_again_is_to_go_on(matches: Matches) -> None:
    match = await first_move(matches, await lesson(matches))

    assert await lesson(matches) == match


async def test_two_clicks_begin_one_lesson(matches: Matches) -> None:
    first, second = await asyncio.gather(lesson(matches), lesson(matches))

    assert first.table.id == second.table.id


async def test_each_game_has_a_lesson_of_its_own(matches: Matches) -> None:
    assert (await lesson(matches, "bluff")).table.id != (await lesson(matches, "tuecke")).table.id


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_learner_has_last_chosen_is_known_after_a_restart(
    matches: Matches, store: Store, clock: Clock, game: str
) -> None:
    before = await first_move(matches, await lesson(matches, game))

    after = await lesson(Matches(store, clock=clock, rng=Random(2)), game)

    assert before.choice is not None
    assert after.choice == before.choice


async def test_a_lesson_goes_on_after_a_restart(matches: Matches, store: Store, clock: Clock) -> None:
    before = await first_move(matches, await lesson(matches))

    after = await lesson(Matches(store, clock=clock, rng=Random(2)))

    assert after.state == before.state


async def test_one_that_a_crash_has_kept_from_beginning_begins(store: Store, clock: Clock) -> None:
    await store.open(draft(ANA, replace(STEADY, name="Iris"), capacity=2, options={}, is_lesson=True))

    assert (await lesson(Matches(store, clock=clock, rng=Random(2)))).table.phase == "playing"


async def test_after_every_move_the_computer_players_have_moved_too(matches: Matches) -> None:
    match = await lesson(matches, "faehrte")
    while match.table.phase == "playing":
        assert match.asks(ANA.user_id)
        match = await first_move(matches, match)


async def test_a_lesson_counts_for_nobody(matches: Matches) -> None:
    match = await matches.lessons.take("tuecke", options={"rounds": 1}, place=HERE, learner=ANA, robot=STEADY)
    while match.table.phase == "playing":
        match = await first_move(matches, match)

    assert match.state is not None
    assert match.state.outcome is not None
    assert results_of(match.table, match.state.outcome) == []


async def test_a_lesson_is_no_table_that_others_or_lists_know_of(matches: Matches, store: Store) -> None:
    await lesson(matches)

    assert await store.open_tables_in(HERE.channel_id) == []
    assert await store.open_tables_of(ANA.user_id) == []


async def test_a_lesson_that_has_been_ended_makes_room_for_the_next(matches: Matches) -> None:
    old = await lesson(matches)
    await matches.seats.cancel(old.table.id, ANA.user_id, "playing", moderator=False)

    assert (await lesson(matches)).table.id != old.table.id


async def test_a_lesson_that_has_taught_is_over_and_keeps_its_last_page(matches: Matches) -> None:
    match = await first_move(matches, await lesson(matches))

    ended = await matches.lessons.end(match.table.id)

    assert (ended.table.phase, ended.state) == ("over", match.state)
    assert await matches.lessons.end(match.table.id) == ended


async def test_no_other_match_ends_like_a_lesson(matches: Matches) -> None:
    match = await begun(matches, BEN)

    assert await matches.lessons.end(match.table.id) == match


async def test_a_lesson_that_nobody_goes_on_with_ends_without_being_replayed(
    matches: Matches, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await first_move(matches, await lesson(matches))
    clock.now += 3601
    replayed: list[int] = []
    monkeypatch.setattr(service, "replay_with_figures", lambda table, _: replayed.append(table.id))

    await matches.lessons.lapse(3600)
    monkeypatch.undo()

    assert replayed == []
    assert await store.lesson_of(ANA.user_id, "bluff") is None
    assert (await matches.get(match.table.id)).table.phase == "lapsed"


async def test_a_lesson_under_way_goes_on(matches: Matches, clock: Clock) -> None:
    match = await first_move(matches, await lesson(matches))
    clock.now += 3599

    await matches.lessons.lapse(3600)

    assert await lesson(matches) == match
