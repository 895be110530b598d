"""Chores typed as `make ...`: each value reaches the bot as it was typed. The Python here only prints what it got."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ECHO = f"#!{sys.executable} -S\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the Makefile, in which all packages seem to be installed."""
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    shutil.copy(ROOT / "Makefile", tmp_path)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(ECHO)
    python.chmod(0o755)
    (tmp_path / "requirements.txt").touch()
    (tmp_path / ".venv" / ".run").touch()
    return tmp_path


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs make, without the variables of a make that runs these tests."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}
    return subprocess.run(
        ["make", "--silent", *words],
        cwd=folder, env=own, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["run"], []),
        (["doctor"], ["doctor"]),
        (["backup", "FILE=copy.sqlite3"], ["backup", "--", "copy.sqlite3"]),
        (["forget", "USER_ID=7"], ["forget", "--", "7"]),
        (["recompute"], ["recompute"]),
        (["recompute", "CHECK=1"], ["recompute", "--check"]),
    ],
)
def test_each_chore_has_a_target(folder: Path, words: list[str], arguments: list[str]) -> None:
    done = make(folder, *words)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["-m", "bot", *arguments]


@pytest.mark.parametrize("value", ['it\'s "here"', "`touch x`; touch x", "-x", "a#b\\"])
@pytest.mark.parametrize(("target", "name"), [("backup", "FILE"), ("forget", "USER_ID")])
def test_a_value_is_taken_as_it_was_typed(folder: Path, target: str, name: str, value: str) -> None:
    done = make(folder, target, f"{name}={value}")

    assert json.loads(done.stdout) == ["-m", "bot", target, "--", value]
    assert not (folder / "x").exists()


@pytest.mark.parametrize(("target", "name"), [("backup", "FILE"), ("forget", "USER_ID")])
def test_a_chore_without_its_value_says_how_to_type_it(folder: Path, target: str, name: str) -> None:
    done = make(folder, target)

    assert done.returncode == 2
    assert f": make {target} {name}=" in done.stderr
    assert not done.stdout


def test_a_machine_without_python_is_told_what_is_needed(folder: Path) -> None:
    shutil.rmtree(folder / ".venv")
    done = make(folder, "run", "PYTHON=no-such-python")

    assert done.stdout == "Finte needs Python 3.11 or newer. If one has another name: make PYTHON=python3.12\n"
    assert "not found" not in done.stderr
