"""Routes that show, change and delete channels, and the typing indicator."""

from localcord import refusals
from localcord.entities import Channel
from localcord.permissions import Permission
from localcord.rest.call import Call, Reply, Routes


def show_channel(call: Call) -> Reply:
    """GET /channels/{channel_id}."""
    return Reply(call.channel().to_json(call.world.bot.id))


def edit_channel(call: Call) -> Reply:
    """PATCH /channels/{channel_id}: the name; of threads also archived, locked and auto_archive_duration."""
    channel = call.channel()
    if channel.thread is None:
        call.channel(Permission.MANAGE_CHANNELS)
    else:
        _change_thread(call, channel)
    if "name" in call.body:
        channel.name = str(call.body["name"])
    call.world.channel_changed(channel)
    return Reply(channel.to_json(call.world.bot.id))


def _change_thread(call: Call, channel: Channel) -> None:
    thread, body = channel.thread, call.body
    if thread is None:
        return
    is_managed = call.world.bot_permissions(channel) & Permission.MANAGE_THREADS
    if not is_managed and (thread.owner_id != call.world.bot.id or "locked" in body):
        raise refusals.missing_permissions()
    if thread.archived and body.get("archived", True):
        raise refusals.thread_archived()
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived, thread.archive_changed = bool(body["archived"]), call.world.clock()
    thread.locked = bool(body.get("locked", thread.locked))
    thread.auto_archive_minutes = int(body.get("auto_archive_duration", thread.auto_archive_minutes))


def remove_channel(call: Call) -> Reply:
    """DELETE /channels/{channel_id}."""
    channel = call.channel()
    if channel.recipient is None:
        call.channel(Permission.MANAGE_CHANNELS if channel.thread is None else Permission.MANAGE_THREADS)
        call.world.remove_channel(channel)
    return Reply(channel.to_json(call.world.bot.id))


def type_in_channel(call: Call) -> Reply:
    """POST /channels/{channel_id}/typing."""
    call.channel(Permission.SEND_MESSAGES)
    return Reply()


ROUTES: Routes = {
    ("GET", "/channels/{channel_id}"): show_channel,
    ("PATCH", "/channels/{channel_id}"): edit_channel,
    ("DELETE", "/channels/{channel_id}"): remove_channel,
    ("POST", "/channels/{channel_id}/typing"): type_in_channel,
}
