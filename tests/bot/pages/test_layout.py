"""Pages as values, and what Discord gets of them: parts, buttons, and faces with and without their emojis."""

import pytest

from bot.pages.faces import TWINS, Faces, face
from bot.pages.page import Button, Divider, Link, Page, Part, Row, Select, SelectOption, Text, rows
from bot.pictures.faces import FACES
from localcord.limits import check_message
from localcord.wire import JsonObject
from tests.pages import message

UPLOADED = Faces({"red_7": 123, "die_star": 456, "die_3": 789})
TWIN = FACES["red_7"].twin


def sent(*parts: Part, faces: Faces = TWINS) -> list[JsonObject]:
    """The parts inside the container, which Discord takes."""
    shown = message(Page(parts, accent=0xC9A227), faces)
    check_message(shown)
    (card,) = shown["components"]
    assert (card["type"], card["accent_color"]) == (17, 0xC9A227)
    inside: list[JsonObject] = card["components"]
    return inside


def test_parts_come_in_order_on_one_card() -> None:
    menu = Select("Which?", "f1|show|1|0|", (SelectOption("low", "0"), SelectOption("high", "1", chosen=True)))
    buttons = Row((Button("Join", "f1|join|1|0|", "good", disabled=True), Link("There", "https://discord.com")))
    text, divider, row, (select,) = [
        part.get("components", part) for part in sent(Text("hi"), Divider(), buttons, menu)
    ]

    assert ((text["type"], text["content"]), divider["type"]) == ((10, "hi"), 14)
    assert row == [
        {"type": 2, "style": 3, "label": "Join", "disabled": True, "custom_id": "f1|join|1|0|"},
        {"type": 2, "style": 5, "label": "There", "url": "https://discord.com"},
    ]
    assert (select["placeholder"], [option["default"] for option in select["options"]]) == ("Which?", [False, True])


def test_buttons_flow_into_rows_of_five() -> None:
    buttons = tuple(Button(str(number), str(number)) for number in range(11))

    assert [len(row.buttons) for row in rows(buttons)] == [5, 5, 1]
    assert rows(()) == ()


def test_a_notice_stands_above_everything_else_and_pages_that_look_alike_are_equal() -> None:
    page = Page((Text("hello"), Row((Button("x", "y"),))), accent=7).with_notice("late")

    assert hash(page) == hash(Page((Text("ℹ️ late"), Text("hello"), Row((Button("x", "y"),))), accent=7))


def test_a_face_in_a_text_is_its_emoji_or_its_twin() -> None:
    assert UPLOADED.text(f"led {face('red_7')}!") == "led <:red_7:123>!"
    assert TWINS.text(f"led {face('red_7')}!") == f"led {TWIN}!"
    assert UPLOADED.text("<:red_7:1> led") == "<:red_7:1> led"


@pytest.mark.parametrize(
    ("button", "shown", "in_words"),
    [
        (Button("7", "x", face="red_7"), ("7", "red_7"), f"{TWIN} 7"),
        (Button("", "x", face="red_7"), (None, "red_7"), TWIN),
        (Button("3", "x", face="die_3", in_words=face("die_3")), ("3", "die_3"), "3"),
        (Button("10", "x", face="die_3", in_words=f"10×{face('die_3')}"), ("10", "die_3"), "10×3"),
    ],
    ids=["label", "face alone", "die", "number of dice"],
)
def test_a_button_shows_the_emoji_before_its_label_or_says_it_in_words(
    button: Button, shown: tuple[str | None, str], in_words: str
) -> None:
    (made,), (words,) = (sent(Row((button,)), faces=faces)[0]["components"] for faces in (UPLOADED, TWINS))

    assert (made.get("label"), made["emoji"]["name"]) == shown
    assert made["emoji"]["id"] == UPLOADED.ids[button.face]
    assert (words["label"], "emoji" in words) == (in_words, False)


def test_a_choice_shows_the_emoji_before_its_label_or_says_it_in_words() -> None:
    menu = Select("Which?", "y", (SelectOption("seven", "7", face="red_7"),))
    made, words = (sent(menu, faces=faces)[0]["components"][0]["options"][0] for faces in (UPLOADED, TWINS))

    assert (made["label"], made["emoji"]) == ("seven", {"id": 123, "name": "red_7"})
    assert (words["label"], "emoji" in words) == (f"{TWIN} seven", False)
