"""Application commands, as a bulk overwrite sends them. Knows nothing of who may use them.

Source: https://discord.com/developers/docs/interactions/application-commands
"""

import unicodedata
from collections import Counter

from localcord.limits import problems
from localcord.limits.choices import TEXT_VALUE, WHOLE_VALUE, choices_of, in_every_locale
from localcord.limits.components import CHANNEL_TYPES
from localcord.limits.errors import TOO_MANY_COMMANDS, Refused, Spot
from localcord.limits.fields import (
    Form,
    Forms,
    Record,
    Rule,
    by_type,
    distinct,
    items,
    matching,
    number,
    one_of,
    ordered,
    record,
    repeated,
    snowflake,
    text,
    truth,
    whole,
)
from localcord.wire import JsonObject

CHAT_INPUT, USER, MESSAGE = 1, 2, 3
MOST_COMMANDS = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15}
MOST_CHARACTERS = 8000

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)


def _may_be_typed(name: str) -> bool:
    """Whether a name is made of letters, digits and a few marks.

    Devanagari and Thai write vowels as marks, so all characters of these scripts are accepted.
    """
    return all(
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or "\u0900" <= character <= "\u097f"
        or "\u0e00" <= character <= "\u0e7f"
        for character in name
    )


NAME = text(1, 32)
CHAT_NAME = matching(
    matching(NAME, _may_be_typed, problems.UNMATCHED_PATTERN),
    lambda name: name == name.lower(),
    problems.COMMAND_NAME_INVALID,
)
DESCRIPTION = text(1, 100)

SPOKEN: Forms = {
    "name_localizations": in_every_locale(CHAT_NAME),
    "description_localizations": in_every_locale(DESCRIPTION),
}


def _option(*rules: Rule, **more: Form) -> Record:
    """An option of a type that may have these extra fields."""
    return record(
        *rules, required={"name": CHAT_NAME, "description": DESCRIPTION}, optional={**SPOKEN, "required": truth, **more}
    )


def _chosen_or_completed(option: JsonObject, spot: Spot) -> None:
    if option.get("choices") and option.get("autocomplete"):
        (spot / "autocomplete").note(problems.CHOICES_AND_AUTOCOMPLETE)


def _in_order(parent: JsonObject, spot: Spot) -> None:
    """Options have different names, and required ones come first."""
    options = parent.get("options", [])
    for index in repeated([option["name"] for option in options]):
        (spot / "options" / index).note(problems.OPTION_NAME_REPEATED)
    for index, option in enumerate(options[1:], 1):
        if option.get("required") and not options[index - 1].get("required"):
            (spot / "options" / index).note(problems.REQUIRED_AFTER_OPTIONAL)


def _commands_or_values(command: JsonObject, spot: Spot) -> None:
    """A command has either subcommands or values, not both."""
    if len({option["type"] in (SUBCOMMAND, GROUP) for option in command.get("options", ())}) > 1:
        (spot / "options").note(problems.OPTIONS_MIXED)


def _with_values(value: Form, *rules: Rule, **more: Form) -> Record:
    return _option(_chosen_or_completed, *rules, choices=choices_of(value), autocomplete=truth, **more)


VALUES: dict[int, Record] = {
    STRING: _with_values(
        TEXT_VALUE, ordered("min_length", "max_length"), min_length=whole(0, 6000), max_length=whole(1, 6000)
    ),
    INTEGER: _with_values(WHOLE_VALUE, ordered("min_value", "max_value"), min_value=WHOLE_VALUE, max_value=WHOLE_VALUE),
    BOOLEAN: _option(),
    USER_OPTION: _option(),
    CHANNEL: _option(channel_types=CHANNEL_TYPES),
    ROLE: _option(),
    MENTIONABLE: _option(),
    NUMBER: _with_values(number, ordered("min_value", "max_value"), min_value=number, max_value=number),
    ATTACHMENT: _option(),
}
MOST_OPTIONS = 25
SUBCOMMANDS: dict[int, Record] = {SUBCOMMAND: _option(_in_order, options=items(0, MOST_OPTIONS, by_type(VALUES)))}
GROUPS: dict[int, Record] = {GROUP: _option(_in_order, options=items(0, MOST_OPTIONS, by_type(SUBCOMMANDS)))}

SETTINGS: Forms = {
    "id": snowflake,
    "default_member_permissions": snowflake,
    "dm_permission": truth,
    "nsfw": truth,
    "contexts": distinct(1, 3, one_of(0, 1, 2)),
    "integration_types": distinct(1, 2, one_of(0, 1)),
}
CHAT_COMMAND = record(
    _in_order,
    _commands_or_values,
    required={"name": CHAT_NAME, "description": DESCRIPTION},
    optional={
        **SETTINGS,
        **SPOKEN,
        "options": items(0, MOST_OPTIONS, by_type({**SUBCOMMANDS, **GROUPS, **VALUES})),
    },
)
MENU_COMMAND = record(
    required={"name": NAME},
    optional={
        **SETTINGS,
        "name_localizations": in_every_locale(NAME),
        "description": text(0, 0),
        "options": items(0, 0, by_type({})),
    },
)
BY_KIND = by_type({CHAT_INPUT: CHAT_COMMAND, USER: MENU_COMMAND, MESSAGE: MENU_COMMAND})


def _command(value: object, spot: Spot) -> JsonObject:
    """A command; a slash command unless it names another type."""
    if isinstance(value, dict) and value.get("type") is None:
        value = {**value, "type": CHAT_INPUT}
    return BY_KIND(value, spot)


COMMANDS = items(0, sum(MOST_COMMANDS.values()), _command)


def check_commands(commands: object) -> None:
    """Checks all commands of an application, as a bulk overwrite sends them.

    Raises: Refused, when Discord would refuse them.
    """
    spot = Spot()
    found = COMMANDS(commands, spot)
    spot.refuse_if_marked()
    for index in repeated([(command["type"], command["name"]) for command in found]):
        (spot / index).note(problems.COMMAND_NAME_REPEATED)
    for index, command in enumerate(found):
        if _size(command) > MOST_CHARACTERS:
            (spot / index).note(problems.command_too_large(MOST_CHARACTERS))
    spot.refuse_if_marked()
    for kind, count in Counter(command["type"] for command in found).items():
        if count > MOST_COMMANDS[kind]:
            raise Refused(
                400, TOO_MANY_COMMANDS, f"Maximum number of application commands reached ({MOST_COMMANDS[kind]})"
            )


def _size(part: JsonObject) -> int:
    """The characters of a command, an option or a choice; of a text's translations, only the longest counts."""
    own = _longest(part, "name") + _longest(part, "description") + len(str(part.get("value", "")))
    return own + sum(_size(below) for field in ("options", "choices") for below in part.get(field, ()))


def _longest(part: JsonObject, field: str) -> int:
    return max(map(len, (part.get(field, ""), *part.get(f"{field}_localizations", {}).values())))
