"""The solver of Bluff between two: the file that it writes, and how good that is."""

from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from games.bluff.solved import Pair, read, starts_of
from tools.bluff_solver import solve
from tools.bluff_solver.exploit import nash_conv
from tools.bluff_solver.solve import Learner, Round, from_weights, to_weights, worth_of

pytestmark = pytest.mark.slow

ONES, TWO_ONE = Pair(1, 1), Pair(2, 1)


@cache
def worth(pair: Pair) -> float:
    """The opener's chance to win the match, according to the file."""
    game = round_of(pair)
    return worth_of(game, from_weights(game, read(pair)))


@cache
def round_of(pair: Pair) -> Round:
    return Round(pair, {} if pair == ONES else {ONES: worth(ONES)})


def test_the_opener_is_worse_off_with_one_die_each() -> None:
    assert worth(ONES) == pytest.approx(0.48643, abs=0.0001)


@pytest.mark.parametrize(("pair", "most"), [(ONES, 0.0005), (TWO_ONE, 0.005)], ids=str)
def test_an_opponent_who_knows_the_file_wins_little_more(pair: Pair, most: float) -> None:
    game = round_of(pair)

    assert 0 <= nash_conv(game, from_weights(game, read(pair))) <= most


def test_the_solver_writes_what_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(solve._REPEATS, 2, 5)
    solve.main(["--file", str(tmp_path / "solved.zip"), "--dice", "2"])

    assert capsys.readouterr().out.startswith("1-1: 0.48")
    with ZipFile(tmp_path / "solved.zip") as file:
        assert len(file.read("1-1")) == starts_of(ONES)[1][-1]


def test_practice_makes_less_exploitable() -> None:
    learner, found = Learner(Round(ONES, {})), []
    for _ in range(2):
        for _ in range(10):
            learner.improve()
        found.append(nash_conv(learner.game, from_weights(learner.game, written(learner))))

    assert found[1] < found[0] < 0.2


def written(learner: Learner) -> bytes:
    return to_weights(learner.game, [learner.average(player) for player in (0, 1)])
