"""Users choose their names, so no name may break a page's layout or ping anyone."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.type import writable
from bot.tables.table import Person, Robot
from bot.words import ENGLISH, words
from cogs.parts.names import MOST_CHARACTERS, escape, escape_text, label, plain_name, sitter_name
from tests.cogs.tables import LONGEST_NAMES

IRIS = Robot("hard", "Iris")


BIDIRECTIONAL = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""Unicode's classes of characters that turn the direction of writing."""


def shown(escaped: str) -> str:
    """What Discord shows for escaped text. Fails if a mark of markdown isn't escaped."""
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|>#<\[\]():@.-]", escaped), escaped
    return re.sub(r"\\(.)", r"\1", escaped)


@pytest.mark.parametrize(
    "typed",
    [
        "*b* __u__ ~~t~~ `c` ||s||",
        "> quote",
        "# title",
        "-# small",
        "[text](https://example.com)",
        "<@123>",
        "@everyone",
        "https://example.com",
        "discord.gg/evil",
        "J.R.R. Smith...",
        r"\*not bold\*",
        "\\",
    ],
)
def test_markdown_in_a_name_is_text(typed: str) -> None:
    assert shown(escape(typed)) == typed
    assert shown(escape_text(typed)) == typed


@given(st.text())
def test_any_name_is_text(typed: str) -> None:
    shown(escape(typed))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Zoë Ångström 山田 שלום 👩‍👧", "Zoë Ångström 山田 שלום 👩‍👧"),
        ("Ana\n\n# Ben\t Cleo", r"Ana \# Ben Cleo"),
        ("\u202eAna\u2066", "Ana"),
        ("Gal·la 🎉", "Gal·la 🎉"),
    ],
)
def test_a_name_is_one_line_that_runs_as_all_others(typed: str, said: str) -> None:
    assert escape(typed) == said


def test_no_character_that_controls_a_line_is_shown() -> None:
    every = [chr(code) for code in range(0x3000) if chr(code) != " "]
    controls = [one for one in every if unicodedata.category(one) in {"Cc", "Zl", "Zp"}]
    turns = [one for one in every if unicodedata.bidirectional(one) in BIDIRECTIONAL]
    assert (len(controls), len(turns)) == (67, 9)

    for one in (*controls, *turns, *"\u00ad\u200b\u200e\u200f\u061c\u2060\u206a\ufeff\ufff9\ufffa\ufffb"):
        for shown_name in (plain_name(Person(1, f"A{one}b"), ENGLISH), escape(f"A{one}b"), escape_text(f"A{one}b")):
            assert shown_name in {"Ab", "A b"}


@pytest.mark.parametrize("typed", LONGEST_NAMES)
def test_a_name_is_no_longer_than_discords(typed: str) -> None:
    assert len(plain_name(Person(1, typed * 2), ENGLISH)) <= MOST_CHARACTERS
    assert len(shown(escape(typed * 2))) <= MOST_CHARACTERS


def test_a_name_is_bold_and_escaped_where_it_is_text_and_plain_on_a_button() -> None:
    assert sitter_name(Person(1, "*Ana*"), ENGLISH) == r"**\*Ana\***"
    assert plain_name(Person(1, "*Ana*"), ENGLISH) == "*Ana*"
    assert plain_name(Person(1, ""), ENGLISH) == "?"


def test_a_computer_player_has_its_level_in_the_readers_language_but_for_pictures_and_lessons() -> None:
    assert sitter_name(IRIS, words("de")) == "**🤖 Iris · schwer**"
    assert label(IRIS, ENGLISH) == "🤖 Iris · hard"
    assert writable(plain_name(IRIS, ENGLISH)) == "Iris"
    assert sitter_name(Robot("steady", "Otto"), ENGLISH) == "**🤖 Otto**"


@given(st.text("🤖👾🦾🦿\ufe0f\u200d·•ab "))
def test_whatever_a_person_is_called_there_is_no_mark_and_no_dot_in_it(typed: str) -> None:
    assert not set(plain_name(Person(1, typed), ENGLISH)) & set("🤖👾🦾🦿·•")


INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u2060\u2063\u2800\u3164\ufe0f\ufeff\uffa0"
    "\U0001d159\U0001d173\U000e0020\U000e0100 \u00a0\u2003\u3000\u2028\n\x00\x07"
)
"""Invisible characters: hyphens, joiners, fillers, selectors, tags, spaces, controls."""


@given(st.text(INVISIBLE, max_size=40))
def test_a_name_that_cannot_be_seen_is_a_question_mark(typed: str) -> None:
    assert plain_name(Person(1, typed), ENGLISH) == "?"


@pytest.mark.parametrize(("language", "said"), [("en", "a former player"), ("de", "Gelöschtes Profil")])
def test_somebody_whose_data_is_deleted_is_named_in_the_readers_language(language: str, said: str) -> None:
    former, say = Person(-7, "whatever is stored"), words(language)

    assert plain_name(former, say) == label(former, say) == sitter_name(former, say).strip("*") == said
