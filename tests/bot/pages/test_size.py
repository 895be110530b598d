"""A page that is larger than Discord allows goes without some of it, in a fixed order, and keeps all its buttons."""

from collections.abc import Sequence

from bot.pages.faces import Faces, face
from bot.pages.layout import components
from bot.pages.page import Button, Divider, Page, Part, Picture, Section, Select, SelectOption, Text, rows
from bot.pages.size import (
    LEAF_LINES,
    LINE,
    MOST_ALT_CHARACTERS,
    MOST_CHARACTERS,
    MOST_COMPONENTS,
    PICTURE_LINES,
    clipped,
    fits_a_leaf,
    units,
)
from bot.pictures.drawing import Drawing
from bot.pictures.faces import FACES
from bot.pictures.ranking import RankingTable
from localcord.limits import check_message
from localcord.wire import JsonObject

EMOJIS = Faces(dict.fromkeys(FACES, 2**63 - 1))
DRAWING: Drawing = RankingTable((), 0, ())
BUTTONS = rows(Button(str(number), f"b{number}") for number in range(25))
"""30 components."""


def sent(*parts: Part, faces: Faces = EMOJIS, drawn: bool = False) -> Sequence[JsonObject]:
    """The components on the card. Raises: Refused, if Discord would refuse them."""
    files = {DRAWING: "drawn.png"} if drawn else {}
    ready = components(Page(parts, 0), faces, files)
    check_message({"flags": 1 << 15, "components": ready}, file_names=[*files.values()])
    inside: Sequence[JsonObject] = ready[0]["components"]
    return inside


def texts(*parts: Part, faces: Faces = EMOJIS) -> list[str]:
    return [part["content"] for part in sent(*parts, faces=faces) if part["type"] == 10]


def lines(text: str, most: int) -> str:
    """So many lines of a hundred characters, with the line breaks."""
    return "\n".join([text.ljust(99, ".")] * most)


def test_a_page_that_fits_exactly_stays_as_it_is() -> None:
    parts: tuple[Part, ...] = (*BUTTONS, Text("a"), Divider(), *(Text("b") for _ in range(6)), Divider())

    assert len(sent(*parts)) == len(parts) == len(BUTTONS) + MOST_COMPONENTS - 31
    assert texts(Text("x" * 3_996), Text("-# y")) == ["x" * 3_996, "-# y"]


def test_dividers_go_before_texts_become_one() -> None:
    above = [Text(str(number)) for number in range(9)]

    assert texts(Divider(), *above, *BUTTONS, Divider()) == [str(number) for number in range(9)]
    assert texts(Divider(), *above, Text("9"), *BUTTONS) == ["\n".join(map(str, range(10)))]


def test_emojis_become_twins_in_words_for_a_late_picture_and_before_anything_goes() -> None:
    faces = face("die_3") * 150

    assert texts(Picture(DRAWING, "alt", (Text(face("die_3")),)), Text(face("die_3"))) == [
        "3",
        EMOJIS.text(face("die_3")),
    ]
    assert texts(Text(f"-# {faces}"), Text("below")) == [f"-# {'3' * 150}", "below"]


def test_small_print_goes_before_anything_else_is_cut() -> None:
    page = (Text(f"## Title\n-# {'s' * 900}\n{lines('kept', 20)}"), Text(f"-# {'t' * 900}"), Text(lines("also", 12)))

    assert texts(*page) == [f"## Title\n{lines('kept', 20)}", lines("also", 12)]


def test_the_longest_text_is_cut_at_the_end_of_a_line() -> None:
    short, long = texts(Text(lines("short", 5)), Text(lines("long", 50)))
    *whole, last = long.split("\n")

    assert short == lines("short", 5)
    assert last == "…"
    assert {*whole} == {lines("long", 1)}
    assert MOST_CHARACTERS - 200 < len(short) + len(long) <= MOST_CHARACTERS


def test_headings_and_whose_turn_it_is_are_never_cut_and_columns_that_are_cut_are_closed() -> None:
    (shown,) = texts(Text(f"## Title\n```\n{lines('1 2 3', 45)}\n▶ Ana: play a card\n{lines('past', 3)}\n```"))

    assert shown.startswith("## Title\n```\n1 2 3")
    assert shown.endswith("…\n▶ Ana: play a card\n```")


def test_a_single_line_is_cut_within() -> None:
    assert texts(Text("🦊" * 3_000)) == ["🦊" * 1_999 + "…"]


def test_a_text_beside_a_button_stays_even_if_nothing_is_left_of_it() -> None:
    (section, _) = sent(Section(Text(f"-# {'s' * 500}"), Button("Look", "look")), Text(lines("x", 39)))

    assert (section["components"][0]["content"], section["accessory"]["label"]) == ("…", "Look")


def test_everything_that_can_be_clicked_stays() -> None:
    menu = Select("Which?", "menu", (SelectOption("a", "a"),))
    shown = sent(Divider(), *map(Text, ("a" * 3_000, "-# b", "c" * 3_000)), *BUTTONS, menu, Divider(), Text("d"))

    clickable = [part["custom_id"] for row in shown if row["type"] == 1 for part in row["components"]]
    assert clickable == [*(f"b{number}" for number in range(25)), "menu"]


def test_an_emoji_counts_as_two_characters() -> None:
    (picture,) = sent(Picture(DRAWING, "🦊" * 600), drawn=True)

    assert units(picture["items"][0]["description"]) == MOST_ALT_CHARACTERS - 1
    assert texts(Text("🦊" * 1_999), Text("-# 🦊")) == ["🦊" * 1_999]
    assert (clipped("abc", 3), clipped("abcd", 3), clipped("", 1)) == ("abc", "ab…", "")


def test_a_leaf_has_as_many_lines_as_a_phones_screen() -> None:
    def fits(count: int, *more: Part, first: str = "x") -> bool:
        return fits_a_leaf((*more, Text("\n".join([first, *["x"] * (count - 1)]))))

    assert [fits(count) for count in (LEAF_LINES, LEAF_LINES + 1)] == [True, False]
    assert [fits(LEAF_LINES, first="x" * width) for width in (LINE, LINE + 1)] == [True, False]
    beside = LEAF_LINES - PICTURE_LINES
    assert [fits(count, Picture(DRAWING, "")) for count in (beside, beside + 1)] == [True, False]
