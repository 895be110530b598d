"""Sentences for players and documents call a player they or you, never he."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAPERS = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "bot/locale/finte.pot")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "games").glob("*/RULES.md")),
]
HE = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
OF_BEN = (
    "wins: he's {near} away from {bullseye}",
    "You saw him take five red cards: leave him the green ones, so his points",
)
"""Sentences of an example about Ben, who is a he."""


def flat(path: Path) -> str:
    """The text of a document in one line; a catalogue's without its quotes."""
    return " ".join(re.sub(r'"\n"', "", path.read_text()).split())


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_is_called_he(path: Path) -> None:
    text = flat(path)
    for sentence in OF_BEN:
        text = text.replace(sentence, "")

    assert [text[max(found.start() - 40, 0) : found.end() + 40] for found in HE.finditer(text)] == []
