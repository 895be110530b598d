"""Picking puzzles: how sure a look has to be, what strangers may know, and how many of a kind are picked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bench import puzzles
from bench.puzzles import (
    MOST_ALIKE,
    TRAPS,
    WANTED,
    Found,
    Strangers,
    heard,
    picked,
    positions,
    sure_look,
)
from cogs.puzzles import Look, Puzzle
from games.bluff.view import BluffView
from games.core import CHANCE, Action, Move, TimeUp
from games.search import Judged, after

WORLDS = 2048


def with_bids() -> Puzzle:
    """A position in which somebody else has bid over the dice that they still have."""
    return next(puzzle for match in range(9) for puzzle in positions("bluff", "tests", match) if heard(puzzle))


def look(ahead: float, error: float) -> Look | None:
    """The look of an evaluation in which every other move is this far ahead of the answer, with this error a world."""

    def evaluate(
        view: BluffView,
        rng: Random,
        is_time_up: TimeUp,
        *,
        among: Sequence[Action] | None = None,
        kept: Action | None = None,
    ) -> tuple[Judged[Action], ...]:
        del view, rng
        worlds = 1
        while not is_time_up():
            worlds += 1
        return tuple(
            [
                Judged(action, 0.5, 0.1, worlds, 0.0 if action == kept else ahead, error / worlds**0.5)
                for action in among or ()
            ]
        )

    puzzle = with_bids()
    best = puzzle.state.view(puzzle.seat).legal_actions[0].to_text()
    return sure_look(evaluate, replace(puzzle, best=best), Random(1), WORLDS, 0.03)


@pytest.mark.parametrize(("ahead", "error"), [(0.0, 0.5), (0.1, 0.5), (-0.02, 0.1), (-0.04, 1.5)])
def test_an_answer_that_is_not_far_enough_ahead_or_not_surely_is_none(ahead: float, error: float) -> None:
    assert look(ahead, error) is None


def test_a_sure_look_says_how_far_the_next_best_move_is_behind() -> None:
    found = look(-0.1, 0.3)

    assert found is not None
    assert found.margin == pytest.approx(0.1)
    assert found.margin > 3 * found.error


def test_strangers_know_nothing_of_the_dice_under_other_cups() -> None:
    puzzle = with_bids()
    at = max(number for number, move in enumerate(puzzle.log) if move.seat == CHANCE)
    cups = puzzle.log[at].text.removeprefix("roll ").split(" / ")
    others = [cup if seat == puzzle.seat else " ".join("1" for _ in cup.split()) for seat, cup in enumerate(cups)]
    other = replace(puzzle, log=(*puzzle.log[:at], Move(CHANCE, f"roll {' / '.join(others)}"), *puzzle.log[at + 1 :]))
    view = puzzle.state.view(puzzle.seat)

    assert other.state.view(puzzle.seat) == view
    assert other.log != puzzle.log
    assert Strangers(puzzle).evaluate(view, Random(1), after(3)) == Strangers(other).evaluate(view, Random(1), after(3))


def test_few_puzzles_have_the_same_reason_and_most_are_missed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "confirmed", lambda one, _: one)
    puzzle, kinds = replace(with_bids(), looks=(Look(0.1, 0.01),) * 2), ("bid 1x1", "lift", "stand")
    waiting = [
        Found(replace(puzzle, best=kinds[number % 3], reasons=(f"{number % 6}",)), number, missed=number % 4 > 0)
        for number in range(120)
    ]
    chosen: list[Found] = []

    assert [*picked(waiting, chosen, WORLDS)] == chosen
    assert len(chosen) == WANTED
    assert max(Counter(one.reason for one in chosen).values()) <= MOST_ALIKE
    assert sum(one.missed for one in chosen) >= TRAPS
