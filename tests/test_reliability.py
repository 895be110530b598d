"""docs/reliability.md: each of its lines is proved by a test that exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAPER = ROOT / "docs" / "reliability.md"

TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)(?:\[([^]`]+)\])?`")
"""How the last column names a test, from `tests/` on, and one of its cases."""


def lines() -> list[tuple[str, str]]:
    """Every line of the tables. Shape: what happens, and the column that names the test."""
    rows = [line.strip("|").split(" | ") for line in PAPER.read_text().splitlines() if line.startswith("| ")]
    return [(cells[0].strip(), cells[-1].strip()) for cells in rows if cells[-1].strip() != "Test"]


LINES = [line for line in lines() if set(line[0]) != {"-"}]


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of a file's tests; none if there is no such file."""
    if not path.is_file():
        return frozenset()
    found = ast.parse(path.read_text()).body
    return frozenset(part.name for part in found if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))


def test_the_paper_has_lines() -> None:
    assert LINES


@pytest.mark.parametrize(("happens", "named"), LINES, ids=[happens for happens, _ in LINES])
def test_a_line_names_tests_that_exist(happens: str, named: str) -> None:
    found = TEST.findall(named)
    missing = [f"{path}::{name}" for path, name, _ in found if name not in names_in(ROOT / "tests" / path)]
    assert found, f"name the test that proves the line: {happens}"
    assert not missing


@pytest.mark.parametrize(("happens", "named"), [line for line in LINES if "[" in line[1]])
def test_a_line_names_a_case_that_exists(happens: str, named: str) -> None:
    for path, _, case in TEST.findall(named):
        folder = (ROOT / "tests" / path).parent
        assert any(f'"{case}"' in file.read_text() for file in folder.glob("*.py")), happens
