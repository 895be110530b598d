"""A lesson's teacher speaks at every decision, gives nothing away, and fits onto a page."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.matches.match import LastAction, Match
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.table.lesson_page import NEWS, taught
from games.core import CHANCE, Game, Seat
from tests.contract.strategies import anything, every_game
from tests.contract.test_rendering import LANGUAGES, LONGEST_NOTICE, SHOWS, check, pages, settled, table_of

LEARNER = Seat(0)
ADVICE = "💡"


@st.composite
def lessons(draw: st.DrawFn, game: Game[Any, Any]) -> Match:
    """A lesson at any moment, with random play."""
    seats, options = game.seats.start, dict(GAME_UIS[game.key].lesson_options)
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    state, chosen = game.start(seats, options), None
    for _ in range(draw(st.integers(0, 120))):
        if not state.to_act or GAME_UIS[game.key].has_taught(state.view(LEARNER)):
            break
        seat = rng.choice(sorted(state.to_act))
        legal = state.view(seat).legal_actions
        action = state.sample_chance(rng) if seat == CHANCE else legal[int(len(legal) * rng.random() ** 3)]
        chosen = LastAction(state.view(seat), action) if seat == LEARNER else chosen
        state = state.apply(seat, action).state
    table = table_of(game, seats, options, "over" if state.outcome else "playing")
    return Match(replace(table, is_lesson=True), settled(state, rng), choice=chosen)


@every_game
@anything
def test_discord_takes_every_page_of_a_lesson(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(lessons(game))

    for language in LANGUAGES:
        page = pages().panel(match, match.table.host_id, language, data.draw(SHOWS | st.just(NEWS)))
        check(page.with_notice(LONGEST_NOTICE))


@every_game
@anything
def test_whoever_is_asked_is_told_what_the_teacher_would_do(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(lessons(game))
    view = match.view(LEARNER)
    if LEARNER in view.to_act and not GAME_UIS[game.key].has_taught(view):
        *about, advice = taught(match.table, view, GAME_UIS[game.key], ENGLISH)

        assert about
        assert advice.startswith(ADVICE)


@every_game
@anything
def test_the_teacher_never_lacks_words(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(lessons(game))

    for seat in range(len(match.table.sitters)):
        for language in LANGUAGES:
            assert taught(match.table, match.view(Seat(seat)), GAME_UIS[game.key], words(language))


@every_game
@anything
def test_the_teacher_knows_no_more_than_the_learner(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(lessons(game))
    view = match.view(LEARNER)
    other = game.redeal(view, Random(data.draw(st.integers(0, 1000))))
    ui = GAME_UIS[game.key]

    assert taught(match.table, other.view(LEARNER), ui, ENGLISH) == taught(match.table, view, ui, ENGLISH)
