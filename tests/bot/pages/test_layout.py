"""Pages as values, and what discord.py makes of them."""

from bot.pages.page import Button, Divider, Link, Page, Row, Select, SelectOption, Text, rows
from localcord.limits import check_message
from localcord.wire import JsonObject
from tests.pages import message


def sent(page: Page) -> list[JsonObject]:
    """The parts inside the container, as Discord gets them."""
    (card,) = message(page)["components"]
    parts: list[JsonObject] = card["components"]
    return parts


def test_a_page_is_one_card_in_its_colour() -> None:
    (card,) = message(Page((Text("hello"),), accent=0xC9A227))["components"]

    assert (card["type"], card["accent_color"]) == (17, 0xC9A227)


def test_texts_and_dividers_come_in_order() -> None:
    page = Page((Text("above"), Divider(), Text("below")), accent=0)

    assert [(part["type"], part.get("content")) for part in sent(page)] == [(10, "above"), (14, None), (10, "below")]


def test_a_button_keeps_its_looks_and_its_custom_id() -> None:
    page = Page((Row((Button("Join", "f1|join|1|0|", "good", disabled=True),)),), accent=0)

    (row,) = sent(page)
    assert row["components"] == [
        {"type": 2, "style": 3, "label": "Join", "disabled": True, "custom_id": "f1|join|1|0|"}
    ]


def test_a_link_leads_to_its_address() -> None:
    (row,) = sent(Page((Row((Link("There", "https://discord.com/channels/1/2/3"),)),), accent=0))

    (button,) = row["components"]
    assert (button["style"], button["url"]) == (5, "https://discord.com/channels/1/2/3")


def test_a_select_shows_what_is_chosen() -> None:
    page = Page(
        (Select("Which?", "f1|show|1|0|", (SelectOption("low", "0"), SelectOption("high", "1", chosen=True))),),
        accent=0,
    )

    (row,) = sent(page)
    (select,) = row["components"]
    assert (select["placeholder"], [option["default"] for option in select["options"]]) == ("Which?", [False, True])


def test_discord_takes_every_kind_of_part() -> None:
    page = Page(
        (
            Text("# text"),
            Divider(),
            Row((Button("One", "one"), Link("Two", "https://discord.com"))),
            Select("Which?", "select", (SelectOption("low", "0"),)),
        ),
        accent=0xFFFFFF,
    )

    check_message(message(page))


def test_buttons_flow_into_rows_of_five() -> None:
    buttons = tuple(Button(str(number), str(number)) for number in range(11))

    assert [len(row.buttons) for row in rows(buttons)] == [5, 5, 1]


def test_no_buttons_make_no_row() -> None:
    assert rows(()) == ()


def test_a_notice_stands_above_everything_else() -> None:
    page = Page((Text("hello"),), accent=7)

    assert page.with_notice("late") == Page((Text("ℹ️ late"), Text("hello")), accent=7)


def test_pages_that_look_alike_are_equal() -> None:
    assert hash(Page((Text("a"), Row((Button("x", "y"),))), 0)) == hash(Page((Text("a"), Row((Button("x", "y"),))), 0))
