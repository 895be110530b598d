"""Refuses the payloads that Discord refuses, in the same way, as far as the bot sends such things.

For any JSON at all, a check either raises `Refused` or returns nothing. Components, options and answers of types that
the bot doesn't send are refused too, so that whoever begins to send one adds its limits here.
Source: https://discord.com/developers/docs/components/reference and the pages about messages and commands
"""

import base64
import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias, TypeVar
from urllib.parse import urlsplit

from localcord import refusals
from localcord.locales import LOCALES
from localcord.refusals import Refused, Spot
from localcord.wire import JsonObject

__all__ = ["Refused", "check_answer", "check_commands", "check_emoji", "check_emojis", "check_message", "check_thread"]

T = TypeVar("T")

Form: TypeAlias = Callable[[object, Spot], object]
"""Reads one value, notes problems at its spot, and returns what it understood."""

Forms: TypeAlias = Mapping[str, Form]
Record: TypeAlias = Callable[[object, Spot], JsonObject]
"""Reads an object. What it returns lacks names that it doesn't know, and nulls, which count as missing."""

Rule: TypeAlias = Callable[[JsonObject, Spot], None]
"""Checks how the fields of an object fit together, once each field is valid by itself."""

REQUIRED = "BASE_TYPE_REQUIRED", "This field is required"
PATTERN = "STRING_TYPE_REGEX", "String value did not match validation regex."
BAD_EMOJI = "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
ID_AND_URL = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified"

# Forms of single values


def text(least: int, most: int, pattern: "re.Pattern[str] | None" = None) -> Form:
    """A string with this many characters."""

    def read(value: object, spot: Spot) -> object:
        if not isinstance(value, str):
            spot.note("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        elif not least <= len(value) <= most:
            _bad_length(least, most, spot)
        elif pattern and not pattern.fullmatch(value):
            spot.note(*PATTERN)
        return value

    return read


def number(least: float, most: float, kind: type = int) -> Form:
    """A number within these bounds, whole unless `kind` is float."""

    def read(value: object, spot: Spot) -> object:
        is_number = isinstance(value, int if kind is int else (int, float)) and not isinstance(value, bool)
        if not isinstance(value, int | float) or not is_number or math.isnan(value):
            spot.note("NUMBER_TYPE_COERCE", f'Value "{value}" is not {kind.__name__}.')
        elif value < least:
            spot.note("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            spot.note("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return value

    return read


def truth(value: object, spot: Spot) -> object:
    """True or false."""
    if not isinstance(value, bool):
        spot.note("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
    return value


def snowflake(value: object, spot: Spot) -> object:
    """An id, as a whole number or its digits; read as its digits."""
    digits = str(value) if isinstance(value, int | str) else ""
    if not re.fullmatch("0|[1-9][0-9]{0,19}", digits):
        spot.note("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    return digits


def one_of(*allowed: int | str) -> Form:
    """One of these values, also of the same type."""

    def read(value: object, spot: Spot) -> object:
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            spot.note("BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(repr, allowed))}}}.")
        return value

    return read


def url(most: int, *schemes: str) -> Form:
    """An address with one of these schemes."""
    bounded = text(0, most)

    def read(value: object, spot: Spot) -> object:
        bounded(value, spot)
        if isinstance(value, str) and spot.is_clean:
            try:
                parts = urlsplit(value)
            except ValueError:
                parts = urlsplit(f"{schemes[0]}:")
            if parts.scheme not in schemes:
                spot.note("URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")
            elif not parts.netloc:
                spot.note("URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return value

    return read


def _bad_length(least: int, most: int, spot: Spot) -> None:
    if least == 0:
        spot.note("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    else:
        spot.note("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


# Forms of lists and objects


def items(least: int, most: int, item: Callable[[object, Spot], T]) -> Callable[[object, Spot], list[T]]:
    """A list with this many items of one form."""

    def read(value: object, spot: Spot) -> list[T]:
        if not isinstance(value, list):
            spot.note("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        elif not least <= len(value) <= most:
            _bad_length(least, most, spot)
        else:
            return [item(entry, spot / index) for index, entry in enumerate(value)]
        return []

    return read


def translations(form: Form) -> Form:
    """A text in other languages, by locale."""
    known = one_of(*LOCALES)

    def read(value: object, spot: Spot) -> object:
        if not isinstance(value, dict):
            spot.note("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return {}
        for key in value:
            known(key, spot / key)
        return {key: form(found, spot / key) for key, found in value.items()}

    return read


def record(*rules: Rule, required: Forms | None = None, optional: Forms | None = None) -> Record:
    """An object with fields. Its rules are checked once every field is valid."""
    needed = required or {}
    forms = {**needed, **(optional or {})}

    def read(value: object, spot: Spot) -> JsonObject:
        if not isinstance(value, dict):
            spot.note("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return {}
        fields = {name: form(value[name], spot / name) for name, form in forms.items() if value.get(name) is not None}
        for name in needed:
            if name not in fields:
                (spot / name).note(*REQUIRED)
        if spot.is_clean:
            for rule in rules:
                rule(fields, spot)
        return fields

    return read


def by_type(kinds: Mapping[int, Record]) -> Record:
    """An object of one of several kinds; its `type` says which."""

    def read(value: object, spot: Spot) -> JsonObject:
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict):
            spot.note("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        elif kind is None:
            (spot / "type").note(*REQUIRED)
        elif isinstance(kind, bool) or not isinstance(kind, int) or kind not in kinds:
            spot.note("UNION_TYPE_CHOICES", f'Value of field "type" must be one of {tuple(kinds)}.')
        else:
            return {"type": kind, **kinds[kind](value, spot)}
        return {}

    return read


def _repeated(values: Sequence[object]) -> list[int]:
    """The indexes of values that have occurred before."""
    return [index for index, value in enumerate(values) if value in values[:index]]


# Components

ROW, BUTTON, SELECT, TEXT_INPUT, USER_SELECT = 1, 2, 3, 4, 5
SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 12, 13, 14, 17, 18
LINK = 5
"""The style of a button that leads somewhere; those of the others are 1 to 4."""

ROW_WIDTH = 5
MOST_COMPONENTS = 40
MOST_TEXT = 4000
ATTACHMENT = "attachment://"

CUSTOM_ID = text(1, 100)


def _is_uploaded(emoji: JsonObject, spot: Spot) -> None:
    """The bot shows its own emojis alone. Die faces and playing cards are no emojis of Unicode."""
    if "id" not in emoji:
        (spot / "name").note(*BAD_EMOJI)


EMOJI = record(_is_uploaded, optional={"id": snowflake, "name": text(0, 32)})


def _matches_its_style(button: JsonObject, spot: Spot) -> None:
    if button["style"] == LINK and "url" not in button:
        (spot / "url").note(*REQUIRED)
    if button["style"] != LINK and "custom_id" not in button:
        (spot / "custom_id").note("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
    banned = "custom_id" if button["style"] == LINK else "url"
    if banned in button:
        (spot / banned).note(*ID_AND_URL)
    if not button.get("label") and "emoji" not in button:
        (spot / "label").note(*REQUIRED)


BUTTON_FORM = record(
    _matches_its_style,
    required={"style": one_of(1, 2, 3, 4, LINK)},
    optional={
        "custom_id": CUSTOM_ID,
        "label": text(0, 80),
        "emoji": EMOJI,
        "url": url(512, "http", "https", "discord"),
        "disabled": truth,
    },
)


def _options_fit(select: JsonObject, spot: Spot) -> None:
    """The options have different values, and no more are chosen beforehand than can be; all of those exist."""
    options = select["options"]
    for index in _repeated([option["value"] for option in options]):
        problem = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
        (spot / "options" / index).note(*problem)
    most = select.get("max_values", 1)
    if most > len(options):
        (spot / "max_values").note("BASE_TYPE_MAX", "There are fewer options")
    if sum(bool(option.get("default")) for option in options) > most:
        (spot / "options").note("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")


SELECT_FORM = record(
    _options_fit,
    required={
        "custom_id": CUSTOM_ID,
        "options": items(
            1,
            25,
            record(
                required={"label": text(1, 100), "value": text(1, 100)},
                optional={"description": text(0, 100), "default": truth, "emoji": EMOJI},
            ),
        ),
    },
    optional={
        "placeholder": text(0, 150),
        "disabled": truth,
        "min_values": number(0, 25),
        "max_values": number(1, 25),
    },
)


USER_SELECT_FORM = record(required={"custom_id": CUSTOM_ID}, optional={"placeholder": text(0, 150), "disabled": truth})


def _row_is_not_too_wide(row: JsonObject, spot: Spot) -> None:
    """A row has room for five buttons, or for one select."""
    width = 0
    for index, component in enumerate(row["components"]):
        width += 1 if component["type"] == BUTTON else ROW_WIDTH
        if width > ROW_WIDTH:
            problem = "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
            (spot / "components" / index).note(*problem)


IN_A_ROW = {BUTTON: BUTTON_FORM, SELECT: SELECT_FORM, USER_SELECT: USER_SELECT_FORM}
ROW_FORM = record(
    _row_is_not_too_wide,
    required={"components": items(1, ROW_WIDTH, by_type(IN_A_ROW))},
)
MEDIA = record(required={"url": url(2048, "attachment", "http", "https")})
TEXT_FORM = record(required={"content": text(1, MOST_TEXT)})
TEXTS = items(1, 3, by_type({TEXT_DISPLAY: TEXT_FORM}))
BLOCKS: Mapping[int, Record] = {
    ROW: ROW_FORM,
    TEXT_DISPLAY: TEXT_FORM,
    SECTION: record(required={"components": TEXTS, "accessory": by_type({BUTTON: BUTTON_FORM})}),
    GALLERY: record(
        required={"items": items(1, 10, record(required={"media": MEDIA}, optional={"description": text(1, 1024)}))}
    ),
    FILE: record(required={"file": record(required={"url": url(2048, "attachment")})}),
    SEPARATOR: record(),
}
CONTAINER_FORM = record(
    required={"components": items(1, MOST_COMPONENTS, by_type(BLOCKS))},
    optional={"accent_color": number(0, 0xFFFFFF)},
)
V2_LAYOUT = items(0, MOST_COMPONENTS, by_type({**BLOCKS, CONTAINER: CONTAINER_FORM}))
CLASSIC_LAYOUT = items(0, 5, by_type({ROW: ROW_FORM}))


def _told_apart(body: JsonObject, spot: Spot) -> None:
    """No two components of a message or a modal have the same custom_id."""
    named = [(part["custom_id"], place) for part, place in _walk(body, spot) if "custom_id" in part]
    for index in _repeated([name for name, _ in named]):
        problem = "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        (named[index][1] / "custom_id").note(*problem)


def _within_totals(body: JsonObject, spot: Spot) -> None:
    """A message with V2 components isn't too large, counting nested components."""
    components = [component for component, _ in _walk(body, spot)]
    if len(components) > MOST_COMPONENTS:
        problem = "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"More than {MOST_COMPONENTS} components in all"
        (spot / "components").note(*problem)
    if sum(len(component.get("content", "")) for component in components) > MOST_TEXT:
        problem = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"More than {MOST_TEXT} characters in all"
        (spot / "components").note(*problem)


def _media_are_attached(body: JsonObject, spot: Spot, file_names: Collection[str]) -> None:
    """Every file that a component shows is attached to the message."""
    for component, place in _walk(body, spot):
        media = [(item["media"], place / "items" / at / "media") for at, item in enumerate(component.get("items", ()))]
        media += [(component["file"], place / "file")] if "file" in component else []
        for shown, where in media:
            address = shown["url"]
            if address.startswith(ATTACHMENT) and address.removeprefix(ATTACHMENT) not in file_names:
                problem = f'The referenced attachment ("{address}") was not found'
                (where / "url").note("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", problem)


def _walk(parent: JsonObject, spot: Spot) -> Iterator[tuple[JsonObject, Spot]]:
    """Every component below with its place, in the order shown, parents first."""
    below = [(child, spot / "components" / index) for index, child in enumerate(parent.get("components") or ())]
    below += [(parent[name], spot / name) for name in ("accessory", "component") if name in parent]
    for component, place in below:
        yield component, place
        yield from _walk(component, place)


def check_emojis(body: JsonObject, known: Collection[str]) -> None:
    """Checks that a message's emojis are among these. Raises: Refused (50035), with the path to each that isn't."""
    spot = Spot()
    for component, place in _walk(body, spot):
        options = component.get("options") or ()
        for owner, where in (
            (component, place),
            *((option, place / "options" / n) for n, option in enumerate(options)),
        ):
            if owner.get("emoji") and str(owner["emoji"]["id"]) not in known:
                (where / "emoji" / "id").note(*BAD_EMOJI)
    spot.refuse_if_marked()


# Messages

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
SETTABLE = 1 << 2 | 1 << 12 | COMPONENTS_V2
"""Flags of new messages: no embeds of links, no notification, V2 components."""

MOST_ATTACHMENTS = 10
FLAGS = number(0, 2**32 - 1)


def _parsed_or_listed(mentions: JsonObject, spot: Spot) -> None:
    """Nobody is listed twice, and either all mentions of people are allowed, or listed ones."""
    for index in _repeated(mentions.get("users", ())):
        (spot / "users" / index).note("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
    if "users" in mentions.get("parse", ()) and mentions.get("users"):
        spot.note("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "users are parsed and listed")


def _never_sent(value: object, spot: Spot) -> object:
    """A field that the bot leaves empty, whose limits aren't here."""
    if value:
        spot.note("LOCALCORD_NOT_SENT", "The stand-in for Discord doesn't know the limits of this field.")
    return value


FIELDS: Forms = {
    "content": text(0, 2000),
    "allowed_mentions": record(
        _parsed_or_listed,
        optional={
            "parse": items(0, 3, one_of("users", "roles", "everyone")),
            "users": items(0, 100, snowflake),
            "roles": _never_sent,
        },
    ),
    "attachments": items(
        0,
        MOST_ATTACHMENTS,
        record(required={"id": snowflake}, optional={"filename": text(1, 1024)}),
    ),
    "flags": FLAGS,
    "tts": truth,
    **dict.fromkeys(("embeds", "sticker_ids", "poll", "message_reference"), _never_sent),
}
CLASSIC_MESSAGE = record(_told_apart, optional={**FIELDS, "components": CLASSIC_LAYOUT})
V2_MESSAGE = record(_told_apart, _within_totals, optional={**FIELDS, "components": V2_LAYOUT})


def check_message(
    body: object,
    *,
    editing: Mapping[str, object] | None = None,
    file_names: Sequence[str] = (),
    ephemeral_allowed: bool = True,
) -> None:
    """Checks a new message, a follow-up or an edit of a stored message. Raises: Refused, when Discord would refuse it.

    Only answers to interactions can be ephemeral. `file_names` are those of the uploads, in order.
    """
    spot = Spot()
    outcome = _read_message(body, spot, editing=editing, file_names=file_names, ephemeral_allowed=ephemeral_allowed)
    spot.refuse_if_marked()
    _refuse_if_empty(outcome, file_names)


def _read_message(
    body: object,
    spot: Spot,
    *,
    editing: Mapping[str, object] | None,
    file_names: Sequence[str],
    ephemeral_allowed: bool = True,
) -> JsonObject:
    """Notes a message's problems. Returns it as it would then be. Raises: Refused, with too many attachments."""
    stored: JsonObject = dict(editing or {})
    given = body if isinstance(body, dict) else {}
    is_v2 = _is_v2(given if given.get("flags") is not None else stored)
    message = (V2_MESSAGE if is_v2 else CLASSIC_MESSAGE)(body, spot)
    outcome = {**stored, **{name: message.get(name) for name in given}}
    if file_names and "attachments" not in given:
        outcome["attachments"] = []  # since version 10 of the API, new files replace those that aren't listed again
    if spot.is_clean:
        if is_v2 and outcome.get("content"):
            problem = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            (spot / "content").note("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", problem)
        elif not is_v2 and _is_v2(stored):
            problem = "IS_COMPONENTS_V2 cannot be removed once set"
            (spot / "flags").note("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", problem)
        settable = SETTABLE | EPHEMERAL if ephemeral_allowed else SETTABLE
        if editing is None and message.get("flags", 0) & ~settable:
            (spot / "flags").note("MESSAGE_FLAGS_NOT_SETTABLE", "These flags cannot be set here")
        _media_are_attached(message, spot, _names_at_hand(outcome, stored, file_names, spot))
    return outcome


def _refuse_if_empty(outcome: JsonObject, file_names: Sequence[str]) -> None:
    """Raises: Refused, if a message shows nothing at all."""
    says = (outcome.get("content") or "").strip()
    if not (says or file_names or outcome.get("components") or outcome.get("attachments")):
        raise Refused(*refusals.EMPTY_MESSAGE)


def _is_v2(message: JsonObject) -> bool:
    flags = message.get("flags")
    return isinstance(flags, int) and bool(flags & COMPONENTS_V2)


def _names_at_hand(outcome: JsonObject, stored: JsonObject, file_names: Sequence[str], spot: Spot) -> set[str]:
    """The names of uploaded and kept files; notes those that aren't there. Raises: Refused, if there are too many."""
    kept = {attachment["id"]: attachment["filename"] for attachment in stored.get("attachments", ())}
    sent = {str(index): name for index, name in enumerate(file_names)}
    listed = outcome.get("attachments") or []
    if len(sent) + sum(attachment["id"] in kept for attachment in listed) > MOST_ATTACHMENTS:
        raise Refused(*refusals.TOO_MANY_ATTACHMENTS)
    names = set(file_names)
    for index, attachment in enumerate(listed):
        name = kept.get(attachment["id"]) or sent.get(attachment["id"])
        if name is None:
            (spot / "attachments" / index).note("ATTACHMENT_NOT_FOUND", "Attachment data not found")
        else:
            names |= {name, attachment.get("filename") or name}
    return names


# Answers to interactions


def _value_has_its_length(field: JsonObject, spot: Spot) -> None:
    """A text input's preset value keeps to its length limit."""
    most = field.get("max_length", MOST_TEXT)
    if len(field.get("value", "")) > most:
        _bad_length(0, most, spot / "value")


TEXT_INPUT_FORM = record(
    _value_has_its_length,
    required={"custom_id": CUSTOM_ID, "style": one_of(1, 2)},
    optional={"max_length": number(1, MOST_TEXT), "required": truth, "value": text(0, MOST_TEXT)},
)
LABEL_FORM = record(required={"label": text(1, 45), "component": by_type({TEXT_INPUT: TEXT_INPUT_FORM})})
MODAL = record(
    _told_apart,
    required={"custom_id": CUSTOM_ID, "title": text(1, 45), "components": items(1, 5, by_type({LABEL: LABEL_FORM}))},
)


NEW_MESSAGE, MESSAGE_LATER, UPDATE_LATER, UPDATE, OPEN_MODAL = 4, 5, 6, 7, 9
ANSWER = record(required={"type": one_of(NEW_MESSAGE, MESSAGE_LATER, UPDATE_LATER, UPDATE, OPEN_MODAL)})
ANSWERS: Mapping[int, Record] = {
    MESSAGE_LATER: record(optional={"data": record(optional={"flags": FLAGS})}),
    UPDATE_LATER: record(),
    OPEN_MODAL: record(required={"data": MODAL}),
}


def check_answer(body: object, *, editing: Mapping[str, object] | None = None, file_names: Sequence[str] = ()) -> None:
    """Checks a whole first answer, `{"type": ..., "data": ...}`; `editing` is the stored message that type 7 edits.

    Raises: Refused, when Discord would refuse it.
    """
    spot = Spot()
    kind: int = ANSWER(body, spot).get("type", NEW_MESSAGE)
    spot.refuse_if_marked()
    if kind in ANSWERS:
        ANSWERS[kind](body, spot)
        spot.refuse_if_marked()
        return
    before = (editing or {}) if kind == UPDATE else None
    answer = record(optional={"data": partial(_read_message, editing=before, file_names=file_names)})(body, spot)
    spot.refuse_if_marked()
    if kind == NEW_MESSAGE or editing is not None:
        _refuse_if_empty(answer.get("data", before or {}), file_names)


# Commands

MOST_COMMANDS = 100
MOST_USER_COMMANDS = 15
CHAT_INPUT, USER_COMMAND = 1, 2
MOST_CHARACTERS = 8000
MOST_OPTIONS = 25
SUBCOMMAND, STRING, INTEGER, BOOLEAN, USER, NUMBER = 1, 3, 4, 5, 6, 10


def _name(value: object, spot: Spot) -> object:
    """A name of letters, digits and a few marks, without capitals."""
    text(1, 32)(value, spot)
    if isinstance(value, str) and spot.is_clean:
        if not all(character in "-_'" or unicodedata.category(character)[0] in "LN" for character in value):
            spot.note(*PATTERN)
        elif value != value.lower():
            spot.note("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return value


DESCRIPTION = text(1, 100)
NAMED: Forms = {"name": _name, "description": DESCRIPTION}
TRANSLATED: Forms = {"name_localizations": translations(_name), "description_localizations": translations(DESCRIPTION)}


def _in_order(parent: JsonObject, spot: Spot) -> None:
    """Options have different names, and required ones come first."""
    options = parent.get("options", [])
    for index in _repeated([option["name"] for option in options]):
        (spot / "options" / index).note("APPLICATION_COMMAND_OPTIONS_DUPLICATE_NAME", "Option names must be unique")
    for index, option in enumerate(options[1:], 1):
        if option.get("required") and not options[index - 1].get("required"):
            problem = "Required options must be placed before non-required options"
            (spot / "options" / index).note("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", problem)


def _commands_or_values(command: JsonObject, spot: Spot) -> None:
    """A command has either subcommands or values, not both."""
    if len({option["type"] == SUBCOMMAND for option in command.get("options", ())}) > 1:
        problem = "Sub-command option types are mutually exclusive to all other types"
        (spot / "options").note("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", problem)


def _option(*rules: Rule, **more: Form) -> Record:
    """An option of a type that may have these extra fields."""
    return record(*rules, required=NAMED, optional={**TRANSLATED, "required": truth, **more})


INT53 = 2**53 - 1
INTEGER_VALUE, NUMBER_VALUE, CHOICE_NAME = number(-INT53, INT53), number(-INT53, INT53, float), text(1, 100)
CHOICE = record(
    required={"name": CHOICE_NAME, "value": text(0, 100)}, optional={"name_localizations": translations(CHOICE_NAME)}
)
VALUES: Mapping[int, Record] = {
    STRING: _option(choices=items(0, 25, CHOICE)),
    INTEGER: _option(min_value=INTEGER_VALUE, max_value=INTEGER_VALUE),
    BOOLEAN: _option(),
    USER: _option(),
    NUMBER: _option(min_value=NUMBER_VALUE, max_value=NUMBER_VALUE),
}
SUBCOMMAND_FORM = _option(_in_order, options=items(0, MOST_OPTIONS, by_type(VALUES)))
WHERE: Forms = {
    "default_member_permissions": snowflake,
    "dm_permission": truth,
    "nsfw": truth,
    "contexts": items(1, 3, one_of(0, 1, 2)),
    "integration_types": items(1, 2, one_of(0, 1)),
}
CHAT_INPUT_FORM = record(
    _in_order,
    _commands_or_values,
    required=NAMED,
    optional={
        **TRANSLATED,
        **WHERE,
        "type": one_of(CHAT_INPUT),
        "options": items(0, MOST_OPTIONS, by_type({SUBCOMMAND: SUBCOMMAND_FORM, **VALUES})),
    },
)
MENU_NAME = text(1, 32)
USER_COMMAND_FORM = record(
    required={"name": MENU_NAME, "type": one_of(USER_COMMAND)},
    optional={**WHERE, "name_localizations": translations(MENU_NAME), "description": text(0, 0)},
)


def _command(value: object, spot: Spot) -> JsonObject:
    """A slash command, or one in the menu of a person, whose name may have spaces and capitals."""
    is_menu = isinstance(value, dict) and value.get("type") == USER_COMMAND
    return (USER_COMMAND_FORM if is_menu else CHAT_INPUT_FORM)(value, spot)


def check_commands(commands: object) -> None:
    """Checks all commands of an application, as a bulk overwrite sends them. Raises: Refused."""
    spot = Spot()
    if isinstance(commands, list) and len(commands) > MOST_COMMANDS:
        raise Refused(*refusals.TOO_MANY_COMMANDS)
    found = items(0, MOST_COMMANDS, _command)(commands, spot)
    spot.refuse_if_marked()
    if sum(command.get("type") == USER_COMMAND for command in found) > MOST_USER_COMMANDS:
        raise Refused(*refusals.TOO_MANY_COMMANDS)
    for index in _repeated([(command.get("type", CHAT_INPUT), command["name"]) for command in found]):
        (spot / index).note("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    for index, command in enumerate(found):
        if _size(command) > MOST_CHARACTERS:
            (spot / index).note("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_CHARACTERS})")
    spot.refuse_if_marked()


def _size(part: JsonObject) -> int:
    """The characters of a command, an option or a choice; of a text's translations, only the longest counts."""
    own = _longest(part, "name") + _longest(part, "description") + len(str(part.get("value", "")))
    return own + sum(_size(below) for field in ("options", "choices") for below in part.get(field, ()))


def _longest(part: JsonObject, field: str) -> int:
    return max(map(len, (part.get(field, ""), *part.get(f"{field}_localizations", {}).values())))


# Emojis of the application

MOST_IMAGE_BYTES = 256 * 1024
IMAGE = re.compile("data:image/(?:png|jpeg|gif|webp|avif);base64,(?P<bytes>.*)", re.DOTALL)


def _picture(value: object, spot: Spot) -> object:
    """A picture as a data URI; read as its bytes."""
    text(0, 10 * MOST_IMAGE_BYTES)(value, spot)
    match = IMAGE.fullmatch(value) if isinstance(value, str) else None
    try:
        picture = base64.b64decode(match["bytes"] if match else "", validate=True)
    except ValueError:  # no Base64, or not even ASCII
        picture = b""
    if spot.is_clean and not picture:
        spot.note("IMAGE_INVALID", "Invalid image data")
    return picture


THREAD = {"name": text(1, 100)}
THREAD_SETTINGS = {"archived": truth, "locked": truth, "auto_archive_duration": one_of(60, 1440, 4320, 10080)}


def check_thread(body: object, *, is_new: bool) -> None:
    """Checks the fields of a thread that is created or changed. Raises: Refused."""
    spot = Spot()
    record(required=THREAD if is_new else {}, optional={**THREAD, **THREAD_SETTINGS})(body, spot)
    spot.refuse_if_marked()


UPLOAD = record(required={"name": text(2, 32, re.compile("[A-Za-z0-9_]+")), "image": _picture})


def check_emoji(body: object) -> bytes:
    """Checks an upload of an application emoji, and returns its picture. Raises: Refused."""
    spot = Spot()
    upload = UPLOAD(body, spot)
    spot.refuse_if_marked()
    picture: bytes = upload["image"]
    if len(picture) > MOST_IMAGE_BYTES:
        raise Refused(*refusals.IMAGE_TOO_LARGE)
    return picture
