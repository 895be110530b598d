"""Messages, answers and uploads that Discord refuses, each for one reason."""

from functools import partial

import pytest

from localcord.limits import check_answer, check_commands, check_emoji, check_message
from tests.localcord.limits.bodies import (
    Case,
    button,
    by_name,
    command,
    display,
    embed,
    modal,
    noted,
    refusal,
    row,
    rows,
    with_parameter,
)

FIRST = "components.0.components.0"
REQUIRED = "BASE_TYPE_REQUIRED"
CHOICES = "BASE_TYPE_CHOICES"
UNION = "UNION_TYPE_CHOICES"

in_a_channel = partial(check_message, ephemeral_allowed=False)
with_a_file = partial(check_message, file_names=["a.png"])


def mentions(**more: object) -> dict[str, object]:
    return {"content": "x", "allowed_mentions": more}


TYPES = {
    "no object": Case(check_message, [], "", "MODEL_TYPE_CONVERT"),
    "no text": Case(check_message, {"content": 5}, "content", "STRING_TYPE_CONVERT"),
    "no list": Case(check_message, {"embeds": {}}, "embeds", "LIST_TYPE_CONVERT"),
    "a null in a list": Case(check_message, {"embeds": [None]}, "embeds.0", "LIST_ITEM_VALUE_REQUIRED"),
    "no whole number": Case(check_message, embed(color=1.5), "embeds.0.color", "NUMBER_TYPE_COERCE"),
    "a truth for a number": Case(check_message, embed(color=True), "embeds.0.color", "NUMBER_TYPE_COERCE"),
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
    "an embed that shows nothing": Case(check_message, {"embeds": [{"color": 1}]}, "embeds.0.description", REQUIRED),
    "a blank field of an embed": Case(
        check_message, embed(fields=[{"name": " ", "value": "x"}]), "embeds.0.fields.0.name", REQUIRED
    ),
    "an address without scheme": Case(
        check_message, embed(url="example.com"), "embeds.0.url", "URL_TYPE_INVALID_SCHEME"
    ),
    "an address without host": Case(check_message, embed(url="https://"), "embeds.0.url", "URL_TYPE_INVALID_URL"),
    "a torn address": Case(check_message, embed(url="https://[a"), "embeds.0.url", "URL_TYPE_INVALID_URL"),
    "a time in words": Case(check_message, embed(timestamp="soon"), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    "a time in seconds": Case(check_message, embed(timestamp=1), "embeds.0.timestamp", "STRING_TYPE_CONVERT"),
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
    "a reply to nothing": Case(
        check_message, {"content": "x", "message_reference": {}}, "message_reference.message_id", REQUIRED
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


CASES = by_name(types=TYPES, messages=MESSAGES, answers=ANSWERS, emojis=EMOJIS)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_broken_rule_is_named_at_its_place(case: Case) -> None:
    refused = refusal(lambda: case.check(case.body))

    assert noted(refused) == {case.path: [case.code]}
