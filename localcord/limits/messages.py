"""New messages, follow-ups and edits. Knows nothing of channels, permissions or the contents of files.

Source: https://discord.com/developers/docs/resources/message
"""

from collections.abc import Mapping, Sequence

from localcord.limits import problems
from localcord.limits.embeds import EMBEDS, within_embed_total
from localcord.limits.errors import EMPTY_MESSAGE, TOO_MANY_ATTACHMENTS, Refused, Spot
from localcord.limits.fields import (
    HTTP,
    Forms,
    distinct,
    items,
    one_of,
    record,
    snowflake,
    text,
    truth,
    url,
    whole,
)
from localcord.limits.layouts import CLASSIC_LAYOUT, V2_LAYOUT, media_are_attached, told_apart, within_v2_totals
from localcord.limits.polls import POLL
from localcord.wire import JsonObject

MOST_ATTACHMENTS = 10

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
SUPPRESS_NOTIFICATIONS = 1 << 12
VOICE_MESSAGE = 1 << 13
COMPONENTS_V2 = 1 << 15
SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE_MESSAGE | COMPONENTS_V2
FLAGS = whole(0, 2**32 - 1)

FORWARD = 1
SHOWN = ("embeds", "components", "attachments", "sticker_ids", "sticker_items", "poll")
LEGACY = ("content", "embeds", "sticker_ids", "sticker_items", "poll")


def _parsed_or_listed(mentions: JsonObject, spot: Spot) -> None:
    """Either all mentions of a kind are allowed, or listed ones."""
    for kind in ("users", "roles"):
        if kind in mentions.get("parse", ()) and mentions.get(kind):
            spot.note(problems.parse_and_list(kind))


ALLOWED_MENTIONS = record(
    _parsed_or_listed,
    optional={
        "parse": distinct(0, 3, one_of("users", "roles", "everyone")),
        "users": distinct(0, 100, snowflake),
        "roles": distinct(0, 100, snowflake),
        "replied_user": truth,
    },
)
ATTACHMENT = record(
    required={"id": snowflake},
    optional={"filename": text(1, 1024), "description": text(0, 1024), "is_spoiler": truth},
)
REFERENCE = record(
    required={"message_id": snowflake},
    optional={"type": one_of(0, FORWARD), "channel_id": snowflake, "guild_id": snowflake, "fail_if_not_exists": truth},
)
FIELDS: Forms = {
    "content": text(0, 2000),
    "embeds": EMBEDS,
    "allowed_mentions": ALLOWED_MENTIONS,
    "attachments": items(0, MOST_ATTACHMENTS, ATTACHMENT),
    "sticker_ids": items(0, 3, snowflake),
    "poll": POLL,
    "flags": FLAGS,
    "message_reference": REFERENCE,
    "tts": truth,
    "username": text(1, 80),
    "avatar_url": url(2048, *HTTP),
}
CLASSIC_MESSAGE = record(told_apart, within_embed_total, optional={**FIELDS, "components": CLASSIC_LAYOUT})
V2_MESSAGE = record(told_apart, within_v2_totals, optional={**FIELDS, "components": V2_LAYOUT})


def check_message(
    body: object,
    *,
    editing: Mapping[str, object] | None = None,
    file_names: Sequence[str] = (),
    ephemeral_allowed: bool = True,
) -> None:
    """Checks a new message, a follow-up or an edit.

    Shape: `editing` is the stored message that is edited, or None; `file_names` are those of the uploads, in order.
    Only answers to interactions can be ephemeral.
    Raises: Refused, when Discord would refuse it.
    """
    spot = Spot()
    outcome = read_message(body, spot, editing=editing, file_names=file_names, ephemeral_allowed=ephemeral_allowed)
    spot.refuse_if_marked()
    refuse_if_empty(outcome, file_names)


def read_message(
    body: object,
    spot: Spot,
    *,
    editing: Mapping[str, object] | None,
    file_names: Sequence[str],
    ephemeral_allowed: bool = True,
) -> JsonObject:
    """Notes what is wrong with a message's body.

    Shape: the message as it would then be, null where the body empties a field.
    Raises: Refused, when it would have too many attachments.
    """
    stored: JsonObject = dict(editing or {})
    given = body if isinstance(body, dict) else {}
    is_v2 = _has_v2_flag(given if given.get("flags") is not None else stored)
    message = (V2_MESSAGE if is_v2 else CLASSIC_MESSAGE)(body, spot)
    outcome = {**stored, **{name: message.get(name) for name in given}}
    if file_names and "attachments" not in given:
        outcome["attachments"] = []  # Since version 10 of the API, new files replace those that aren't listed again.
    if spot.is_clean:
        if is_v2:
            _nothing_beside_components(outcome, spot)
        elif _has_v2_flag(stored):
            (spot / "flags").note(problems.V2_FLAG_REMOVED)
        settable = SETTABLE | EPHEMERAL if ephemeral_allowed else SETTABLE
        if editing is None and message.get("flags", 0) & ~settable:
            (spot / "flags").note(problems.FLAGS_NOT_SETTABLE)
        media_are_attached(message, spot, _names_at_hand(outcome, stored, file_names, spot))
    return outcome


def refuse_if_empty(outcome: JsonObject, file_names: Sequence[str]) -> None:
    """Raises: Refused, if a message shows nothing at all."""
    forwards = (outcome.get("message_reference") or {}).get("type") == FORWARD
    says = (outcome.get("content") or "").strip()
    if not (forwards or says or file_names or any(outcome.get(field) for field in SHOWN)):
        raise Refused(400, EMPTY_MESSAGE, "Cannot send an empty message")


def _has_v2_flag(message: JsonObject) -> bool:
    flags = message.get("flags")
    return isinstance(flags, int) and bool(flags & COMPONENTS_V2)


def _nothing_beside_components(outcome: JsonObject, spot: Spot) -> None:
    for field in LEGACY:
        if outcome.get(field):
            (spot / field).note(problems.beside_components_v2(field))


def _names_at_hand(outcome: JsonObject, stored: JsonObject, file_names: Sequence[str], spot: Spot) -> set[str]:
    """The names of the files that the message has, uploaded or kept.

    Notes those that the body lists but that aren't there.
    Raises: Refused, if there are too many.
    """
    kept = {attachment["id"]: attachment["filename"] for attachment in stored.get("attachments", ())}
    sent = {str(index): name for index, name in enumerate(file_names)}
    listed = outcome.get("attachments") or []
    if len(sent) + sum(attachment["id"] in kept for attachment in listed) > MOST_ATTACHMENTS:
        raise Refused(
            400, TOO_MANY_ATTACHMENTS, f"Maximum number of attachments in a message reached ({MOST_ATTACHMENTS})"
        )
    names = set(file_names)
    for index, attachment in enumerate(listed):
        name = kept.get(attachment["id"]) or sent.get(attachment["id"])
        if name is None:
            (spot / "attachments" / index).note(problems.ATTACHMENT_NOT_FOUND)
        else:
            names |= {name, attachment.get("filename") or name}
    return names
