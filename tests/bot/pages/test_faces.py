"""Faces in texts and on buttons, with and without their emojis."""

from bot.pages.faces import TWINS, Faces, face
from bot.pages.page import Button, Page, Row, Select, SelectOption, Text
from bot.pictures.faces import FACES
from localcord.limits import check_message
from tests.pages import message

UPLOADED = Faces({"red_7": 123, "die_star": 456})


def test_a_face_in_a_text_is_its_emoji() -> None:
    assert UPLOADED.text(f"led {face('red_7')}!") == "led <:red_7:123>!"


def test_a_face_without_an_emoji_is_its_twin() -> None:
    assert TWINS.text(f"led {face('red_7')}!") == f"led {FACES['red_7'].twin}!"


def test_a_text_without_faces_stays_as_it_is() -> None:
    assert UPLOADED.text("<:red_7:1> led") == "<:red_7:1> led"


def test_a_button_shows_the_emoji_before_its_label() -> None:
    button = message(Page((Row((Button("7", "x", face="red_7"),)),), 0), UPLOADED)["components"][0]["components"][0]

    assert button["components"][0]["emoji"] == {"id": 123, "name": "red_7"}
    assert button["components"][0]["label"] == "7"


def test_without_an_emoji_the_twin_stands_in_the_label() -> None:
    button = message(Page((Row((Button("7", "x", face="red_7"),)),), 0))["components"][0]["components"][0]

    assert "emoji" not in button["components"][0]
    assert button["components"][0]["label"] == f"{FACES['red_7'].twin} 7"


def test_discord_takes_faces_on_buttons_and_choices_either_way() -> None:
    page = Page(
        (
            Text(face("die_star")),
            Row((Button("", "x", face="die_star"),)),
            Select("Which?", "y", (SelectOption("seven", "7", face="red_7"),)),
        ),
        0,
    )

    check_message(message(page, UPLOADED))
    check_message(message(page))


def test_dice_in_words_are_digits_in_texts_and_on_buttons_once() -> None:
    assert TWINS.text(" ".join(face(f"die_{pips}") for pips in range(1, 6))) == "1 2 3 4 5"

    buttons = (Button("3", "x", face="die_3", in_words=face("die_3")),
               Button("10", "y", face="die_3", in_words=f"10×{face('die_3')}"))  # fmt: skip
    words, shown = (message(Page((Row(buttons),), 0), faces)["components"][0]["components"][0]["components"]
                    for faces in (TWINS, Faces({"die_3": 123})))  # fmt: skip
    assert [button["label"] for button in words] == ["3", "10×3"]
    assert [button["label"] for button in shown] == ["3", "10"]
