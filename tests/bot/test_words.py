"""Sentences in the reader's language, and in English if there is no translation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.errors import MatchOver, NotAllowed
from bot.words import phrase, words
from tests.bot.catalogues import language


@pytest.fixture
def french(tmp_path: Path) -> Iterator[None]:
    sentences: dict[str | tuple[str, str], str | tuple[str, str]] = {
        "Join": "Rejoindre",
        "You need at least {least} players to start.": "Il faut au moins {least} joueurs.",
        ("{sum}: {name} loses {n} die.", "{sum}: {name} loses {n} dice."): (
            "{name} perd {n} dé",
            "{name} perd {n} dés",
        ),
    }
    with language(tmp_path, "fr", sentences):
        yield


def test_a_language_without_a_catalogue_is_english() -> None:
    assert words("ja")("Join") == "Join"


def test_facts_are_filled_in() -> None:
    assert words("en-US")("{name} · host", name="Ana") == "Ana · host"


def test_braces_in_a_fact_are_left_alone() -> None:
    assert words("en-US")("{name} · host", name="{name}") == "{name} · host"


@pytest.mark.parametrize(("n", "said"), [(1, "3 − 2 = 1: Ana loses 1 die."), (2, "3 − 1 = 2: Ana loses 2 dice.")])
def test_one_thing_and_several_are_said_differently(n: int, said: str) -> None:
    off = f"3 − {3 - n} = {n}"
    told = words("en-GB").many("{sum}: {name} loses {n} die.", "{sum}: {name} loses {n} dice.", n, sum=off, name="Ana")
    assert told == said


def test_an_error_says_its_sentence() -> None:
    assert words("en-US").error(MatchOver()) == "This table is closed."


@pytest.mark.usefixtures("french")
def test_a_sentence_is_translated() -> None:
    assert words("fr")("Join") == "Rejoindre"


@pytest.mark.usefixtures("french")
def test_what_is_not_translated_yet_is_said_in_english() -> None:
    assert words("fr")("Leave") == "Leave"


@pytest.mark.usefixtures("french")
def test_each_language_has_its_own_plural() -> None:
    told = words("fr").many("{sum}: {name} loses {n} die.", "{sum}: {name} loses {n} dice.", 0, sum="0", name="Ana")
    assert told == "Ana perd 0 dé"


@pytest.mark.usefixtures("french")
def test_an_error_is_translated_with_its_facts() -> None:
    error = NotAllowed(phrase("You need at least {least} players to start."), least=2)

    assert words("fr").error(error) == "Il faut au moins 2 joueurs."


@pytest.mark.usefixtures("french")
def test_a_region_is_served_by_its_language() -> None:
    assert words("fr-CA")("Join") == "Rejoindre"
