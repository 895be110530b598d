"""Routes that create threads, and show and change their members."""

from localcord import refusals
from localcord.entities import Channel, ChannelKind, Thread
from localcord.permissions import Permission
from localcord.rest.call import Call, Reply, Routes
from localcord.wire import JsonObject, iso
from localcord.world import Event


def _new_thread(call: Call, parent: Channel, kind: ChannelKind, thread_id: str) -> Channel:
    world, body = call.world, call.body
    name = str(body.get("name") or "")
    if not 1 <= len(name) <= 100:
        raise refusals.bad_field("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    minutes = int(body.get("auto_archive_duration") or 1440)
    if minutes not in (60, 1440, 4320, 10080):
        choices = "Value must be one of {4320, 60, 10080, 1440}."
        raise refusals.bad_field("auto_archive_duration", "BASE_TYPE_CHOICES", choices)
    now = world.clock()
    thread = Thread(parent.id, world.bot.id, now, now, minutes, members={world.bot.id: now})
    return world.add_thread(parent, thread, name, kind, thread_id)


def add_thread(call: Call) -> Reply:
    """POST /channels/{channel_id}/threads: a thread without a message, private by default."""
    kind = ChannelKind(call.body.get("type") or ChannelKind.PRIVATE_THREAD)
    is_private = kind is ChannelKind.PRIVATE_THREAD
    parent = call.channel(Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS)
    thread = _new_thread(call, parent, kind, call.world.snowflakes.new())
    return Reply(_with_member(call, thread), 201)


def add_thread_to_message(call: Call) -> Reply:
    """POST /channels/{channel_id}/messages/{message_id}/threads: a public thread with the message's id."""
    parent = call.channel(Permission.CREATE_PUBLIC_THREADS)
    message = call.message(parent)
    if message.id in call.world.channels:
        raise refusals.thread_exists()
    thread = _new_thread(call, parent, ChannelKind.PUBLIC_THREAD, message.id)
    return Reply(_with_member(call, thread), 201)


def _with_member(call: Call, thread: Channel) -> JsonObject:
    bot_id = call.world.bot.id
    return thread.to_json(bot_id) | {"member": _member(thread, bot_id)}


def _member(channel: Channel, user_id: str) -> JsonObject:
    thread = _thread(channel)
    return {"id": channel.id, "user_id": user_id, "join_timestamp": iso(thread.members[user_id]), "flags": 0}


def _thread(channel: Channel) -> Thread:
    if channel.thread is None:
        raise refusals.unknown_channel()
    return channel.thread


def _user_id(call: Call) -> str:
    user_id = call.path["user_id"]
    user_id = call.world.bot.id if user_id == "@me" else user_id
    if user_id not in call.world.users:
        raise refusals.unknown_user()
    return user_id


def list_thread_members(call: Call) -> Reply:
    """GET /channels/{channel_id}/thread-members."""
    channel = call.channel()
    return Reply([_member(channel, user_id) for user_id in _thread(channel).members])


def show_thread_member(call: Call) -> Reply:
    """GET /channels/{channel_id}/thread-members/{user_id}."""
    channel, user_id = call.channel(), _user_id(call)
    if user_id not in _thread(channel).members:
        raise refusals.unknown_member()
    return Reply(_member(channel, user_id))


def add_thread_member(call: Call) -> Reply:
    """PUT /channels/{channel_id}/thread-members/{user_id}: @me joins."""
    channel, user_id = call.channel(), _user_id(call)
    thread = _thread(channel)
    if thread.archived:
        raise refusals.thread_archived()
    thread.members.setdefault(user_id, call.world.clock())
    _members_changed(call, channel, added=[user_id])
    return Reply()


def remove_thread_member(call: Call) -> Reply:
    """DELETE /channels/{channel_id}/thread-members/{user_id}: @me leaves."""
    channel, user_id = call.channel(), _user_id(call)
    if user_id != call.world.bot.id and _thread(channel).owner_id != call.world.bot.id:
        call.channel(Permission.MANAGE_THREADS)
    if _thread(channel).members.pop(user_id, None) is not None:
        _members_changed(call, channel, removed=[user_id])
    return Reply()


def _members_changed(
    call: Call, channel: Channel, *, added: list[str] | None = None, removed: list[str] | None = None
) -> None:
    payload = {
        "id": channel.id,
        "guild_id": channel.guild_id,
        "member_count": len(_thread(channel).members),
        "added_members": [_member(channel, user_id) for user_id in added or []],
        "removed_member_ids": removed or [],
    }
    call.world.tell(Event("THREAD_MEMBERS_UPDATE", payload, channel.guild_id))


MEMBERS = "/channels/{channel_id}/thread-members"

ROUTES: Routes = {
    ("POST", "/channels/{channel_id}/threads"): add_thread,
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): add_thread_to_message,
    ("GET", MEMBERS): list_thread_members,
    ("GET", f"{MEMBERS}/{{user_id}}"): show_thread_member,
    ("PUT", f"{MEMBERS}/{{user_id}}"): add_thread_member,
    ("DELETE", f"{MEMBERS}/{{user_id}}"): remove_thread_member,
}
