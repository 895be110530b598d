"""Routes without the bot's token: first answers, and those that use an interaction's own token."""

from localcord import refusals
from localcord.entities import Message, MessageFlag
from localcord.interaction import AnswerKind, Interaction
from localcord.interactions import edit_checked
from localcord.rest.call import Call, Reply, Routes
from localcord.wire import JsonObject

TRUE = frozenset({"1", "true", "True"})


def answer(call: Call) -> Reply:
    """POST /interactions/{interaction_id}/{token}/callback."""
    opened = call.interactions.take_answer(call.path["interaction_id"], call.path["token"], call.body, call.sent.files)
    return Reply(_callback(opened)) if call.query.get("with_response") in TRUE else Reply()


def _callback(opened: Interaction) -> JsonObject:
    interaction: JsonObject = {"id": opened.id, "type": int(opened.kind), "channel_id": opened.channel.id}
    if opened.channel.guild_id is not None:
        interaction["guild_id"] = opened.channel.guild_id
    kind, message = opened.callback_type, opened.original
    if message is not None:
        interaction |= {
            "response_message_id": message.id,
            "response_message_loading": message.has(MessageFlag.LOADING),
            "response_message_ephemeral": message.has(MessageFlag.EPHEMERAL),
        }
    callback: JsonObject = {"interaction": interaction}
    if kind is not None and message is not None and kind is not AnswerKind.DEFERRED_UPDATE:
        callback["resource"] = {"type": int(kind), "message": message.body}
    return callback


def _opened(call: Call) -> Interaction:
    return call.interactions.by_token(call.path["application_id"], call.path["token"])


def _message(call: Call) -> Message:
    return call.interactions.message_of(_opened(call), call.path["message_id"])


def follow_up(call: Call) -> Reply:
    """POST /webhooks/{application_id}/{token}."""
    message = call.interactions.follow_up(_opened(call), call.body, call.sent.files)
    return Reply(message.body)


def show_answer(call: Call) -> Reply:
    """GET /webhooks/{application_id}/{token}/messages/{message_id}."""
    return Reply(_message(call).body)


def edit_answer(call: Call) -> Reply:
    """PATCH /webhooks/{application_id}/{token}/messages/{message_id}."""
    message = _message(call)
    thread = call.world.channels[message.channel_id].thread
    if thread is not None and thread.archived:
        raise refusals.thread_archived()
    return Reply(edit_checked(call.messages, message, call.body, call.sent.files).body)


def remove_answer(call: Call) -> Reply:
    """DELETE /webhooks/{application_id}/{token}/messages/{message_id}."""
    call.messages.delete(_message(call))
    return Reply()


WEBHOOK = "/webhooks/{application_id}/{token}"
MESSAGE = WEBHOOK + "/messages/{message_id}"

CALLBACK = "/interactions/{interaction_id}/{token}/callback"

ROUTES: Routes = {
    ("POST", CALLBACK): answer,
    ("POST", WEBHOOK): follow_up,
    ("GET", MESSAGE): show_answer,
    ("PATCH", MESSAGE): edit_answer,
    ("DELETE", MESSAGE): remove_answer,
}

OPEN_TEMPLATES = frozenset({CALLBACK, WEBHOOK, MESSAGE})
"""Routes with the token in the path: they need no bot token, and don't count towards the global rate limit."""
