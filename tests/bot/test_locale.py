"""The list of sentences for translators, which `make messages` writes: complete, and the same on every machine."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.words import ENGLISH, Words
from docs.messages import extract
from tests.sentences import POT, known_sentences, only_known_sentences

ROOT = Path(__file__).parents[2]


def test_the_list_of_sentences_is_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = tmp_path / "found.pot"

    extract(found)

    with found.open("rb") as new, POT.open("rb") as committed:
        listed = {message.id for message in read_po(committed)}
        assert listed == {message.id for message in read_po(new)}, "run `make messages`"


def test_the_list_of_sentences_tells_nothing_of_the_machine_or_the_day() -> None:
    text = POT.read_text(encoding="utf-8")

    assert "POT-Creation-Date" not in text
    assert {line.removeprefix("#: ").split("/")[0] for line in text.splitlines() if line.startswith("#: ")} <= {
        "bot",
        "cogs",
        "games",
    }


def test_a_sentence_that_is_not_in_the_list_fails_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "__call__", lambda _, sentence: sentence)  # instead of the check around all tests
    with pytest.raises(AssertionError, match=r"not in finte\.pot: \['Nobody"), only_known_sentences():
        ENGLISH("Nobody can translate this.")


def test_a_plural_counts_as_one_sentence() -> None:
    assert ("You got away with {n} bluff.", "You got away with {n} bluffs.") in known_sentences()
