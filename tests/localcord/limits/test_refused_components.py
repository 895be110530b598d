"""Components that Discord refuses, each for one reason."""

from functools import partial

import pytest

from localcord.limits import check_message, check_modal
from tests.localcord.limits.bodies import (
    V2,
    Case,
    button,
    by_name,
    container,
    display,
    embed,
    file,
    gallery,
    label,
    link,
    modal,
    noted,
    option,
    options,
    refusal,
    row,
    rows,
    section,
    select,
    thumbnail,
    v2,
    written,
)

FIRST = "components.0.components.0"
INNER = "components.0.component"
REQUIRED = "BASE_TYPE_REQUIRED"
CHOICES = "BASE_TYPE_CHOICES"
UNION = "UNION_TYPE_CHOICES"
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
NOT_FOUND = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"

edit_of_v2 = partial(check_message, editing={"flags": V2, "components": [display()]})
edit_of_classic = partial(check_message, editing={"flags": 0, "content": "x", "attachments": []})
with_a_file = partial(check_message, file_names=["a.png"])

LAYOUTS = {
    "a button outside a row": Case(check_message, {"components": [button()]}, "components.0", UNION),
    "a row in a row": Case(check_message, rows(row(button())), FIRST, UNION),
    "two selects in a row": Case(
        check_message,
        rows(select(), select(custom_id="t")),
        "components.0.components.1",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a button beside a select": Case(
        check_message, rows(button(), select()), "components.0.components.1", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
    ),
    "one custom id twice": Case(
        check_message,
        {"components": [row(button("a")), row(button("a"))]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "one custom id in a row and an accessory": Case(
        check_message,
        v2(row(button("a")), container(section(accessory=button("a")))),
        "components.1.components.0.accessory.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "one number twice": Case(
        check_message,
        v2({**display(), "id": 7}, {**display(), "id": 7}),
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    "a text display without the flag": Case(check_message, {"components": [display()]}, "components.0", UNION),
    "a container without the flag": Case(check_message, {"components": [container(display())]}, "components.0", UNION),
    "content beside V2": Case(check_message, v2(display(), content="x"), "content", LEGACY),
    "embeds beside V2": Case(check_message, v2(display(), **embed()), "embeds", LEGACY),
    "stickers beside V2": Case(check_message, v2(display(), sticker_ids=["1"]), "sticker_ids", LEGACY),
    "a poll beside V2": Case(
        check_message,
        v2(display(), poll={"question": {"text": "?"}, "answers": [{"poll_media": {"text": "x"}}]}),
        "poll",
        LEGACY,
    ),
    "content in an edit of V2": Case(edit_of_v2, {"content": "x"}, "content", LEGACY),
    "content left from before V2": Case(edit_of_classic, v2(display()), "content", LEGACY),
    "the flag taken away": Case(edit_of_v2, {"flags": 0}, "flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"),
    "V2 without the flag that was there": Case(
        edit_of_v2, {"flags": 0, "components": [display()]}, "components.0", UNION
    ),
    "a button in a container": Case(check_message, v2(container(button())), FIRST, UNION),
    "a container in a container": Case(check_message, v2(container(container(display()))), FIRST, UNION),
    "a button at the top": Case(check_message, v2(button()), "components.0", UNION),
    "a thumbnail at the top": Case(check_message, v2(thumbnail()), "components.0", UNION),
    "a label in a message": Case(check_message, v2(label()), "components.0", UNION),
    "a row in a section": Case(check_message, v2(section(row(button()))), FIRST, UNION),
    "a select as accessory": Case(check_message, v2(section(accessory=select())), "components.0.accessory", UNION),
    "a section without accessory": Case(
        check_message, v2({"type": 9, "components": [display()]}), "components.0.accessory", REQUIRED
    ),
    "too many in a container": Case(
        check_message,
        v2(container(*(display() for _ in range(41)))),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a wide separator": Case(check_message, v2({"type": 14, "spacing": 3}), "components.0.spacing", CHOICES),
    "a file from elsewhere": Case(
        check_message, v2(file("https://example.com/a.png")), "components.0.file.url", "URL_TYPE_INVALID_SCHEME"
    ),
    "a file that is not there": Case(with_a_file, v2(file("attachment://b.png")), "components.0.file.url", NOT_FOUND),
    "a thumbnail that is not there": Case(
        check_message,
        v2(section(accessory=thumbnail("attachment://a.png"))),
        "components.0.accessory.media.url",
        NOT_FOUND,
    ),
    "a picture that is not there": Case(
        check_message,
        v2(container(gallery(media={"url": "attachment://a.png"}))),
        f"{FIRST}.items.0.media.url",
        NOT_FOUND,
    ),
}
BUTTONS = {
    "no style": Case(check_message, rows({"type": 2, "custom_id": "a", "label": "x"}), f"{FIRST}.style", REQUIRED),
    "an unknown style": Case(check_message, rows(button(style=7)), f"{FIRST}.style", CHOICES),
    "no custom id": Case(
        check_message, rows(button(None)), f"{FIRST}.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"
    ),
    "an address beside a custom id": Case(
        check_message,
        rows(button(url="https://example.com")),
        f"{FIRST}.url",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link with a custom id": Case(
        check_message,
        rows(link(custom_id="a")),
        f"{FIRST}.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link to nowhere": Case(check_message, rows(link(url=None)), f"{FIRST}.url", REQUIRED),
    "a link by mail": Case(
        check_message, rows(link(url="mailto:a@example.com")), f"{FIRST}.url", "URL_TYPE_INVALID_SCHEME"
    ),
    "something to buy on a button": Case(
        check_message, rows(button(sku_id="1")), f"{FIRST}.sku_id", "BUTTON_COMPONENT_SKU_NOT_ALLOWED"
    ),
    "a premium button without it": Case(check_message, rows({"type": 2, "style": 6}), f"{FIRST}.sku_id", REQUIRED),
    "a premium button with a label": Case(
        check_message,
        rows({"type": 2, "style": 6, "sku_id": "1", "label": "x"}),
        f"{FIRST}.label",
        "BUTTON_COMPONENT_SKU_EXCLUSIVE",
    ),
    "nothing to see on it": Case(check_message, rows(button(label=None)), f"{FIRST}.label", REQUIRED),
    "an emoji of nothing": Case(
        check_message, rows(button(emoji={})), f"{FIRST}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"
    ),
    "an emoji by a text": Case(check_message, rows(button(emoji="🎲")), f"{FIRST}.emoji", "MODEL_TYPE_CONVERT"),
    "an emoji by its name": Case(
        check_message, rows(button(emoji={"name": "die"})), f"{FIRST}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"
    ),
    "a die face, which is no emoji": Case(
        check_message, rows(button(emoji={"name": "⚅"})), f"{FIRST}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"
    ),
    "a playing card, which is no emoji": Case(
        check_message, rows(button(emoji={"name": "🂡"})), f"{FIRST}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"
    ),
}
SELECTS = {
    "no custom id": Case(check_message, rows(select(custom_id=None)), f"{FIRST}.custom_id", REQUIRED),
    "no options": Case(check_message, rows(select(options=None)), f"{FIRST}.options", REQUIRED),
    "one value twice": Case(
        check_message,
        rows(select(options=[option(), option()])),
        f"{FIRST}.options.1",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "two chosen beforehand where one may be": Case(
        check_message,
        rows(select(options=[option("a", default=True), option("b", default=True)])),
        f"{FIRST}.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "two users chosen beforehand": Case(
        check_message,
        rows({"type": 5, "custom_id": "u", "default_values": [{"id": "1", "type": "user"}, {"id": 2, "type": "user"}]}),
        f"{FIRST}.default_values",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "a role chosen among users": Case(
        check_message,
        rows({"type": 5, "custom_id": "u", "default_values": [{"id": "1", "type": "role"}]}),
        f"{FIRST}.default_values.0.type",
        CHOICES,
    ),
    "an unknown type of channel": Case(
        check_message, rows({"type": 8, "custom_id": "c", "channel_types": [99]}), f"{FIRST}.channel_types.0", CHOICES
    ),
    "fewer at most than at least": Case(
        check_message, rows(select(min_values=3, max_values=2)), f"{FIRST}.max_values", "NUMBER_RANGE_INVALID"
    ),
    "more values than options": Case(
        check_message, rows(select(max_values=4)), f"{FIRST}.max_values", "SELECT_COMPONENT_VALUES_EXCEED_OPTIONS"
    ),
}
MODALS = {
    "no title": Case(check_modal, modal(title=None), "title", REQUIRED),
    "a button in a modal": Case(check_modal, modal(row(button())), FIRST, UNION),
    "a container in a modal": Case(check_modal, modal(container(display())), "components.0", UNION),
    "two inputs in a row": Case(
        check_modal,
        modal(row(written(label="a"), written(label="b", custom_id="u"))),
        "components.0.components.1",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "an input without label": Case(check_modal, modal(row(written())), f"{FIRST}.label", REQUIRED),
    "a button in a label": Case(check_modal, modal(label(button())), INNER, UNION),
    "one custom id twice": Case(
        check_modal, modal(label(), label()), "components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"
    ),
    "an input of a strange style": Case(check_modal, modal(label(written(style=3))), f"{INNER}.style", CHOICES),
    "less at most than at least": Case(
        check_modal, modal(label(written(min_length=2, max_length=1))), f"{INNER}.max_length", "NUMBER_RANGE_INVALID"
    ),
    "a disabled select": Case(
        check_modal, modal(label(select(disabled=True))), f"{INNER}.disabled", "COMPONENT_DISABLED_IN_MODAL"
    ),
    "two radio buttons chosen": Case(
        check_modal,
        modal(label({"type": 21, "custom_id": "r", "options": [{**o, "default": True} for o in options(2)]})),
        f"{INNER}.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
}


CASES = by_name(layouts=LAYOUTS, buttons=BUTTONS, selects=SELECTS, modals=MODALS)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_broken_rule_is_named_at_its_place(case: Case) -> None:
    refused = refusal(lambda: case.check(case.body))

    assert noted(refused) == {case.path: [case.code]}
