"""Single components: buttons, selects, texts, pictures. Knows nothing of the message around them.

Source: https://discord.com/developers/docs/components/reference
"""

from collections.abc import Mapping
from typing import NamedTuple

from localcord.limits import problems
from localcord.limits.emojis import COMPONENT_EMOJI
from localcord.limits.errors import Problem, Spot
from localcord.limits.fields import (
    HTTP,
    Form,
    Forms,
    Record,
    Rule,
    by_type,
    distinct,
    items,
    one_of,
    ordered,
    record,
    repeated,
    snowflake,
    text,
    truth,
    url,
    whole,
)
from localcord.wire import JsonObject

ROW, BUTTON, TEXT_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23

CHANNEL_TYPES = distinct(0, 12, one_of(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15))

MOST_TEXT = 4000
MOST_INPUT = 4000

CUSTOM_ID = text(1, 100)
ID: Forms = {"id": whole(0, 2**31 - 1)}


class _Style(NamedTuple):
    """What a button of one style must and must not have, with Discord's error messages."""

    need: str
    without_it: Problem
    bans: Mapping[str, Problem]


_CLICKED = _Style(
    "custom_id",
    problems.CUSTOM_ID_REQUIRED,
    {"url": problems.CUSTOM_ID_AND_URL, "sku_id": problems.SKU_NOT_PREMIUM},
)
_LINK = _Style("url", problems.REQUIRED, {"custom_id": problems.CUSTOM_ID_AND_URL, "sku_id": problems.SKU_NOT_PREMIUM})
_PREMIUM = _Style(
    "sku_id", problems.REQUIRED, dict.fromkeys(("custom_id", "url", "label", "emoji"), problems.SKU_ALONE)
)
STYLES = {1: _CLICKED, 2: _CLICKED, 3: _CLICKED, 4: _CLICKED, 5: _LINK, 6: _PREMIUM}


def _matches_its_style(button: JsonObject, spot: Spot) -> None:
    style = STYLES[button["style"]]
    if style.need not in button:
        (spot / style.need).note(style.without_it)
    for field, problem in style.bans.items():
        if field in button:
            (spot / field).note(problem)
    if style is not _PREMIUM and not button.get("label") and "emoji" not in button:
        (spot / "label").note(problems.REQUIRED)


BUTTON_FORM = record(
    _matches_its_style,
    required={"style": one_of(*STYLES)},
    optional={
        **ID,
        "custom_id": CUSTOM_ID,
        "label": text(0, 80),
        "emoji": COMPONENT_EMOJI,
        "url": url(512, *HTTP, "discord"),
        "sku_id": snowflake,
        "disabled": truth,
    },
)


def _options_are_told_apart(field: JsonObject, spot: Spot) -> None:
    for index in repeated([option["value"] for option in field["options"]]):
        (spot / "options" / index).note(problems.OPTION_VALUE_REPEATED)


def _enough_options(field: JsonObject, spot: Spot) -> None:
    """A select doesn't ask for more values than it offers."""
    for bound in ("min_values", "max_values"):
        if field.get(bound, 0) > len(field["options"]):
            (spot / bound).note(problems.MORE_THAN_THE_OPTIONS)


def _defaults_fit(field: JsonObject, spot: Spot) -> None:
    """A select has no more default values than people may choose."""
    place, chosen = "default_values", field.get("default_values", [])
    if "options" in field:
        place, chosen = "options", [option for option in field["options"] if option.get("default")]
    if len(chosen) > field.get("max_values", 1):
        (spot / place).note(problems.TOO_MANY_DEFAULTS)


def _is_enabled(field: JsonObject, spot: Spot) -> None:
    if field.get("disabled"):
        (spot / "disabled").note(problems.DISABLED_IN_MODAL)


def _options(least: int, most: int, **more: Form) -> Form:
    """A select's options, with different values."""
    return items(
        least,
        most,
        record(
            required={"label": text(1, 100), "value": text(1, 100)},
            optional={"description": text(0, 100), "default": truth, **more},
        ),
    )


def _chosen(*kinds: str) -> Form:
    """The default values of a select that Discord fills."""
    return items(0, 25, record(required={"id": snowflake, "type": one_of(*kinds)}))


SELECT_FIELDS: Forms = {
    **ID,
    "placeholder": text(0, 150),
    "min_values": whole(0, 25),
    "max_values": whole(1, 25),
    "disabled": truth,
    "required": truth,
}


def _selects(*rules: Rule) -> dict[int, Record]:
    """A form for every type of select, each with these extra rules."""

    def filled_by_discord(*kinds: str, **more: Form) -> Record:
        return record(
            ordered("min_values", "max_values"),
            _defaults_fit,
            *rules,
            required={"custom_id": CUSTOM_ID},
            optional={**SELECT_FIELDS, "default_values": _chosen(*kinds), **more},
        )

    return {
        TEXT_SELECT: record(
            ordered("min_values", "max_values"),
            _options_are_told_apart,
            _enough_options,
            _defaults_fit,
            *rules,
            required={"custom_id": CUSTOM_ID, "options": _options(1, 25, emoji=COMPONENT_EMOJI)},
            optional=SELECT_FIELDS,
        ),
        USER_SELECT: filled_by_discord("user"),
        ROLE_SELECT: filled_by_discord("role"),
        MENTIONABLE_SELECT: filled_by_discord("user", "role"),
        CHANNEL_SELECT: filled_by_discord("channel", channel_types=CHANNEL_TYPES),
    }


def _value_has_its_length(field: JsonObject, spot: Spot) -> None:
    """A text input's preset value keeps to its length limits."""
    least, most = field.get("min_length", 0), field.get("max_length", MOST_INPUT)
    if field.get("value") and not least <= len(field["value"]) <= most:
        (spot / "value").note(problems.bad_length(least, most))


TEXT_INPUT_FIELDS: Forms = {
    **ID,
    "min_length": whole(0, MOST_INPUT),
    "max_length": whole(1, MOST_INPUT),
    "required": truth,
    "value": text(0, MOST_INPUT),
    "placeholder": text(0, 100),
}
TEXT_INPUT_LABEL = text(1, 45)
TEXT_INPUT_NEEDS: Forms = {"custom_id": CUSTOM_ID, "style": one_of(1, 2)}
TEXT_INPUT_RULES = (ordered("min_length", "max_length"), _value_has_its_length)

LABELLED_TEXT_INPUT = record(
    *TEXT_INPUT_RULES, required={**TEXT_INPUT_NEEDS, "label": TEXT_INPUT_LABEL}, optional=TEXT_INPUT_FIELDS
)
BARE_TEXT_INPUT = record(
    *TEXT_INPUT_RULES, required=TEXT_INPUT_NEEDS, optional={**TEXT_INPUT_FIELDS, "label": TEXT_INPUT_LABEL}
)

MESSAGE_SELECTS = _selects()
MODAL_FIELDS: dict[int, Record] = {
    **_selects(_is_enabled),
    TEXT_INPUT: BARE_TEXT_INPUT,
    FILE_UPLOAD: record(
        ordered("min_values", "max_values"),
        required={"custom_id": CUSTOM_ID},
        optional={**ID, "min_values": whole(0, 10), "max_values": whole(1, 10), "required": truth},
    ),
    RADIO_GROUP: record(
        _options_are_told_apart,
        _defaults_fit,
        required={"custom_id": CUSTOM_ID, "options": _options(2, 10)},
        optional={**ID, "required": truth},
    ),
    CHECKBOX_GROUP: record(
        ordered("min_values", "max_values"),
        _options_are_told_apart,
        _enough_options,
        required={"custom_id": CUSTOM_ID, "options": _options(1, 10)},
        optional={**ID, "min_values": whole(0, 10), "max_values": whole(1, 10), "required": truth},
    ),
    CHECKBOX: record(required={"custom_id": CUSTOM_ID}, optional={**ID, "default": truth}),
}

MEDIA = record(required={"url": url(2048, *HTTP, "attachment")})
UPLOADED_MEDIA = record(required={"url": url(2048, "attachment")})
DESCRIPTION = text(1, 1024)

TEXT_DISPLAY_FORM = record(required={"content": text(1, MOST_TEXT)}, optional=ID)
THUMBNAIL_FORM = record(required={"media": MEDIA}, optional={**ID, "description": DESCRIPTION, "spoiler": truth})
GALLERY_FORM = record(
    required={
        "items": items(
            1, 10, record(required={"media": MEDIA}, optional={"description": DESCRIPTION, "spoiler": truth})
        )
    },
    optional=ID,
)
FILE_FORM = record(required={"file": UPLOADED_MEDIA}, optional={**ID, "spoiler": truth})
SEPARATOR_FORM = record(optional={**ID, "divider": truth, "spacing": one_of(1, 2)})
SECTION_FORM = record(
    required={
        "components": items(1, 3, by_type({TEXT_DISPLAY: TEXT_DISPLAY_FORM})),
        "accessory": by_type({BUTTON: BUTTON_FORM, THUMBNAIL: THUMBNAIL_FORM}),
    },
    optional=ID,
)
