"""Each game's RULES.md: every rule has a test that names it, and the code cites none that does not exist."""

import ast
import inspect
import re
from pathlib import Path
from typing import Any

from games.core import Game
from tests.contract.strategies import every_game

ROOT = Path(__file__).parents[2]


def home(game: Game[Any, Any]) -> Path:
    """The folder of a game's rules."""
    return Path(inspect.getfile(type(game))).parent


def rules(game: Game[Any, Any]) -> set[str]:
    """The numbers of the game's rules."""
    return set(re.findall(r"^- \*\*(\d+\.\d+)\*\*", (home(game) / "RULES.md").read_text(), re.MULTILINE))


@every_game
def test_every_numbered_rule_is_named_by_a_test(game: Game[Any, Any]) -> None:
    named: set[str] = set()
    tests = ROOT / "tests" / "games" / game.key
    for file in (tests if tests.exists() else home(game)).glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named.update(re.findall(r"\b\d+\.\d+\b", ast.get_docstring(node) or ""))

    untested, unknown = rules(game) - named, named - rules(game)
    assert not untested, (
        f"write a test for each of these rules, in tests/games/{game.key}, and name it in its docstring"
    )
    assert not unknown, "docstrings of tests name these rules, which RULES.md doesn't have"


@every_game
def test_the_code_cites_rules_that_exist(game: Game[Any, Any]) -> None:
    cited: set[str] = set()
    for file in home(game).glob("*.py"):
        for source in re.findall(r"RULES\.md ([\d., -]+)", file.read_text()):
            cited.update(re.findall(r"\d+\.\d+", source))

    unknown = cited - rules(game)
    assert not unknown, "the code cites these rules, which RULES.md doesn't have"
