"""Emojis on components and as uploads to the application. Knows nothing of which emojis exist.

Source: https://unicode.org/Public/emoji/15.1/ for what Unicode calls an emoji.
"""

import base64
import re

from localcord.limits import problems
from localcord.limits.errors import ASSET_TOO_LARGE, Refused, Spot
from localcord.limits.fields import Forms, matching, record, snowflake, text, truth
from localcord.wire import JsonObject

MOST_IMAGE_BYTES = 256 * 1024
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(?P<bytes>.*)", re.DOTALL)

# Playing cards other than the joker, and die faces, are characters but not emojis: Discord refuses them on buttons.
_PICTOGRAM = (
    "[©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽"
    "✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙"
    "\U0001f004\U0001f0cf\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a\U0001f201\U0001f202"
    "\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f64f\U0001f680-\U0001f6fc"
    "\U0001f7e0-\U0001f7f0\U0001f90c-\U0001f9ff\U0001fa70-\U0001faff]"
)
_DRESSED = f"{_PICTOGRAM}\ufe0f?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
UNICODE_EMOJI = re.compile(
    "[0-9#*]\ufe0f?\u20e3"  # keycaps
    "|[\U0001f1e6-\U0001f1ff]{2}"  # flags
    f"|{_DRESSED}(?:\u200d{_DRESSED})*"  # one, or several joined into one
)


def _is_known_form(emoji: JsonObject, spot: Spot) -> None:
    """A custom emoji has an id; any other is in Unicode."""
    if "id" not in emoji and not UNICODE_EMOJI.fullmatch(emoji.get("name", "")):
        (spot / "name").note(problems.INVALID_EMOJI)


COMPONENT_EMOJI = record(
    _is_known_form,
    optional={"id": snowflake, "name": text(0, 32), "animated": truth},
)


def _picture(value: object, spot: Spot) -> object:
    """A picture as a data URI.

    Shape: read as the picture's bytes.
    """
    if not isinstance(value, str):
        spot.note(problems.not_a_text(value))
        return b""
    match = IMAGE.fullmatch(value)
    try:
        picture = base64.b64decode(match["bytes"] if match else "", validate=True)
    except ValueError:  # no Base64, or not even ASCII
        picture = b""
    if not picture:
        spot.note(problems.INVALID_IMAGE)
    return picture


NAME: Forms = {"name": matching(text(2, 32), re.compile(r"\w+", re.ASCII).fullmatch, problems.UNMATCHED_PATTERN)}
UPLOAD = record(required={**NAME, "image": _picture})
RENAMING = record(required=NAME)


def check_emoji(body: object) -> None:
    """Checks an upload of an application emoji.

    Raises: Refused, when Discord would refuse it.
    """
    spot = Spot()
    upload = UPLOAD(body, spot)
    spot.refuse_if_marked()
    if len(upload["image"]) > MOST_IMAGE_BYTES:
        raise Refused(400, ASSET_TOO_LARGE, f"Failed to resize asset below the maximum size: {MOST_IMAGE_BYTES}")


def check_renaming(body: object) -> None:
    """Checks a new name for an application emoji.

    Raises: Refused, when Discord would refuse it.
    """
    spot = Spot()
    RENAMING(body, spot)
    spot.refuse_if_marked()
