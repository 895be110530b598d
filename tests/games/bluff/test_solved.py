"""Bluff between two: the file with the solved rounds, and the computer player that follows it."""

from collections import Counter
from random import Random

import pytest

from games.bluff.rules import BluffState
from games.bluff.solved import PAIRS, Pair, is_solved, read, solved, starts_of
from games.core import Seat
from tests.games.bluff.tables import act, table


def shares(state: BluffState, tries: int = 300) -> dict[str, float]:
    """How often the solved player takes each action."""
    (seat,) = state.to_act
    rng = Random(1)
    chosen = Counter(solved(state.view(seat), rng).to_text() for _ in range(tries))
    return {text: count / tries for text, count in chosen.items()}


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_file_has_an_answer_everywhere(pair: Pair) -> None:
    assert len(read(pair)) == starts_of(pair)[1][-1]


def test_a_bid_that_cannot_hold_is_doubted() -> None:
    assert shares(act(table("4 / 5"), "bid 2x4")) == {"lift": 1.0}


def test_the_solved_player_lies_now_and_then() -> None:
    assert 0.1 < shares(table("1 2 / 3 3 3"))["bid 2x3"] < 0.9  # it has no 3


def test_two_who_are_left_of_more_are_solved_too() -> None:
    left = act(table("- / 5 5 5 / - / 1 1", opener=3), "bid 1x5")

    assert is_solved(left.view(Seat(1)))
    assert "lift" not in shares(left)


@pytest.mark.parametrize(
    "state",
    [table("1 / 2 / 3"), table("1 / 2", reroll=True), table("1 2 3 / 4 5 5")],
    ids=["three", "reroll", "many dice"],
)
def test_nothing_else_is_solved(state: BluffState) -> None:
    assert not is_solved(state.view(Seat(0)))
