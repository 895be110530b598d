"""Bluff's `hard` at larger tables, which tries its actions in sampled worlds."""

from dataclasses import replace
from random import Random

import pytest

from games.bluff import GAME, search
from games.bluff.actions import LIFT, Bid, BluffAction, Expose, Stand
from games.bluff.computer import medium
from games.bluff.rules import BluffState
from games.bluff.search import evaluate, hard
from games.bluff.solved import solved
from games.bluff.view import BluffView
from games.core import Options, Seat
from games.search import Judged, after, best_of
from games.turns import random
from tests.games.bluff.tables import act, is_first, table
from tests.games.switches import with_every_switch


def quick(view: BluffView, rng: Random) -> BluffAction:
    return hard(view, rng, after(2))


def choice(cups: str, *actions: str, seat: int, reroll: bool = False) -> BluffAction:
    return hard(act(table(cups, reroll=reroll), *actions).view(Seat(seat)), Random(1), after(30))


@pytest.mark.parametrize(
    ("ahead", "error", "is_taken"), [(0.03, 0.02, True), (0.03, 0.04, False), (0.005, 0.0, False), (0.02, 0.0, True)]
)
def test_hard_leaves_what_medium_does_only_for_what_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch,
    ahead: float,
    error: float,
    is_taken: bool,
) -> None:
    view = act(table("1 2 5 / 3 4 5 5 / 5 5"), "bid 2x5").view(Seat(1))
    usual = medium(view, Random(1))
    other = next(action for action in view.legal_actions if action != usual)

    def evaluate(*_: object, kept: BluffAction) -> tuple[Judged[BluffAction], ...]:
        assert kept == usual
        return Judged(usual, 0.3, 0.01, 9, 0.0, 0.0), Judged(other, 0.3 + ahead, 0.01, 9, ahead, error)

    monkeypatch.setattr(search, "evaluate", evaluate)

    assert hard(view, Random(1), never) == (other if is_taken else usual)


def test_hard_chooses_which_dice_to_show() -> None:
    assert isinstance(choice("1 2 / 3 4 5 5 / 5 5", "bid 2x5", seat=0, reroll=True), Expose | Stand)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@with_every_switch(GAME)
def test_hard_plays_at_every_table(seats: int, switches: Options) -> None:
    rng = Random(seats)

    assert sum(is_first(quick, random, seats, switches, rng) for _ in range(3)) >= 2


def test_hard_doubts_what_is_impossible() -> None:
    assert choice("1 2 / 3 4 / 5 5", "bid 6x*", seat=1) == LIFT


def test_hard_does_not_doubt_what_it_holds() -> None:
    assert choice("5 5 / 5 5 5 / 5", "bid 3x5", seat=1) != LIFT


def test_hard_opens_with_a_bid_where_all_are_safe() -> None:
    assert isinstance(choice("- / 1 2 3 4 * / -", "bid 1x1", seat=1, reroll=True), Bid)


def test_a_single_action_is_not_thought_about() -> None:
    assert hard(act(table("1 / 1 / 1"), "bid 3x*").view(Seat(1)), Random(1), never) == LIFT


def never() -> bool:
    raise AssertionError("there is nothing to think about")


@pytest.mark.parametrize("reroll", [False, True])
def test_the_same_generator_gives_the_same_judgement(reroll: bool) -> None:
    view = act(table("1 2 5 / 3 4 5 5 / 5 5", reroll=reroll), "bid 2x5").view(Seat(0 if reroll else 1))

    first, second = (evaluate(view, Random(3), after(25)) for _ in range(2))

    assert first == second
    assert {one.action for one in first} <= {*view.legal_actions}


def test_values_are_shares_of_a_match() -> None:
    judged = evaluate(act(table("1 2 5 / 3 4 5 5 / 5 5"), "bid 2x5").view(Seat(1)), Random(3), after(60))

    assert all(0 <= one.value <= 1 and one.error < 0.2 for one in judged)
    assert max(one.samples for one in judged) == 60


def test_dice_that_are_shown_count() -> None:
    shown = act(table("1 5 5 5 / 2 3 / 1 2", reroll=True), "bid 3x5", "expose 5 5 5", "reroll 1").view(Seat(1))

    values = {one.action: one.value for one in evaluate(shown, Random(1), after(60))}

    assert max(values, key=values.__getitem__) != LIFT


def doubt_after(cups: str) -> tuple[float, BluffAction]:
    """What doubting `5 × 5` is worth to player 2, and what `hard` does, if player 1 has bid that with these cups."""
    state = table("1 1 2 2 3 / 1 2 3 4 5 / 1 2 3 3 4")
    for _ in range(8):
        ended = act(table(cups), "bid 5x5", "lift").table.ended
        state = BluffState(replace(state.table, ended=(*state.table.ended, *ended)), state.cups)
    view = act(state, "bid 5x5").view(Seat(1))
    judged = evaluate(view, Random(1), after(150))
    return next(one.value for one in judged if one.action == LIFT), best_of(judged)


def test_a_serial_bluffer_is_doubted_and_an_honest_bidder_is_not() -> None:
    lied_to, doubts = doubt_after("1 1 2 3 4 / 1 2 3 4 4 / 1 2 3 4 4")
    told_the_truth, raises = doubt_after("5 5 5 5 * / 1 2 3 4 4 / 1 2 3 4 4")

    assert lied_to > told_the_truth + 0.05
    assert doubts == LIFT
    assert raises != LIFT


def test_between_two_with_few_dice_hard_plays_as_it_is_solved() -> None:
    view = act(table("1 2 5 / 3 *"), "bid 2x5").view(Seat(1))

    assert hard(view, Random(5), never) == solved(view, Random(5))
