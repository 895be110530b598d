"""`hard` at Auf falscher Fährte: what it tries, and what it makes of it."""

import subprocess
import sys
from random import Random

import pytest

from games.cards import value_of
from games.core import CHANCE, Options, Seat
from games.faehrte import GAME
from games.faehrte.actions import FaehrteAction, Hide
from games.faehrte.computer import medium
from games.faehrte.rules import FaehrteState
from games.faehrte.search import evaluate, hard, unlike
from games.faehrte.view import FaehrteView
from games.search import after, best_of
from tests.games.faehrte.tables import FOUR, play, playing, start
from tests.games.faehrte.test_worlds import MIXED
from tests.games.switches import with_every_switch


def step(state: FaehrteState, rng: Random) -> FaehrteState:
    """The state after `medium` or chance has acted."""
    seat = min(state.to_act)
    action = state.sample_chance(rng) if seat == CHANCE else medium(state.view(seat), rng)
    stepped = state.apply(seat, action).state
    assert isinstance(stepped, FaehrteState)
    return stepped


def thinks(view: FaehrteView, rng: Random) -> FaehrteAction:
    return hard(view, rng, after(1))


@pytest.mark.slow
@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_hard_does_is_legal(seats: int, switches: Options) -> None:
    rng = Random(seats)
    state = GAME.start(seats, {"rounds": 1, **switches})
    while not state.outcome:
        for seat in state.to_act - {CHANCE}:
            view = state.view(seat)
            view.check(thinks(view, rng))
        state = step(state, rng)


def test_every_action_that_differs_is_judged_and_the_best_one_played() -> None:
    view = start(MIXED, "b4", "b0", "r0", "b9").view(Seat(1))
    judged = evaluate(view, Random(1), after(60))

    assert [one.action for one in judged] == list(unlike(view))
    assert all(one.samples > 0 and 0 <= one.error < 3 for one in judged)
    assert hard(view, Random(1), after(60)) == best_of(judged)


@pytest.mark.parametrize(("seats", "jokers"), [(3, False), (4, True)])
def test_the_trumps_that_can_be_named_are_judged(seats: int, *, jokers: bool) -> None:
    rng = Random(2)
    state = GAME.start(seats, {"jokers": jokers})
    while state.table.phase != "trump":
        state = step(state, rng)
    view = state.view(min(state.to_act))
    judged = evaluate(view, rng, after(1))

    assert [one.action for one in judged] == list(view.legal_actions)
    assert len({one.value for one in judged}) > 1


def test_hopeless_actions_are_given_up_early_but_never_the_one_to_be_kept() -> None:
    view = start(MIXED, "b4", "b0", "r0", "b9").view(Seat(1))
    judged = evaluate(view, Random(1), after(60))
    worst = min(judged, key=lambda one: (one.samples, one.value))

    found = evaluate(view, Random(1), after(60), kept=worst.action)
    kept = next(one for one in found if one.action == worst.action)

    assert worst.samples < max(one.samples for one in judged)
    assert kept.samples == max(one.samples for one in found)
    assert (kept.ahead, kept.ahead_error) == (0.0, 0.0)
    assert all(one.ahead_error > 0 for one in found if one != kept)


def test_actions_are_compared_with_the_best_one() -> None:
    judged = evaluate(start(FOUR).view(Seat(0)), Random(1), after(20))
    best = next(one for one in judged if one.action == best_of(judged))

    assert best.ahead == 0
    for one in judged:
        if one.samples == best.samples:
            assert one.ahead == pytest.approx(one.value - best.value)


def test_only_what_is_asked_for_is_judged() -> None:
    view = start(FOUR).view(Seat(0))
    two = view.legal_actions[3:5]

    judged = evaluate(view, Random(1), after(40), among=two)

    assert [one.action for one in judged] == list(two)
    assert judged[0].samples == judged[1].samples >= 40


def test_hard_hides_a_high_card_from_a_strong_hand() -> None:
    hidden = hard(start(FOUR).view(Seat(0)), Random(1), after(200))

    assert isinstance(hidden, Hide)
    assert value_of(hidden.card) >= 6


def test_only_a_search_loads_numpy() -> None:
    code = "import sys, games.catalogue; sys.exit('numpy' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def tried(state: FaehrteState, seat: int) -> list[str]:
    return [action.to_text() for action in unlike(state.view(Seat(seat)))]


def test_of_cards_next_to_each_other_one_is_tried() -> None:
    state = playing("y1 y2 y4 g2 J / b1 b2 b3 b4 b5 / b6 b7 b8 b9 J", turned="r0 g0 b0", jokers_gone=1)

    assert tried(state, 0) == ["play y1", "play y4", "play g2", "play J"]


def test_a_card_in_the_trick_comes_between_others() -> None:
    state = playing("y2 b1 b2 b3 / y1 y3 y4 g2 / b6 b7 b8 b9", turned="r0 g0 b0")

    assert tried(play(state, "y2"), 1) == ["play y1", "play y3"]
