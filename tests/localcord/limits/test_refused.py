"""Bodies that Discord refuses, each for one reason, and unusual ones that it takes."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    V2,
    Body,
    button,
    command,
    container,
    display,
    file,
    gallery,
    link,
    modal,
    option,
    parameter,
    problems,
    refusal,
    row,
    rows,
    section,
    select,
    v2,
    written,
)

Case = tuple[object, str, str]
"""A body with one mistake, where it is, and Discord's code for it."""

FIRST = "components.0.components.0"
TOO_LONG = "BASE_TYPE_MAX_LENGTH"
REQUIRED = "BASE_TYPE_REQUIRED"
CHOICES = "BASE_TYPE_CHOICES"
UNION = "UNION_TYPE_CHOICES"
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
NOT_FOUND = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
ID_TWICE = "COMPONENT_CUSTOM_ID_DUPLICATED"
WIDTH = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
NO_EMOJI = "BUTTON_COMPONENT_INVALID_EMOJI"
ID_AND_URL = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
MENTIONS = "allowed_mentions"

OLD: Body = {"content": "x", "flags": 0, "attachments": [{"id": "77", "filename": "old.png"}]}
OLD_V2: Body = {**OLD, "content": "", "flags": V2, "components": [display()]}

in_a_channel = partial(check_message, ephemeral_allowed=False)
edit_of_v2 = partial(check_message, editing=OLD_V2)
edit_of_classic = partial(check_message, editing=OLD)
with_a_file = partial(check_message, file_names=["a.png"])
edit_with_a_file = partial(check_message, editing=OLD_V2, file_names=["a.png"])


def mentions(**more: object) -> Body:
    return {"content": "x", MENTIONS: more}


MESSAGES: Mapping[str, Case] = {
    "a button outside a row": ({"components": [button()]}, "components.0", UNION),
    "a button beside a select": (rows(button(), select()), "components.0.components.1", WIDTH),
    "one custom id in a row and an accessory": (
        v2(row(button()), container(section(accessory=button()))),
        "components.1.components.0.accessory.custom_id",
        ID_TWICE,
    ),
    "a container without the flag": ({"components": [container(display())]}, "components.0", UNION),
    "no truth": ({"content": "x", "tts": "yes"}, "tts", "BOOLEAN_TYPE_CONVERT"),
    "content beside V2": (v2(display(), content="x"), "content", LEGACY),
    "a button in a container": (v2(container(button())), FIRST, UNION),
    "a container in a container": (v2(container(container(display()))), FIRST, UNION),
    "a select as accessory": (v2(section(accessory=select())), "components.0.accessory", UNION),
    "a section without accessory": (
        v2({"type": 9, "components": [display()]}), "components.0.accessory", REQUIRED,
    ),
    "a file from elsewhere": (
        v2(file("https://example.com/a.png")), "components.0.file.url", "URL_TYPE_INVALID_SCHEME",
    ),
    "a picture that is not there": (
        v2(container(gallery(media={"url": "attachment://a.png"}))), f"{FIRST}.items.0.media.url", NOT_FOUND,
    ),
    "no style": (rows({"type": 2, "custom_id": "a", "label": "x"}), f"{FIRST}.style", REQUIRED),
    "no custom id": (rows(button(None)), f"{FIRST}.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"),
    "an address beside a custom id": (rows(button(url="https://example.com")), f"{FIRST}.url", ID_AND_URL),
    "a link with a custom id": (rows(link(custom_id="a")), f"{FIRST}.custom_id", ID_AND_URL),
    "a button with nothing on it": (rows(button(label=None)), f"{FIRST}.label", REQUIRED),
    "a die face, which is no emoji": (rows(button(emoji={"name": "⚅"})), f"{FIRST}.emoji.name", NO_EMOJI),
    "a select without options": (rows(select(options=None)), f"{FIRST}.options", REQUIRED),
    "one value twice": (
        rows(select(options=[option(), option()])),
        f"{FIRST}.options.1",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "two chosen beforehand": (
        rows(select(options=[option("a", default=True), option("b", default=True)])),
        f"{FIRST}.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "a component of a strange type": (rows({"type": "2"}), FIRST, UNION),
    "a number that is none": (v2(container(display(), accent_color=True)), "components.0.accent_color",
                              "NUMBER_TYPE_COERCE"),
    "a user twice": (mentions(users=["1", 1]), f"{MENTIONS}.users.1", "SET_TYPE_ALREADY_CONTAINS_VALUE"),
    "all users and one": (
        mentions(parse=["users"], users=["1"]), MENTIONS, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "what the bot never sends": ({"content": "x", "embeds": [{"title": "Bluff"}]}, "embeds", "LOCALCORD_NOT_SENT"),
    "a flag of Discord's own": ({"content": "x", "flags": 1 << 7}, "flags", "MESSAGE_FLAGS_NOT_SETTABLE"),
}  # fmt: skip
EDITS_OF_V2: Mapping[str, Case] = {
    "content in an edit of V2": ({"content": "x"}, "content", LEGACY),
    "the flag taken away": ({"flags": 0}, "flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"),
    "a file let go": ({"components": [file("attachment://old.png")], "attachments": []}, "components.0.file.url",
                      NOT_FOUND),
}  # fmt: skip
ANSWERS: Mapping[str, Case] = {
    "an unknown type": ({"type": 2}, "type", CHOICES),
    "a message": ({"type": 4, "data": {"content": 1}}, "data.content", "STRING_TYPE_CONVERT"),
    "an edit": ({"type": 7, "data": {"components": [display()]}}, "data.components.0", UNION),
    "flags for later": ({"type": 5, "data": {"flags": "64"}}, "data.flags", "NUMBER_TYPE_COERCE"),
    "a modal without title": (modal(title=None), "data.title", REQUIRED),
    "a button in a label": (modal(button()), "data.components.0.component", UNION),
    "one custom id twice": (modal(written(), written()), "data.components.1.component.custom_id", ID_TWICE),
}
COMMANDS: Mapping[str, Case] = {
    "a space in a name": ([command(name="my bluff")], "0.name", "STRING_TYPE_REGEX"),
    "a capital in a translation": (
        [command(name_localizations={"de": "Bluff"})], "0.name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a language Discord does not speak": (
        [command(name_localizations={"de-AT": "bluff"})], "0.name_localizations.de-AT", CHOICES,
    ),
    "one name twice": ([command(), command()], "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "an option of an unknown type": ([command(options=[parameter(12)])], "0.options.0", UNION),
    "one option twice": (
        [command(options=[parameter(), parameter()])], "0.options.1", "APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME",
    ),
    "a required option after another, in a subcommand": (
        [command(options=[parameter(1, options=[parameter(), parameter(name="face", required=True)])])],
        "0.options.0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a subcommand beside a value": (
        [command(options=[parameter(1, "start"), parameter()])],
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a description in a menu": ([{"type": 2, "name": "My bluff", "description": "x"}], "0.description", TOO_LONG),
    "a menu's command twice": (
        [{"type": 2, "name": "Bluff"}, {"type": 2, "name": "Bluff"}], "1", "APPLICATION_COMMANDS_DUPLICATE_NAME",
    ),
    "a place that is none": ([command(contexts=[3])], "0.contexts.0", CHOICES),
    "no place at all": ([command(contexts=[])], "0.contexts", "BASE_TYPE_BAD_LENGTH"),
}  # fmt: skip
EMOJIS: Mapping[str, Case] = {
    "a dash in a name": ({"name": "die-6", "image": "data:image/png;base64,aaaa"}, "name", "STRING_TYPE_REGEX"),
    "a broken image": ({"name": "die", "image": "data:image/png;base64,é"}, "image", "IMAGE_INVALID"),
    "an image of an unknown kind": (
        {"name": "die", "image": "data:image/svg+xml;base64,aaaa"}, "image", "IMAGE_INVALID",
    ),
}  # fmt: skip

TABLES: Mapping[Callable[[object], object], Mapping[str, Case]] = {
    check_message: MESSAGES,
    in_a_channel: {"ephemeral": ({"content": "x", "flags": 64}, "flags", "MESSAGE_FLAGS_NOT_SETTABLE")},
    with_a_file: {
        "another file": (v2(file("attachment://b.png")), "components.0.file.url", NOT_FOUND),
        "a file too many": ({"attachments": [{"id": 0}, {"id": 1}]}, "attachments.1", "ATTACHMENT_NOT_FOUND"),
    },
    edit_with_a_file: {
        "replaced": ({"components": [file("attachment://old.png")]}, "components.0.file.url", NOT_FOUND)
    },
    edit_of_classic: {"content left from before V2": (v2(display()), "content", LEGACY)},
    edit_of_v2: EDITS_OF_V2,
    check_answer: ANSWERS,
    check_commands: COMMANDS,
    check_emoji: EMOJIS,
}


@pytest.mark.parametrize(
    ("check", "case"),
    [pytest.param(check, case, id=name) for check, cases in TABLES.items() for name, case in cases.items()],
)
def test_a_broken_rule_is_named_at_its_place(check: Callable[[object], object], case: Case) -> None:
    body, path, code = case

    assert problems(check, body) == {path: [code]}


@pytest.mark.parametrize(
    "check",
    [
        lambda: check_message({"content": " \n"}),
        lambda: check_message({"flags": V2}),
        lambda: edit_of_classic({"content": None, "attachments": []}),
        lambda: check_answer({"type": 7, "data": {"components": []}}, editing={"components": [display()]}),
        lambda: check_answer({"type": 4}, editing=OLD),
    ],
    ids=["no word", "no component", "an edit", "an answer by an edit", "an answer"],
)
def test_a_message_that_would_show_nothing_is_refused(check: Callable[[], object]) -> None:
    refused = refusal(check)

    assert refused
    assert (refused.status, refused.code, refused.errors) == (400, 50006, None)


TAKEN: Mapping[str, Callable[[], object]] = {
    "nulls for what is left out": lambda: check_message({"content": "x", "embeds": None, "flags": None, "poll": None}),
    "fields Discord does not know": lambda: check_message({"content": "x", "colour": [], **rows(button(shape=[]))}),
    "V2 with what is empty beside it": lambda: check_message(v2(display(), content="", embeds=[])),
    "a file by the name it is given": lambda: with_a_file(
        v2(file("attachment://b.png"), attachments=[{"id": 0, "filename": "b.png"}])
    ),
    "a file kept unsaid": lambda: edit_of_v2({"components": [file("attachment://old.png")]}),
    "a file kept beside a new one": lambda: edit_with_a_file(
        {"components": [file("attachment://old.png")], "attachments": [{"id": 77}, {"id": 0}]}
    ),
    "an edit that leaves what it doesn't name": lambda: edit_of_classic({"content": None}),
    "an edit of V2 without the flag": lambda: edit_of_v2({"components": [display()]}),
    "V2 in place of what was beside it": lambda: edit_of_classic(v2(display(), content=None)),
    "a link into the client": lambda: check_message(rows(link(url="discord://-/settings"))),
    "an ephemeral answer": lambda: check_message({"content": "x", "flags": 64}),
    "an answer later, without a word": lambda: check_answer({"type": 5}),
    "an edit that changes nothing": lambda: check_answer({"type": 7}, editing={"content": "x"}),
    "a command and a menu's of one name": lambda: check_commands([command(), {"type": 2, "name": "bluff"}]),
    "a list of people": lambda: check_message(v2(row({"type": 5, "custom_id": "x", "placeholder": "Who?"}))),
    "names in other scripts": lambda: check_commands([command(name_localizations={"ja": "ダウト", "fr": "não_é"})]),
}


@pytest.mark.parametrize("check", TAKEN.values(), ids=TAKEN)
def test_what_is_unusual_is_taken(check: Callable[[], object]) -> None:
    assert refusal(check) is None
