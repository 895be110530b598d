"""CONTRIBUTING counts the shared files that a new game changes: nothing else is a list of all games."""

import re
from functools import cache
from pathlib import Path

import pytest

from cogs.catalogue import GAME_UIS
from games.catalogue import GAMES

ROOT = Path(__file__).parents[1]

FOLDERS = ("games", "bot", "cogs", "localcord", "tools", "tests", "bench", "docs", ".ci", ".github", "hooks")
OUTSIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "pyproject.toml", "Procfile")

MOST_EDITS = 10

EXAMPLES = {
    "bench/puzzles.py": "what the end of a round is worth in games that have puzzles, as a new one need not",
    ".ci/run": "records of some games, with options worth a check",
    "docs/gallery/README.md": "pictures worth keeping, which a game may have none of",
    "docs/shown.py": "pictures worth keeping, which a game may have none of",
    "docs/reviews.md": "what a review's figures are of, and measurements of one day",
    "tests/bot/pictures/test_faces.py": "decks, whose cards have faces",
    "tests/cogs/test_endings.py": "what some moves are called",
    "tests/cogs/test_rules.py": "what some rules must say",
    "tests/games/test_catalogue.py": "moves by which changes of some players are noticed",
    "tests/games/test_perft.py": "positions whose moves were counted by hand",
    "tests/contract/test_advice.py": "what some teachers must say",
    "tests/mutants_core.jsonl": "changes drawn from all code, of which some is a game's",
    "tests/mutants_edge.jsonl": "changes drawn from all code, of which some is a game's",
}
"""Files that name all of today's games, and yet need no change for another one; each with what it has of them."""


def edits() -> list[str]:
    """The shared files that a new game changes, by the numbered list in CONTRIBUTING."""
    _, _, section = (ROOT / "CONTRIBUTING.md").read_text().partition("**Adding a game.**")
    listed, _, _ = section.partition("\n**")
    return [path for _, path in re.findall(r"^(\d+)\. `([^`]+)`", listed, re.MULTILINE)]


def is_own(path: str) -> bool:
    """Whether a file belongs to one game."""
    return re.match(rf"(tests/)?(games|cogs)/({'|'.join(GAMES)})/", path) is not None


def names(text: str) -> set[str]:
    """The games that a file names, by their keys or their titles."""
    titles = {key: ui.title.partition(" (")[0] for key, ui in GAME_UIS.items()}
    return {key for key in GAMES if re.search(rf"\b({key}|{re.escape(titles[key])})\b", text)}


@cache
def texts() -> dict[str, str]:
    """What the files say that games share. Shape: by path; without pictures and what Python makes of the sources."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts)
    files = {str(path.relative_to(ROOT)): path for path in (*inside, *(ROOT / name for name in OUTSIDE))}
    contents = {path: file.read_bytes() for path, file in files.items() if file.is_file() and not is_own(path)}
    return {path: content.decode() for path, content in contents.items() if b"\0" not in content}


def test_a_new_game_changes_ten_shared_files() -> None:
    assert len(edits()) == MOST_EDITS
    assert all((ROOT / path).exists() for path in edits())


def test_every_list_of_all_games_is_one_of_the_files_to_change() -> None:
    lists = {path for path, text in texts().items() if names(text) == {*GAMES}}
    by_edit = {edit: {path for path in lists if path == edit or path.startswith(f"{edit}/")} for edit in edits()}

    assert all(by_edit.values())
    assert lists == EXAMPLES.keys() | {path for found in by_edit.values() for path in found}


def test_the_code_that_games_share_names_none_of_them() -> None:
    code = {path: text for path, text in texts().items() if re.match(r"(games|bot|cogs)/.*\.py$", path)}
    naming = {path for path, text in code.items() if names(text)}

    assert naming == {"games/catalogue.py"}


@pytest.mark.parametrize("key", GAMES)
def test_a_game_names_no_other(key: str) -> None:
    own = (path.read_text() for top in ("games", "cogs") for path in (ROOT / top / key).rglob("*.py"))

    assert {name for text in own for name in names(text)} == {key}
