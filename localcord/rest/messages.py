"""Routes for a channel's messages. They can't see ephemeral ones."""

from localcord import refusals
from localcord.entities import Channel, Message
from localcord.interactions import edit_checked
from localcord.limits import check_message
from localcord.permissions import Permission
from localcord.rest.call import Call, Reply, Routes
from localcord.wire import JsonObject, iso

BULK_SECONDS = 14 * 86_400
"""https://discord.com/developers/docs/resources/message#bulk-delete-messages"""


def _visible(call: Call, channel: Channel) -> list[Message]:
    return [message for message in call.world.messages_in(channel.id) if message.owner_id is None]


MOST_LISTED = 100
BOUNDARIES = ("before", "after", "around")


def list_messages(call: Call) -> Reply:
    """GET /channels/{channel_id}/messages: newest first, with one of before, after and around, and limit.

    Shape: without permission to read the history, an empty list and no error.
    Source: https://discord.com/developers/docs/resources/message#get-channel-messages
    """
    channel, limit = call.channel(), _number(call, "limit", 50)
    for boundary in BOUNDARIES:
        _number(call, boundary, 0)
    if not 1 <= limit <= MOST_LISTED:
        raise refusals.bad_field("limit", "NUMBER_TYPE_MAX", f"int value should be between 1 and {MOST_LISTED}.")
    if channel.recipient is None and Permission.READ_MESSAGE_HISTORY not in call.world.bot_permissions(channel):
        return Reply([])
    found = _visible(call, channel)
    if "after" in call.query:
        found = [message for message in found if int(message.id) > int(call.query["after"])][:limit]
    if "before" in call.query:
        found = [message for message in found if int(message.id) < int(call.query["before"])]
    if "around" in call.query:
        middle = int(call.query["around"])
        found = sorted(sorted(found, key=lambda m: abs(int(m.id) - middle))[:limit], key=lambda m: int(m.id))
    return Reply([message.body for message in reversed(found[-limit:])])


def _number(call: Call, name: str, default: int) -> int:
    """A number in the query. Raises: Refused (50035) if it isn't one."""
    given = call.query.get(name, str(default))
    if not given.isdecimal():
        raise refusals.bad_field(name, "NUMBER_TYPE_COERCE", f'Value "{given}" is not snowflake.')
    return int(given)


def show_message(call: Call) -> Reply:
    """GET /channels/{channel_id}/messages/{message_id}."""
    return Reply(call.message(call.channel(Permission.READ_MESSAGE_HISTORY)).body)


def add_message(call: Call) -> Reply:
    """POST /channels/{channel_id}/messages."""
    channel = call.channel()
    _may_send(call, channel)
    check_message(call.body, file_names=call.file_names, ephemeral_allowed=False)
    if before := call.messages.posted_before(call.world.bot, call.body):
        return Reply(before.body)
    more = _reply_fields(call, channel)
    message = call.messages.post(channel, call.world.bot, call.body, call.sent.files, more=more)
    return Reply(message.body)


def _may_send(call: Call, channel: Channel) -> None:
    if channel.recipient is not None:
        if not channel.recipient.accepts_dms:
            raise refusals.dms_closed()
        return
    is_thread = channel.thread is not None
    call.channel(Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES)
    if call.sent.files:
        call.channel(Permission.ATTACH_FILES)
    if channel.thread is not None and channel.thread.archived and channel.thread.locked:
        call.channel(Permission.MANAGE_THREADS)


def _reply_fields(call: Call, channel: Channel) -> JsonObject:
    """The type and reference of a reply to another message."""
    reference = call.body.get("message_reference")
    if not reference:
        return {}
    target = call.world.messages.get(str(reference.get("message_id")))
    if target is None or target.channel_id != channel.id or target.owner_id is not None:
        if reference.get("fail_if_not_exists", True):
            raise refusals.bad_field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return {}
    shown = {"type": 0, "message_id": target.id, "channel_id": channel.id, "guild_id": channel.guild_id}
    return {"type": 19, "message_reference": shown, "referenced_message": target.body}


def edit_message(call: Call) -> Reply:
    """PATCH /channels/{channel_id}/messages/{message_id}: only the bot's own."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        raise refusals.not_own_message()
    if channel.thread is not None and channel.thread.archived:
        raise refusals.thread_archived()
    if call.sent.files and channel.recipient is None:
        call.channel(Permission.ATTACH_FILES)
    return Reply(edit_checked(call.messages, message, call.body, call.sent.files).body)


def remove_message(call: Call) -> Reply:
    """DELETE /channels/{channel_id}/messages/{message_id}: others' messages need Manage Messages."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        if channel.recipient is not None:
            raise refusals.missing_permissions()
        call.channel(Permission.MANAGE_MESSAGES)
    call.messages.delete(message)
    return Reply()


def remove_messages(call: Call) -> Reply:
    """POST /channels/{channel_id}/messages/bulk-delete: 2 to 100, none older than two weeks."""
    channel = call.channel(Permission.MANAGE_MESSAGES)
    wanted = [str(message_id) for message_id in call.body.get("messages") or []]
    if not 2 <= len(wanted) <= 100:
        raise refusals.bad_field("messages", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.")
    doomed = [message for message in _visible(call, channel) if message.id in wanted]
    if any(call.world.clock() - message.created > BULK_SECONDS for message in doomed):
        raise refusals.too_old_to_bulk_delete()
    call.messages.delete_many(channel, doomed)
    return Reply()


def list_pins(call: Call) -> Reply:
    """GET /channels/{channel_id}/messages/pins."""
    pins = [message for message in _visible(call, call.channel()) if message.body["pinned"]]
    items = [{"pinned_at": iso(message.created), "message": message.body} for message in pins]
    return Reply({"items": items, "has_more": False})


def add_pin(call: Call) -> Reply:
    """PUT /channels/{channel_id}/messages/pins/{message_id}."""
    return _set_pin(call, pinned=True)


def remove_pin(call: Call) -> Reply:
    """DELETE /channels/{channel_id}/messages/pins/{message_id}."""
    return _set_pin(call, pinned=False)


def _set_pin(call: Call, *, pinned: bool) -> Reply:
    message = call.message(call.channel(Permission.PIN_MESSAGES))
    call.messages.pin(message, pinned=pinned)
    return Reply()


BASE = "/channels/{channel_id}/messages"

ROUTES: Routes = {
    ("GET", BASE): list_messages,
    ("POST", BASE): add_message,
    ("POST", f"{BASE}/bulk-delete"): remove_messages,
    ("GET", f"{BASE}/pins"): list_pins,
    ("PUT", f"{BASE}/pins/{{message_id}}"): add_pin,
    ("DELETE", f"{BASE}/pins/{{message_id}}"): remove_pin,
    ("GET", f"{BASE}/{{message_id}}"): show_message,
    ("PATCH", f"{BASE}/{{message_id}}"): edit_message,
    ("DELETE", f"{BASE}/{{message_id}}"): remove_message,
}
