"""The translations: every sentence in every language, with the same placeholders, within Discord's limits."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.words import LOCALE, words
from docs.messages import extract, mo, po, read, translations, untranslated
from tests.sentences import POT

ROOT = LOCALE.parents[1]
LANGUAGES = sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())

FACT = re.compile(r"{(\w+)}")
MARKDOWN = re.compile(r"(?m)^(?:#{1,3}|-#) |\*\*|`|\]\(|<[#t]:?|[▶◀💡🎓⏎]|/[a-z]+")
"""Markdown and symbols, which every translation must have unchanged."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def catalogue(language: str) -> Catalog:
    return read(LOCALE / language / "LC_MESSAGES" / "finte.po")


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Each form of each sentence that is translated, with its translation."""
    for message in catalogue(language):
        if message.id:
            both = zip(forms(message.id), forms(message.string), strict=True)
            yield from ((english, said) for english, said in both if said)


def forms(said: object) -> tuple[str, ...]:
    """A sentence, or its singular and plural."""
    return tuple(said) if isinstance(said, tuple | list) else (str(said),)


def test_the_list_of_sentences_is_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = tmp_path / "found.pot"

    extract(found)

    with found.open("rb") as new, POT.open("rb") as committed:
        listed = {message.id for message in read_po(committed)}
        assert listed == {message.id for message in read_po(new)}, "run `make messages`"
    assert b"POT-Creation-Date" not in found.read_bytes()
    assert LANGUAGES == ["de", "fr"] == [path.parts[-3] for path in translations()]


@every_language
def test_every_sentence_is_translated_and_no_other(language: str) -> None:
    with POT.open("rb") as file:
        wanted = {message.id for message in read_po(file) if message.id}

    found = {message.id for message in catalogue(language) if message.id}
    assert found == wanted, "run `make messages`"
    assert not [message.id for message in catalogue(language) if message.id and message.fuzzy]
    missing = untranslated(catalogue(language))
    assert not missing, f"translate these in bot/locale/{language}/LC_MESSAGES/finte.po, then run `make messages`"


@every_language
def test_a_translation_has_the_facts_of_its_sentence(language: str) -> None:
    changed = [english for english, said in pairs(language) if set(FACT.findall(english)) != set(FACT.findall(said))]
    assert not changed, "their translations need the same {placeholders}, unchanged"


@every_language
def test_a_translation_keeps_markdown_commands_and_signs(language: str) -> None:
    changed = [
        (english, said)
        for english, said in pairs(language)
        if Counter(MARKDOWN.findall(english)) != Counter(MARKDOWN.findall(said))
    ]

    assert not changed, "translations keep markdown, commands and symbols as they are"


@every_language
def test_a_translation_keeps_the_blanks_around_it(language: str) -> None:
    def blanks(text: str) -> tuple[int, int]:
        return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())

    changed = [english for english, said in pairs(language) if blanks(english) != blanks(said)]
    assert not changed, "their translations need the same spaces before and after"


@every_language
def test_what_the_bot_reads_is_compiled_from_what_translators_wrote(language: str) -> None:
    written, compiled = (LOCALE / language / "LC_MESSAGES" / name for name in ("finte.po", "finte.mo"))

    assert written.read_bytes() == po(read(written)), "run `make messages`"
    assert compiled.read_bytes() == mo(read(written)), "run `make messages`"


@pytest.mark.parametrize(
    ("locale", "n", "said"),
    [
        ("en-US", 0, "0 tricks"), ("en-US", 1, "1 trick"),
        ("fr", 0, "0 pli"), ("fr", 2, "2 plis"),
        ("de", 0, "0 Stiche"), ("de", 1, "1 Stich"),
    ],
)  # fmt: skip
def test_each_language_counts_in_its_own_way(locale: str, n: int, said: str) -> None:
    assert words(locale).many("{n} trick", "{n} tricks", n) == said


@pytest.mark.parametrize(
    ("language", "mistake", "advice"),
    [
        ("fr", r"[ \u202f][:;!?»]|« |[\w})*][:;!?](?:\s|$)", "a no-break space (U+00A0) before : ; ! ? » and after «"),
        ("fr", r"\w'\w", "’ for the apostrophe"),
        ("de", r"[\"«»]|^[^„]*“|„[^“]*$", "„quotes like this“"),
        *((language, " %", "a no-break space (U+00A0) before %") for language in LANGUAGES),
    ],
)
def test_each_language_has_its_own_signs(language: str, mistake: str, advice: str) -> None:
    assert not [said for _, said in pairs(language) if re.search(mistake, said)], f"write {advice}"


@every_language
def test_a_title_keeps_a_trick_and_its_number_on_one_line(language: str) -> None:
    """These titles are longer than a phone's line."""
    loose = [said for english, said in pairs(language) if "{trick}/{tricks}" in english and " {trick}" in said]

    assert not loose, "put a no-break space (U+00A0) before {trick}"
