"""Sentences for players, documents, code and names call a player they or you, never he."""

import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAPERS = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "bot/locale/finte.pot")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "games").glob("*/RULES.md")),
]
CODE = sorted(
    path
    for folder in ("games", "bot", "cogs", "localcord", "tests", "bench", "docs", "tools")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".js", ".css", ".html"} and path != Path(__file__)
)
HE = re.compile(r"(?<![^\W_])(he|him|his|himself)(?![^\W_])", re.IGNORECASE)
OF_BEN = (
    "Ben wins: he's",
    "You saw him take five red cards: leave him the green ones, so his points",
)
"""Sentences of an example about Ben, who is a he."""

HEBREW = '"he": "'


def flat(path: Path) -> str:
    """The text of a document in one line; a catalogue's without its quotes."""
    return " ".join(re.sub(r'"\n"', "", path.read_text()).split())


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_is_called_he(path: Path) -> None:
    text = flat(path)
    for sentence in OF_BEN:
        text = text.replace(sentence, "")

    assert not he_in(text)


def test_nobody_is_called_he_in_the_code() -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in CODE}
    for known, path in product((*OF_BEN, HEBREW), texts):
        texts[path] = texts[path].replace(known, "")

    assert {path: found for path, text in texts.items() if (found := he_in(text))} == {}


def he_in(text: str) -> list[str]:
    """Every place with a he, and the words around it."""
    return [text[max(found.start() - 40, 0) : found.end() + 40] for found in HE.finditer(text)]
