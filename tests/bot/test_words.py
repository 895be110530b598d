"""Sentences in the reader's language, and in English if there is no translation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.errors import NotAllowed
from bot.words import phrase, words
from tests.bot.catalogues import language

LOSES = ("{sum}: {name} loses {n} die.", "{sum}: {name} loses {n} dice.")


@pytest.fixture
def french(tmp_path: Path) -> Iterator[None]:
    sentences: dict[str | tuple[str, str], str | tuple[str, str]] = {
        "Join": "Rejoindre",
        "You need at least {least} players to start.": "Il faut au moins {least} joueurs.",
        LOSES: ("{name} perd {n} dé", "{name} perd {n} dés"),
    }
    with language(tmp_path, "fr", sentences):
        yield


def test_facts_are_filled_in_and_their_braces_left_alone() -> None:
    assert words("en-US")("{name} · host", name="{name}") == "{name} · host"


@pytest.mark.parametrize(("n", "said"), [(1, "3 − 2 = 1: Ana loses 1 die."), (2, "3 − 1 = 2: Ana loses 2 dice.")])
def test_one_thing_and_several_are_said_differently(n: int, said: str) -> None:
    assert words("en-GB").many(*LOSES, n, sum=f"3 − {3 - n} = {n}", name="Ana") == said


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("locale", "sentence", "said"),
    [("fr", "Join", "Rejoindre"), ("fr-CA", "Join", "Rejoindre"), ("fr", "Leave", "Leave"), ("ja", "Join", "Join")],
)
def test_a_sentence_is_translated_or_else_english(locale: str, sentence: str, said: str) -> None:
    assert words(locale)(sentence) == said


@pytest.mark.usefixtures("french")
def test_each_language_has_its_own_plural() -> None:
    assert words("fr").many(*LOSES, 0, sum="0", name="Ana") == "Ana perd 0 dé"


@pytest.mark.usefixtures("french")
def test_an_error_is_translated_with_its_facts() -> None:
    error = NotAllowed(phrase("You need at least {least} players to start."), least=2)

    assert words("fr").error(error) == "Il faut au moins 2 joueurs."
