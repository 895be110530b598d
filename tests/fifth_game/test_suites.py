"""The suites that every game goes through, for the fifth one: in a pytest that knows five games from its start."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fifth_game.game import GAME

ROOT = Path(__file__).parents[2]
STARTUP = Path(__file__).with_name("startup")

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.mark.parametrize(
    ("suite", "least"),
    [("tests/contract", 60), ("tests/end_to_end", 8)],
    ids=["the contract of all games", "what is played from end to end"],
)
def test_the_fifth_game_passes(suite: str, least: int) -> None:
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "COV"))}
    options = ("-q", "-n", "0", "-p", "no:cacheprovider", "-k", GAME.key, "-m", "not browser")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, suite],
        cwd=ROOT,
        env=inherited | {"PYTHONPATH": f"{STARTUP}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    (passed,) = re.findall(r"(\d+) passed", done.stdout)
    assert int(passed) >= least
