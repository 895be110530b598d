"""Lessons: one at a time per person and game. Computer players move at once, and nothing counts."""

import asyncio
from dataclasses import replace

import pytest

from bot.matches import service
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from games.catalogue import GAMES
from tests.bot.matches.away import seat_of
from tests.bot.people import ANA, BEN, HERE, STEADY, begun, decision, draft
from tests.clock import Clock


async def lesson(matches: Matches, game: str = "bluff") -> Match:
    """Ana's lesson."""
    return await matches.lessons.take(game, options={}, place=HERE, learner=ANA, robot=STEADY)


async def first_move(matches: Matches, match: Match) -> Match:
    """The match after its learner has made the first legal move."""
    text = match.view(seat_of(match, ANA)).legal_actions[0].to_text()
    return await matches.play.move(match.table.id, ANA.user_id, decision(match), text)


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_begins_at_once_and_goes_on_after_a_restart(matches: Matches, anew: Matches, game: str) -> None:
    match = await lesson(matches, game)
    assert match.table.is_lesson
    assert match.asks(ANA.user_id)
    match = await first_move(matches, match)
    assert await lesson(matches, game) is match
    after = await lesson(anew, game)
    assert after.choice == match.choice is not None
    assert after.state == match.state


async def test_two_clicks_begin_one_lesson_for_each_game(matches: Matches) -> None:
    first, second, other = await asyncio.gather(lesson(matches), lesson(matches), lesson(matches, "tuecke"))
    assert first.table.id == second.table.id != other.table.id


async def test_one_that_a_crash_has_kept_from_beginning_begins(matches: Matches, store: Store) -> None:
    await store.open(draft(ANA, replace(STEADY, name="Iris"), capacity=2, options={}, is_lesson=True))
    assert (await lesson(matches)).table.phase == "playing"


async def test_after_every_move_the_computer_has_moved_too_and_nothing_counts(matches: Matches) -> None:
    match = await lesson(matches, "faehrte")
    assert await matches.store.open_tables_in(HERE.channel_id) == await matches.store.open_tables_of(ANA.user_id) == []
    while match.table.phase == "playing":
        assert match.asks(ANA.user_id)
        match = await first_move(matches, match)
    assert await matches.store.aftermath(match.table.id) == ({}, {})


async def test_a_lesson_that_has_taught_is_over_and_makes_room_for_the_next(matches: Matches) -> None:
    match = await first_move(matches, await lesson(matches))
    ended = await matches.lessons.end(match.table.id)
    assert (ended.table.phase, ended.state) == ("over", match.state)
    assert await matches.lessons.end(match.table.id) == ended
    again = await lesson(matches)
    assert again.table.id != match.table.id
    await matches.seats.cancel(again.table.id, ANA.user_id, "playing", moderator=False)
    assert (await lesson(matches)).table.id != again.table.id
    other = await begun(matches, BEN)
    assert await matches.lessons.end(other.table.id) == other


async def test_an_idle_lesson_ends_without_a_replay(
    matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await first_move(matches, await lesson(matches))
    clock.now += 3600
    with monkeypatch.context() as patch:
        patch.delattr(service, "replay_with_figures")
        await matches.lessons.lapse(3600)
        assert await lesson(matches) is match
        clock.now += 1
        await matches.lessons.lapse(3600)
    assert (await matches.get(match.table.id)).table.phase == "lapsed"
