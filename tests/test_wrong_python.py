"""Programs typed with the wrong Python: too old, or without the packages. Each says in one sentence what to type."""

import ast
import importlib
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import games
from bot import NEEDED
from games.__main__ import COMMANDS, main

ROOT = Path(__file__).parents[1]
CHECKED = ["bot", "localcord", "games"]


def said(*command: str) -> str:
    """Runs a program that can't start, without packages and settings from outside; returns what it writes."""
    done = subprocess.run(command, cwd=ROOT, env={}, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert not done.stdout
    return done.stderr


@pytest.mark.parametrize(("program", "arguments"), [("bot", ["backup", "copy.sqlite3"]), ("localcord", [])])
def test_without_the_packages_a_program_says_what_to_type(program: str, arguments: list[str]) -> None:
    text = said(sys.executable, "-S", "-m", program, *arguments)

    assert text.count("\n") == 1
    assert text.startswith("This Python lacks the package ")
    assert "`make " in text
    assert f"`.venv/bin/python -m {program.partition('.')[0]} ...`" in text


def test_a_computer_player_that_needs_a_package_says_what_to_type() -> None:
    text = said(sys.executable, "-S", "-m", "games", "simulate", "faehrte", "--seats=3", "--player=hard")
    assert text.endswith("error: this needs the package numpy: `make install`, then `.venv/bin/python -m games ...`\n")


@pytest.mark.parametrize("package", CHECKED)
def test_an_old_python_is_told_which_one_is_needed(package: str) -> None:
    text = said(sys.executable, "-c", f"import sys; sys.version_info = (3, 10, 13); import {package}")

    assert text.count("\n") == 1
    assert text.startswith("Finte needs Python 3.11 or newer")


@pytest.mark.parametrize("package", CHECKED)
def test_an_old_python_understands_the_file_that_says_so(package: str) -> None:
    ast.parse((ROOT / package / "__init__.py").read_text(), feature_version=(3, 7))


def test_every_package_of_the_bot_is_looked_for_except_the_one_that_windows_lacks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {canonicalize_name(Requirement(text).name) for text in project["dependencies"]}
    found = {canonicalize_name(name) for imported in NEEDED for name in packages_distributions()[imported]}

    assert wanted - {"uvloop"} <= found


def test_the_rules_refuse_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))

    with pytest.raises(SystemExit, match=r"needs Python 3\.11"):
        importlib.reload(games)


def test_the_rules_name_the_package_that_a_search_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacking(*_: object) -> int:
        raise ModuleNotFoundError("no numpy", name="numpy")

    monkeypatch.setitem(COMMANDS, "simulate", lacking)

    with pytest.raises(SystemExit):
        main(["simulate", "faehrte", "--seats", "3"])
    assert "this needs the package numpy" in capsys.readouterr().err
