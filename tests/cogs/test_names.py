"""Users choose their names, so no name may break a page's layout or ping anyone."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pages.faces import face, plain
from bot.pictures.type import writable
from bot.tables.table import Person, Robot
from bot.words import ENGLISH, words
from cogs.parts.names import MOST_CHARACTERS, escape, escape_text, label, name, plain_name, sitter_name
from games.core import Seat
from tests.cogs.tables import ANA, BEN, LONGEST_NAMES, RANDOM, seated

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
        "*bold*",
        "__under__",
        "~~through~~",
        "`code`",
        "||spoiler||",
        "> quote",
        "# title",
        "-# small",
        "- point",
        "[text](https://example.com)",
        "<@123>",
        "<#123>",
        "<t:0:R>",
        "@everyone",
        "https://example.com",
        "discord.gg/evil",
        "discord.com/invite/x",
        "dsc.gg/x",
        "www.evil.com",
        "evil.com/x",
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


def test_letters_of_any_script_stay_as_they_are() -> None:
    assert escape("Zoë Ångström 山田 שלום 👩‍👧") == "Zoë Ångström 山田 שלום 👩‍👧"


def test_a_name_is_one_line() -> None:
    assert escape("Ana\n\n# Ben\t Cleo") == r"Ana \# Ben Cleo"


@pytest.mark.parametrize("turn", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a")
def test_a_name_does_not_turn_the_line_around(turn: str) -> None:
    assert escape(f"Ana{turn}Ben") == "AnaBen"


def test_no_character_that_controls_a_line_is_shown() -> None:
    every = [chr(code) for code in range(sys.maxunicode + 1) if chr(code) != " "]
    controls = [one for one in every if unicodedata.category(one) in {"Cc", "Zl", "Zp"}]
    turns = [one for one in every if unicodedata.bidirectional(one) in BIDIRECTIONAL]
    assert len(controls) == 67
    assert len(turns) == 9

    for one in (*controls, *turns, *"\u00ad\u200b\u200e\u200f\u061c\u2060\ufeff\ufff9\ufffa\ufffb"):
        for shown_name in (plain_name(Person(1, f"A{one}b"), ENGLISH), escape(f"A{one}b"), escape_text(f"A{one}b")):
            assert shown_name in {"Ab", "A b"}


@pytest.mark.parametrize("typed", LONGEST_NAMES)
def test_a_name_is_no_longer_than_discords(typed: str) -> None:
    assert len(plain_name(Person(1, typed * 2), ENGLISH)) <= MOST_CHARACTERS
    assert len(shown(escape(typed * 2))) <= MOST_CHARACTERS


@pytest.mark.parametrize("typed", ["", "  ", "\u202e"])
def test_a_button_has_a_label_whatever_the_name(typed: str) -> None:
    assert plain_name(Person(1, typed), ENGLISH) == "?"


def test_a_buttons_label_is_not_escaped() -> None:
    assert plain_name(Person(1, "*Ana*"), ENGLISH) == "*Ana*"


def test_a_name_is_bold() -> None:
    assert sitter_name(Person(1, "*Ana*"), ENGLISH) == r"**\*Ana\***"


@pytest.mark.parametrize(("language", "level"), [("en-US", "hard"), ("de", "schwer"), ("fr", "difficile")])
def test_a_computer_player_has_its_name_and_its_level_in_the_readers_language(language: str, level: str) -> None:
    assert sitter_name(IRIS, words(language)) == f"**🤖 Iris · {level}**"
    assert label(IRIS, words(language)) == f"🤖 Iris · {level}"


def test_in_a_picture_a_computer_players_name_stands_alone() -> None:
    assert writable(plain_name(IRIS, ENGLISH)) == "Iris"


def test_a_player_who_plays_in_a_lesson_has_a_name_without_a_level() -> None:
    assert sitter_name(Robot("steady", "Otto"), ENGLISH) == "**🤖 Otto**"


@pytest.mark.parametrize("dot", "\u00b7\u2022\u2027\u2219\u22c5\u25cf\u30fb\uff65\ua78f")
@pytest.mark.parametrize("mark", ["🤖", "🤖\ufe0f", "🤖\ufe0e ", "👾", "\u061c🤖", "🤖🤖 "])
def test_no_person_looks_like_a_computer_player(mark: str, dot: str) -> None:
    seen = plain_name(Person(1, f"{mark} Iris {dot} hard"), ENGLISH)

    assert seen == "Iris - hard"


@pytest.mark.parametrize("typed", ["Gal·la", "ジョン・スミス", "Anna-Lena", "Ana 🎉"])
def test_dots_within_names_stay(typed: str) -> None:
    assert plain_name(Person(1, typed), ENGLISH) == typed


@given(st.text("🤖👾🦾🦿\ufe0f\u200d·•ab "))
def test_whatever_a_person_is_called_there_is_no_mark_and_no_dot_in_it(typed: str) -> None:
    assert not set(plain_name(Person(1, typed), ENGLISH)) & set("🤖👾🦾🦿·•")


def test_every_seat_has_its_badge() -> None:
    table = seated(ANA, BEN, RANDOM, RANDOM, RANDOM, RANDOM)

    assert [plain(name(table, Seat(seat), ENGLISH))[0] for seat in range(6)] == list("①②③④⑤⑥")


INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u2060\u2063\u2800\u3164\ufe0f\ufeff\uffa0"
    "\U0001d159\U0001d173\U000e0020\U000e0100 \u00a0\u2003\u3000\u2028\n\x00\x07"
)
"""Invisible characters: hyphens, joiners, fillers, selectors, tags, spaces, controls."""


@given(st.text(INVISIBLE, max_size=40))
def test_a_name_that_cannot_be_seen_is_a_question_mark(typed: str) -> None:
    assert plain_name(Person(1, typed), ENGLISH) == "?"


@given(st.text(INVISIBLE, max_size=10), st.sampled_from("Aß山ש7_★👻\U0001fae8"))
def test_one_character_is_enough_to_be_seen(unseen: str, seen: str) -> None:
    assert seen in plain_name(Person(1, unseen + seen), ENGLISH)


def test_a_name_is_never_taken_for_a_face() -> None:
    assert plain(escape(face("no_such_face"))) == r"no\_such\_face"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "a former player"), ("de", "Gelöschtes Profil"), ("fr", "profil supprimé")]
)
def test_somebody_whose_data_is_deleted_is_named_in_the_readers_language(language: str, said: str) -> None:
    former, say = Person(-7, "whatever is stored"), words(language)

    assert plain_name(former, say) == said
    assert label(former, say) == said
    assert sitter_name(former, say) == f"**{said}**"
