"""Bodies that Discord refuses, each for one reason."""

from functools import partial

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    V2,
    Case,
    button,
    by_name,
    check_modal,
    command,
    container,
    display,
    file,
    gallery,
    label,
    link,
    modal,
    noted,
    option,
    parameter,
    refusal,
    row,
    rows,
    section,
    select,
    v2,
    with_parameter,
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
    "a text display without the flag": Case(check_message, {"components": [display()]}, "components.0", UNION),
    "a container without the flag": Case(check_message, {"components": [container(display())]}, "components.0", UNION),
    "content beside V2": Case(check_message, v2(display(), content="x"), "content", LEGACY),
    "content in an edit of V2": Case(edit_of_v2, {"content": "x"}, "content", LEGACY),
    "content left from before V2": Case(edit_of_classic, v2(display()), "content", LEGACY),
    "the flag taken away": Case(edit_of_v2, {"flags": 0}, "flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"),
    "V2 without the flag that was there": Case(
        edit_of_v2, {"flags": 0, "components": [display()]}, "components.0", UNION
    ),
    "a button in a container": Case(check_message, v2(container(button())), FIRST, UNION),
    "a container in a container": Case(check_message, v2(container(container(display()))), FIRST, UNION),
    "a button at the top": Case(check_message, v2(button()), "components.0", UNION),
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
    "nothing to see on it": Case(check_message, rows(button(label=None)), f"{FIRST}.label", REQUIRED),
    "an emoji of nothing": Case(
        check_message, rows(button(emoji={})), f"{FIRST}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"
    ),
    "an emoji by a text": Case(check_message, rows(button(emoji="🎲")), f"{FIRST}.emoji", "MODEL_TYPE_CONVERT"),
    "a die face, which is no emoji": Case(
        check_message, rows(button(emoji={"name": "⚅"})), f"{FIRST}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"
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
    "fewer at most than at least": Case(
        check_message, rows(select(min_values=3, max_values=2)), f"{FIRST}.max_values", "NUMBER_RANGE_INVALID"
    ),
    "more values than options": Case(
        check_message, rows(select(max_values=4)), f"{FIRST}.max_values", "SELECT_COMPONENT_VALUES_EXCEED_OPTIONS"
    ),
}
MODALS = {
    "no title": Case(check_modal, modal(title=None), "title", REQUIRED),
    "a container in a modal": Case(check_modal, modal(container(display())), "components.0", UNION),
    "a button in a label": Case(check_modal, modal(label(button())), INNER, UNION),
    "one custom id twice": Case(
        check_modal, modal(label(), label()), "components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"
    ),
    "an input of a strange style": Case(check_modal, modal(label(written(style=3))), f"{INNER}.style", CHOICES),
    "less at most than at least": Case(
        check_modal, modal(label(written(min_length=2, max_length=1))), f"{INNER}.max_length", "NUMBER_RANGE_INVALID"
    ),
}

in_a_channel = partial(check_message, ephemeral_allowed=False)


def mentions(**more: object) -> dict[str, object]:
    return {"content": "x", "allowed_mentions": more}


TYPES = {
    "no object": Case(check_message, [], "", "MODEL_TYPE_CONVERT"),
    "no whole number": Case(
        check_message, v2(container(display(), accent_color=1.5)), "components.0.accent_color", "NUMBER_TYPE_COERCE"
    ),
    "a truth for a number": Case(
        check_message, v2(container(display(), accent_color=True)), "components.0.accent_color", "NUMBER_TYPE_COERCE"
    ),
    "no list": Case(check_message, {"content": "x", "components": {}}, "components", "LIST_TYPE_CONVERT"),
    "no text": Case(check_message, {"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "no truth": Case(check_message, {"content": "x", "tts": "yes"}, "tts", "BOOLEAN_TYPE_CONVERT"),
    "no snowflake": Case(check_message, mentions(users=["me"]), "allowed_mentions.users.0", "NUMBER_TYPE_COERCE"),
    "no number": Case(check_commands, with_parameter(10, max_value="9"), "0.options.0.max_value", "NUMBER_TYPE_COERCE"),
    "not a number": Case(
        check_commands, with_parameter(10, max_value=float("nan")), "0.options.0.max_value", "NUMBER_TYPE_COERCE"
    ),
    "no dictionary": Case(
        check_commands, [command(name_localizations=[])], "0.name_localizations", "DICT_TYPE_CONVERT"
    ),
    "no component": Case(check_message, {"components": [{"type": 1, "components": [5]}]}, FIRST, "MODEL_TYPE_CONVERT"),
    "a component without type": Case(check_message, rows({"style": 1}), f"{FIRST}.type", REQUIRED),
    "a component of a strange type": Case(check_message, rows({"type": "2"}), FIRST, UNION),
    "a truth for a type": Case(check_message, {"components": [{**row(button()), "type": True}]}, "components.0", UNION),
    "no commands": Case(check_commands, {}, "", "LIST_TYPE_CONVERT"),
    "no command": Case(check_commands, [1], "0", "MODEL_TYPE_CONVERT"),
    "no picture": Case(check_emoji, {"name": "ab", "image": 1}, "image", "STRING_TYPE_CONVERT"),
}
MESSAGES = {
    "an unknown kind of mention": Case(check_message, mentions(parse=["all"]), "allowed_mentions.parse.0", CHOICES),
    "a kind of mention twice": Case(
        check_message,
        mentions(parse=["users", "users"]),
        "allowed_mentions.parse.1",
        "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ),
    "a user twice": Case(
        check_message, mentions(users=["1", 1]), "allowed_mentions.users.1", "SET_TYPE_ALREADY_CONTAINS_VALUE"
    ),
    "all users and one": Case(
        check_message,
        mentions(parse=["users"], users=["1"]),
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "all roles and one": Case(
        check_message,
        mentions(parse=["roles"], roles=["1"]),
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "what the bot never sends": Case(
        check_message, {"content": "x", "embeds": [{"title": "Bluff"}]}, "embeds", "LOCALCORD_NOT_SENT"
    ),
    "an attachment that is not there": Case(
        with_a_file, {"attachments": [{"id": 0}, {"id": 1}]}, "attachments.1", "ATTACHMENT_NOT_FOUND"
    ),
    "an attachment of nothing": Case(
        check_message, {"content": "x", "attachments": [{"filename": "a.png"}]}, "attachments.0.id", REQUIRED
    ),
    "an ephemeral message in a channel": Case(
        in_a_channel, {"content": "x", "flags": 64}, "flags", "MESSAGE_FLAGS_NOT_SETTABLE"
    ),
    "a flag of Discord's own": Case(
        check_message, {"content": "x", "flags": 1 << 7}, "flags", "MESSAGE_FLAGS_NOT_SETTABLE"
    ),
}
ANSWERS = {
    "no type": Case(check_answer, {}, "type", REQUIRED),
    "an unknown type": Case(check_answer, {"type": 2}, "type", CHOICES),
    "a message": Case(check_answer, {"type": 4, "data": {"content": 1}}, "data.content", "STRING_TYPE_CONVERT"),
    "a message that is no object": Case(check_answer, {"type": 4, "data": 1}, "data", "MODEL_TYPE_CONVERT"),
    "an edit": Case(check_answer, {"type": 7, "data": {"components": [display()]}}, "data.components.0", UNION),
    "flags for later": Case(check_answer, {"type": 5, "data": {"flags": "64"}}, "data.flags", "NUMBER_TYPE_COERCE"),
    "no choices": Case(check_answer, {"type": 8}, "data", REQUIRED),
    "a choice of a truth": Case(
        check_answer,
        {"type": 8, "data": {"choices": [{"name": "x", "value": True}]}},
        "data.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    "no modal": Case(check_answer, {"type": 9, "data": None}, "data", REQUIRED),
    "a modal": Case(check_answer, {"type": 9, "data": modal(title=1)}, "data.title", "STRING_TYPE_CONVERT"),
}
EMOJIS = {
    "a dash in a name": Case(
        check_emoji, {"name": "die-six", "image": "data:image/png;base64,aaaa"}, "name", "STRING_TYPE_REGEX"
    ),
    "no image": Case(check_emoji, {"name": "die"}, "image", REQUIRED),
    "an image in text": Case(check_emoji, {"name": "die", "image": "aaaa"}, "image", "IMAGE_INVALID"),
    "an empty image": Case(check_emoji, {"name": "die", "image": "data:image/png;base64,"}, "image", "IMAGE_INVALID"),
    "a broken image": Case(check_emoji, {"name": "die", "image": "data:image/png;base64,é"}, "image", "IMAGE_INVALID"),
    "an image of an unknown kind": Case(
        check_emoji, {"name": "die", "image": "data:image/svg+xml;base64,aaaa"}, "image", "IMAGE_INVALID"
    ),
}

COMMANDS = {
    "a space in a name": Case(check_commands, [command(name="my bluff")], "0.name", "STRING_TYPE_REGEX"),
    "a capital in a name": Case(check_commands, [command(name="Bluff")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a capital in a translation": Case(
        check_commands,
        [command(name_localizations={"de": "Bluff"})],
        "0.name_localizations.de",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a language Discord does not speak": Case(
        check_commands, [command(name_localizations={"de-AT": "bluff"})], "0.name_localizations.de-AT", CHOICES
    ),
    "a null for a translation": Case(
        check_commands,
        [command(description_localizations={"de": None})],
        "0.description_localizations.de",
        "STRING_TYPE_CONVERT",
    ),
    "one name twice": Case(check_commands, [command(), command()], "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "an option of an unknown type": Case(check_commands, with_parameter(12), "0.options.0", UNION),
    "one option twice": Case(
        check_commands,
        [command(options=[parameter(), parameter()])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME",
    ),
    "a required option after another": Case(
        check_commands,
        [command(options=[parameter(), parameter(name="face", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a required option after another, in a subcommand": Case(
        check_commands,
        with_parameter(1, options=[parameter(), parameter(name="face", required=True)]),
        "0.options.0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a subcommand beside a value": Case(
        check_commands,
        [command(options=[parameter(1, "start"), parameter()])],
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a subcommand in a subcommand": Case(
        check_commands, with_parameter(1, options=[parameter(1)]), "0.options.0.options.0", UNION
    ),
    "choices to complete": Case(
        check_commands,
        with_parameter(choices=[{"name": "a", "value": "a"}], autocomplete=True),
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTION_CHOICES_AND_AUTOCOMPLETE",
    ),
    "a choice of the wrong kind": Case(
        check_commands,
        with_parameter(4, choices=[{"name": "a", "value": "a"}]),
        "0.options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    "a place that is none": Case(check_commands, [command(contexts=[3])], "0.contexts.0", CHOICES),
    "no place at all": Case(check_commands, [command(contexts=[])], "0.contexts", "BASE_TYPE_BAD_LENGTH"),
    "an installation that is none": Case(
        check_commands, [command(integration_types=[2])], "0.integration_types.0", CHOICES
    ),
}


CASES = by_name(
    layouts=LAYOUTS, buttons=BUTTONS, selects=SELECTS, modals=MODALS,
    types=TYPES, messages=MESSAGES, answers=ANSWERS, emojis=EMOJIS, commands=COMMANDS,
)  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_broken_rule_is_named_at_its_place(case: Case) -> None:
    refused = refusal(lambda: case.check(case.body))

    assert noted(refused) == {case.path: [case.code]}
