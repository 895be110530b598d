"""Whole lessons: the aim comes first, advised moves are blue, advice is sound, and ignored advice is discussed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.matches.match import LastAction, Match
from bot.matches.play import THEN
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Text
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.table.lesson_page import NEWS
from games.bluff.actions import Bid
from games.cards import Play, colour_of, taker
from games.catalogue import GAMES
from games.core import CHANCE, Action, Seat
from games.tuecke.computer import promise
from tests.contract.test_rendering import pages, table_of
from tests.pages import as_text

LEARNER = Seat(0)
SEEDS = 4
"""The lessons of each game that are looked at."""
every_game = pytest.mark.parametrize("game", GAMES)

Learner = Callable[[Any, Action], Action]
"""Chooses the learner's action, from the view and the advice."""


def obedient(_: Any, advised: Action) -> Action:  # noqa: ANN401 - any game's view
    """Follows the advice."""
    return advised


def contrary(view: Any, advised: Action) -> Action:  # noqa: ANN401 - any game's view
    """Does anything except what was advised, if possible."""
    return next((action for action in reversed(view.legal_actions) if action != advised), advised)


def lesson(game: str, seed: int, learner: Learner) -> Iterator[Match]:
    """Every page of a lesson: each decision of its learner, and the end."""
    rules, rng, ui = GAMES[game].game, Random(seed), GAME_UIS[game]
    seats, options = rules.seats.start, ui.lesson_options
    state, chosen = rules.start(seats, options), None
    table = replace(table_of(rules, seats, dict(options), "playing"), is_lesson=True)
    while state.to_act and not ui.has_taught(state.view(LEARNER)):
        seat = min(state.to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        elif seat == LEARNER:
            yield Match(table, state, choice=chosen)
            view = state.view(LEARNER)
            action = learner(view, ui.advice(view))  # type: ignore[arg-type]
            chosen = LastAction(view, action)
        else:
            action = GAMES[game].computers[ui.lesson_level](state.view(seat), rng)
        state = state.apply(seat, action).state
    over = replace(table, phase="over" if state.outcome else "playing")
    yield Match(over, state, choice=chosen)


@cache
def shown(game: str, seed: int, learner: Learner) -> tuple[Match, ...]:
    return tuple(lesson(game, seed, learner))


def page(match: Match, show: str = "") -> Page:
    return pages().panel(match, match.table.host_id, "en-US", show)


def after_the_move(match: Match) -> str:
    """The page that answers the learner's latest move, or `/learn`: the news, if there are any."""
    return as_text(page(match, NEWS).parts)


def blue(shown_page: Page) -> list[str]:
    """The actions of a page's blue buttons."""
    rows = (part.buttons for part in shown_page.parts if isinstance(part, Row))
    every = [button for buttons in rows for button in buttons if isinstance(button, Button)]
    found = [CustomId.from_text(button.custom_id) for button in every if button.style == "primary"]
    return [custom_id.text.split(THEN)[0] for custom_id in found if custom_id and custom_id.verb in {"play", "show"}]


@every_game
def test_a_lesson_begins_with_its_aim_whoever_begins(game: str) -> None:
    for seed in range(SEEDS):
        first, second, *_ = shown(game, seed, obedient)

        aim = as_text((Text(GAME_UIS[game].aim(first.view(LEARNER), ENGLISH)),))
        assert aim in after_the_move(first)
        assert aim not in as_text(page(first).parts)
        assert aim not in after_the_move(second)


@every_game
def test_the_advised_move_is_blue_and_no_other(game: str) -> None:
    for seed in range(SEEDS):
        for match in shown(game, seed, obedient)[:-1]:
            advised = GAME_UIS[game].advice(match.view(LEARNER))
            assert advised is not None
            text, marked = advised.to_text(), {*blue(page(match))}
            assert marked
            assert marked <= {text, text.partition(" ")[2]}


@every_game
def test_advice_that_was_followed_is_not_taken_up(game: str) -> None:
    for seed in range(SEEDS):
        for match in shown(game, seed, obedient):
            if match.choice:
                last = match.choice
                assert not GAME_UIS[game].move_feedback(
                    match.table, last.view, last.action, match.view(LEARNER), ENGLISH
                )


@every_game
def test_advice_that_was_not_followed_is_taken_up(game: str) -> None:
    """Some choices have no consequence to discuss: a trick that nobody took, a row whose order hardly matters."""
    against = taken_up = 0
    for seed in range(SEEDS):
        for match in shown(game, seed, contrary):
            if match.choice and match.choice.action != GAME_UIS[game].advice(match.choice.view):
                against += 1
                taken_up += "**Looking back:**" in after_the_move(match)

    assert against
    assert taken_up >= against * 9 // 10


@pytest.mark.parametrize("game", ["faehrte", "volltreffer"])
def test_a_trick_is_only_called_missed_or_unwanted_if_the_advised_card_would_have_made_a_difference(game: str) -> None:
    """As far as one can know: with another colour led, the others would have played other cards."""
    blamed = spared = 0
    for seed in range(SEEDS):
        for match in shown(game, seed, contrary):
            if match.choice is None or not isinstance(match.choice.action, Play):
                continue
            before, played, view = match.choice.view, match.choice.action.card, match.view(LEARNER)
            advised = GAME_UIS[game].advice(before)
            assert isinstance(advised, Play)
            told = GAME_UIS[game].move_feedback(match.table, before, Play(played), view, ENGLISH)
            trick, place = [*view.table.last_trick.cards], len(before.table.trick)
            took = view.table.last_trick.winner == LEARNER
            trick[place] = advised.card
            would_take = taker(trick, colour_of(trick[0]), before.table.trump) == place
            is_new_lead = not place and colour_of(played) != colour_of(advised.card)
            if "You missed a trick" in told or "You took a trick you didn't want" in told:
                assert is_new_lead or would_take != took
                blamed += 1
            if "would have taken the trick too" in told or "wouldn't have taken the trick either" in told:
                assert not is_new_lead
                assert would_take == took == ("too" in told)
                spared += 1

    assert blamed
    assert spared


@every_game
def test_what_is_taken_up_tells_nothing_that_a_learner_cannot_know(game: str) -> None:
    for match in shown(game, 3, contrary):
        if match.choice:
            view = match.view(LEARNER)
            other = GAMES[game].game.redeal(view, Random(7)).view(LEARNER)
            last, after = match.choice, GAME_UIS[game].move_feedback
            assert after(match.table, last.view, last.action, other, ENGLISH) == after(
                match.table, last.view, last.action, view, ENGLISH
            )


@pytest.mark.parametrize("game", ["bluff", "faehrte", "tuecke", "volltreffer"])
def test_what_a_move_has_ended_is_a_page_of_its_own(game: str) -> None:
    news = 0
    for seed in range(SEEDS):
        for match in shown(game, seed, contrary)[1:-1]:
            after, asked = page(match, NEWS), as_text(page(match).parts)
            *told, last = after.parts
            if as_text(after.parts) == asked:
                continue
            news += 1
            assert as_text((last,)) == "[Go on !] [Start again]"
            assert asked.splitlines()[0] not in as_text(after.parts)
            assert as_text(told).splitlines()[0] not in asked

    assert news


def test_in_bluff_the_lesson_goes_on_until_its_learner_has_doubted() -> None:
    def bids(view: Any, advised: Action) -> Action:  # noqa: ANN401 - any game's view
        return advised if isinstance(advised, Bid) else view.legal_actions[0]

    for seed in range(SEEDS):
        *_, end = lesson("bluff", seed, bids)

        view = end.view(LEARNER)
        assert view.outcome or any(ended.lifted.doubter == LEARNER for ended in view.table.ended)


@pytest.mark.slow
def test_in_tuecke_the_advice_says_what_the_teachers_own_figure_says() -> None:
    costly = safe = 0
    for seed in range(3 * SEEDS):
        for match in shown("tuecke", seed, obedient):
            view = match.view(LEARNER)
            advised = GAME_UIS["tuecke"].advice(view)
            if not isinstance(advised, Play) or view.playable.bit_count() == 1:
                continue
            told, worth = GAME_UIS["tuecke"].coach(match.table, view, advised, ENGLISH)[-1], promise(view, advised.card)
            costs, takes_nothing = "cost" in told and "something here" in told, "it will take nothing" in told
            assert costs == (worth < 0)
            assert not takes_nothing or worth == 0
            assert "harm" not in told
            costly, safe = costly + costs, safe + takes_nothing

    assert costly
    assert safe
