"""Bluff between two: the file with the solved rounds, and what it takes to make it."""

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from games.bluff import BluffState, solve
from games.bluff.exploit import nash_conv
from games.bluff.solve import Learner, Round, from_weights, to_weights, worth_of
from games.bluff.solved import COUNTS, FILE, Pair, Strategy, is_solved, plan_of, solved, strategy
from games.core import Seat
from tests.games.bluff.tables import act, table

ONES, TWO_ONE, ONE_TWO = Pair(1, 1), Pair(2, 1), Pair(1, 2)


def shares(state: BluffState, tries: int = 2000) -> dict[str, float]:
    """How often the solved player does what."""
    (seat,) = state.to_act
    rng = Random(1)
    chosen = Counter(solved(state.view(seat), rng).to_text() for _ in range(tries))
    return {text: count / tries for text, count in chosen.items()}


@cache
def worth(pair: Pair) -> float:
    """How likely the opener of this round wins the match, by the file."""
    game = round_of(pair)
    return worth_of(game, from_weights(game, strategy(pair)))


@cache
def round_of(pair: Pair) -> Round:
    return Round(pair, {} if pair == ONES else {ONES: worth(ONES)})


def test_the_file_is_small() -> None:
    assert FILE.stat().st_size < 1_000_000


@pytest.mark.parametrize("pair", [Pair(opener, other) for opener in COUNTS for other in COUNTS], ids=str)
def test_the_file_has_an_answer_everywhere(pair: Pair) -> None:
    assert len(strategy(pair).weights) == plan_of(pair).starts[1][-1]


def test_the_opener_is_worse_off_with_one_die_each() -> None:
    assert worth(ONES) == pytest.approx(0.48643, abs=0.0001)


@pytest.mark.parametrize(
    ("pair", "most"),
    [
        (ONES, 0.001),
        pytest.param(TWO_ONE, 0.02, marks=pytest.mark.unmeasured),
        pytest.param(ONE_TWO, 0.02, marks=pytest.mark.unmeasured),
    ],
    ids=str,
)
def test_who_knows_the_file_wins_little_more(pair: Pair, most: float) -> None:
    game = round_of(pair)

    assert 0 <= nash_conv(game, from_weights(game, strategy(pair))) <= most


def test_a_bid_that_cannot_hold_is_doubted() -> None:
    assert shares(act(table("4 / 5"), "bid 2x4")) == {"lift": 1.0}


def test_the_solved_player_lies_now_and_then() -> None:
    assert 0 < shares(table("1 2 3 4 5 / 1 1 1 1 1")).get("bid 3x5", 0) < 0.5


def test_two_who_are_left_of_more_are_solved_too() -> None:
    left = act(table("- / 5 5 5 / - / 1 1", opener=3), "bid 1x5")

    assert is_solved(left.view(Seat(1)))
    assert "lift" not in shares(left)


@pytest.mark.parametrize("state", [table("1 / 2 / 3"), table("1 / 2", reroll=True)], ids=["three", "reroll"])
def test_nothing_else_is_solved(state: BluffState) -> None:
    assert not is_solved(state.view(Seat(0)))


def test_the_solver_writes_what_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(solve._REPEATS, 2, 5)
    solve.main(["--file", str(tmp_path / "solved.zip"), "--dice", "2"])

    assert capsys.readouterr().out.startswith("1-1: 0.48")
    with ZipFile(tmp_path / "solved.zip") as file:
        assert len(file.read("1-1")) == plan_of(ONES).starts[1][-1]


@pytest.mark.unmeasured
def test_practice_makes_less_exploitable() -> None:
    learner, found = Learner(Round(ONES, {})), []
    for _ in range(2):
        for _ in range(15):
            learner.improve()
        found.append(nash_conv(learner.game, from_weights(learner.game, Strategy(ONES, written(learner)))))

    assert found[1] < found[0] < 0.2


def written(learner: Learner) -> bytes:
    return to_weights(learner.game, [learner.average(player) for player in (0, 1)])


def test_the_solver_is_a_command() -> None:
    printed = subprocess.check_output([sys.executable, "-m", "games.bluff.solve", "--help"], text=True)

    assert "--dice" in printed
