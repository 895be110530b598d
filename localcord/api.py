"""Discord's REST API v10 over HTTP: the routes that the bot uses, authorization, rate limits, and a log of requests."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from localcord import refusals
from localcord.entities import Channel, ChannelKind, Guild, Message, MessageFlag, Thread
from localcord.gateway import Gateway
from localcord.interactions import AnswerKind, Interaction, Interactions, edit_checked
from localcord.limits import check_commands, check_emoji, check_message, check_thread
from localcord.messages import Messages, Upload
from localcord.permissions import Permission
from localcord.ratelimits import RateLimits, Verdict
from localcord.refusals import Refused
from localcord.wire import Json, JsonObject, iso, to_bytes, to_object
from localcord.world import Event, StoredFile, World

PREFIX = "/api/v10"
OLD_SECONDS = 3600.0
"""Edits of messages older than this have a lower limit of their own (30046)."""

MOST_THREADS = 1000
"""How many active threads a guild may have (160006)."""

JSON = {"Content-Type": "application/json"}
"""Exactly this, without a charset, because clients compare it as a string."""

Endpoint = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class SeenRequest:
    """One request of the bot, and how it was answered. Units: `time` in seconds since 1970, when it came."""

    method: str
    path: str
    body: Json
    file_names: tuple[str, ...]
    status: int
    code: int | None
    time: float


@dataclass(frozen=True)
class Held:
    """A request whose answer is held back."""

    came: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the request has arrived."""
    _gate: asyncio.Event = field(default_factory=asyncio.Event)

    def let_go(self) -> None:
        """Has it answered, as if Discord had only been slow."""
        self._gate.set()

    async def until_let_go(self) -> None:
        """Sets `came`, and waits for `let_go`."""
        self.came.set()
        await self._gate.wait()


@dataclass(frozen=True)
class Outage:
    """A failure on Discord's side for one request. With `is_done`, the request is carried out first.

    It's answered with `status` or a `verdict`, or, if it `hangs_up`, not at all; if it's `held`, the answer waits.
    """

    method: str
    path_part: str
    status: int
    is_done: bool
    hangs_up: bool = False
    held: Held | None = None
    verdict: Verdict | None = None

    def hits(self, request: web.Request) -> bool:
        """Whether this request is the one that fails."""
        return request.method == self.method and self.path_part in request.path


@dataclass(frozen=True)
class Reply:
    """A route's answer; 204 if it has no body."""

    body: Json | None = None
    status: int = 200


@dataclass(frozen=True)
class Body:
    """The body of a request: JSON, and uploaded files."""

    content: Json
    files: tuple[Upload, ...] = ()


@dataclass(frozen=True)
class Call:
    """One request, with everything that a route needs to answer it."""

    world: World
    messages: Messages
    interactions: Interactions
    gateway: Gateway
    path: Mapping[str, str]
    query: Mapping[str, str]
    sent: Body

    @property
    def body(self) -> JsonObject:
        """The fields of the body. Raises: Refused (50109) when it is a list."""
        if not isinstance(self.sent.content, dict):
            raise Refused(*refusals.UNREADABLE_BODY)
        return self.sent.content

    @property
    def guild(self) -> Guild:
        """The guild in the path. Raises: Refused (10004) if there is none."""
        return self.world.guild(self.path["guild_id"])

    def channel(self, *needed: Permission) -> Channel:
        """The channel in the path. Raises: Refused (10003, 50001 unseen, 50013 without a permission)."""
        channel = self.world.channel(self.path["channel_id"])
        if channel.recipient is not None:
            return channel
        held = self.world.bot_permissions(channel)
        if Permission.VIEW_CHANNEL not in held:
            raise Refused(*refusals.MISSING_ACCESS)
        if any(permission not in held for permission in needed):
            raise Refused(*refusals.MISSING_PERMISSIONS)
        return channel

    def message(self, channel: Channel) -> Message:
        """The message in the path. Raises: Refused (10008) if it isn't in this channel, or is ephemeral."""
        message = self.world.messages.get(self.path["message_id"])
        if message is None or message.channel_id != channel.id or message.owner_id is not None:
            raise Refused(*refusals.UNKNOWN_MESSAGE)
        return message


Handler = Callable[[Call], Reply]

# The bot, its application, commands and emojis


def show_gateway(call: Call) -> Reply:
    """GET /gateway/bot."""
    return Reply({"url": call.gateway.url, "shards": 1, "session_start_limit": call.gateway.starts.to_json()})


def show_me(call: Call) -> Reply:
    """GET /users/@me: the first request of a client."""
    return Reply(call.world.bot.to_json() | {"verified": True, "mfa_enabled": False, "locale": "en-US"})


def list_my_guilds(call: Call) -> Reply:
    """GET /users/@me/guilds: with after and limit."""
    after, limit = int(call.query.get("after", 0)), int(call.query["limit"])
    found = sorted(guild_id for guild_id in map(int, call.world.guilds) if guild_id > after)
    return Reply([call.world.guilds[str(guild_id)].to_json() for guild_id in found[:limit]])


def show_application(call: Call) -> Reply:
    """GET /oauth2/applications/@me."""
    world = call.world
    return Reply(
        {
            "id": world.application_id,
            "name": world.bot.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "privacy_policy_url": world.privacy_policy_url,
            "terms_of_service_url": world.terms_of_service_url,
            "integration_types_config": {"0": {}, "1": {}} if world.has_user_install else {"0": {}},
            "owner": world.bot.to_json(),
        }
    )


def list_commands(call: Call) -> Reply:
    """GET .../commands."""
    return Reply([*call.world.commands.values()])


def replace_commands(call: Call) -> Reply:
    """PUT .../commands: removes commands that aren't in the list; the others keep their ids."""
    check_commands(call.sent.content)
    world, sent = call.world, call.sent.content
    ids = {(command["type"], command["name"]): command["id"] for command in world.commands.values()}
    defaults: JsonObject = {"type": 1, "default_member_permissions": None, "nsfw": False}
    new: list[JsonObject] = []
    for command in sent:
        assert isinstance(command, dict)
        command_id = ids.get((command.get("type") or 1, command["name"])) or world.snowflakes.new()
        owned = {"id": command_id, "application_id": world.application_id, "version": world.snowflakes.new()}
        new.append(defaults | command | owned)
    world.commands = {command["id"]: command for command in new}
    world.tell(Event("COMMANDS", {}))
    return Reply(new)


def list_emojis(call: Call) -> Reply:
    """GET .../emojis."""
    return Reply({"items": [*call.world.emojis.values()]})


def add_emoji(call: Call) -> Reply:
    """POST .../emojis: name and image; the picture is served under /emojis/ID.png."""
    world, picture, name = call.world, check_emoji(call.body), call.body["name"]
    if any(emoji["name"] == name for emoji in world.emojis.values()):
        raise refusals.bad_field("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken")
    emoji: JsonObject = {"id": world.snowflakes.new(), "name": name, "require_colons": True, "managed": False}
    world.emojis[emoji["id"]] = emoji
    for ending in ("png", "webp"):
        world.files[f"/emojis/{emoji['id']}.{ending}"] = StoredFile(picture, "image/png")
    return Reply(emoji, 201)


def remove_emoji(call: Call) -> Reply:
    """DELETE .../emojis/{emoji_id}."""
    if call.world.emojis.pop(call.path["emoji_id"], None) is None:
        raise Refused(*refusals.UNKNOWN_EMOJI)
    return Reply()


# Guilds and channels


def show_guild(call: Call) -> Reply:
    """GET /guilds/{guild_id}."""
    return Reply(call.guild.to_json())


def list_channels(call: Call) -> Reply:
    """GET /guilds/{guild_id}/channels: without threads."""
    guild, world = call.guild, call.world
    channels = [c for c in world.channels.values() if c.guild_id == guild.id and c.thread is None]
    return Reply([channel.to_json(world.bot.id) for channel in channels])


def show_member(call: Call) -> Reply:
    """GET /guilds/{guild_id}/members/{user_id}."""
    user = call.world.users.get(call.path["user_id"])
    if user is None:
        raise Refused(*refusals.UNKNOWN_MEMBER)
    return Reply(call.world.member_json(user, call.guild))


def show_channel(call: Call) -> Reply:
    """GET /channels/{channel_id}."""
    return Reply(call.channel().to_json(call.world.bot.id))


def edit_thread(call: Call) -> Reply:
    """PATCH /channels/{channel_id}: a thread; those of others need Manage Threads.

    Source: https://discord.com/developers/docs/resources/channel#modify-channel
    """
    channel, body = call.channel(), call.body
    thread = channel.thread
    if thread is None:
        raise Refused(*refusals.MISSING_PERMISSIONS)
    check_thread(body, is_new=False)
    if thread.owner_id != call.world.bot.id or thread.locked or "locked" in body:
        call.channel(Permission.MANAGE_THREADS)
    if thread.archived and body.get("archived") is not False:
        raise Refused(*refusals.THREAD_ARCHIVED)
    channel.name = body.get("name", channel.name)
    thread.archived, thread.locked = body.get("archived", thread.archived), body.get("locked", thread.locked)
    thread.hides_after = body.get("auto_archive_duration", thread.hides_after)
    call.world.channels_changed()
    return Reply(channel.to_json(call.world.bot.id))


def add_thread(call: Call) -> Reply:
    """POST /channels/{channel_id}/messages/{message_id}/threads: the thread has the message's id.

    Source: https://discord.com/developers/docs/resources/channel#start-thread-from-message
    """
    channel, world = call.channel(Permission.CREATE_PUBLIC_THREADS), call.world
    message = call.message(channel)
    check_thread(call.body, is_new=True)
    if channel.kind is not ChannelKind.TEXT:
        raise Refused(*refusals.WRONG_CHANNEL_TYPE)
    if message.id in world.channels:
        raise Refused(*refusals.THREAD_EXISTS)
    threads = [found.thread for found in world.channels.values() if found.guild_id == channel.guild_id and found.thread]
    if sum(not thread.archived for thread in threads) >= MOST_THREADS:
        raise Refused(*refusals.TOO_MANY_THREADS)
    now = world.clock()
    thread = Thread(channel.id, world.bot.id, now, now, members={world.bot.id: now})
    thread.hides_after = call.body.get("auto_archive_duration", thread.hides_after)
    opened = world.add_thread(channel, thread, call.body["name"], ChannelKind.PUBLIC_THREAD, message.id)
    call.messages.lead_to(message, opened)
    return Reply(opened.to_json(world.bot.id), 201)


def show_thread_member(call: Call) -> Reply:
    """GET /channels/{channel_id}/thread-members/{user_id}."""
    channel, user_id = call.channel(), call.path["user_id"]
    if channel.thread is None or user_id not in channel.thread.members:
        raise Refused(*refusals.UNKNOWN_MEMBER)
    joined = iso(channel.thread.members[user_id])
    return Reply({"id": channel.id, "user_id": user_id, "join_timestamp": joined, "flags": 0})


# Messages of channels: these routes can't see ephemeral ones


def list_messages(call: Call) -> Reply:
    """GET /channels/{channel_id}/messages: the first after another one or the last ones, newest first.

    Without permission to read the history, an empty list and no error.
    Source: https://discord.com/developers/docs/resources/message#get-channel-messages
    """
    channel, limit, after = call.channel(), int(call.query["limit"]), int(call.query.get("after", 0))
    if channel.recipient is None and Permission.READ_MESSAGE_HISTORY not in call.world.bot_permissions(channel):
        return Reply([])
    found = [m for m in call.world.messages_in(channel.id) if m.owner_id is None and int(m.id) > after]
    chosen = found[:limit] if after else found[-limit:]
    return Reply([message.body for message in reversed(chosen)])


def add_message(call: Call) -> Reply:
    """POST /channels/{channel_id}/messages."""
    channel = call.channel()
    _may_send(call, channel)
    file_names = [upload.name for upload in call.sent.files]
    check_message(call.body, file_names=file_names, ephemeral_allowed=False)
    if before := call.messages.posted_before(call.world.bot, call.body):
        return Reply(before.body)
    return Reply(call.messages.post(channel, call.world.bot, call.body, call.sent.files).body)


def _may_send(call: Call, channel: Channel) -> None:
    if channel.recipient is not None:
        return
    is_thread = channel.thread is not None
    call.channel(Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES)
    if call.sent.files:
        call.channel(Permission.ATTACH_FILES)
    if channel.thread is not None and channel.thread.archived and channel.thread.locked:
        call.channel(Permission.MANAGE_THREADS)


def edit_message(call: Call) -> Reply:
    """PATCH /channels/{channel_id}/messages/{message_id}: only the bot's own."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        raise Refused(*refusals.NOT_OWN_MESSAGE)
    if channel.thread is not None and channel.thread.archived:
        raise Refused(*refusals.THREAD_ARCHIVED)
    if call.sent.files:
        call.channel(Permission.ATTACH_FILES)
    return Reply(edit_checked(call.messages, message, call.body, call.sent.files).body)


def remove_message(call: Call) -> Reply:
    """DELETE /channels/{channel_id}/messages/{message_id}: others' messages need Manage Messages."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        call.channel(Permission.MANAGE_MESSAGES)
    call.messages.delete(message)
    return Reply()


# Interactions: these routes have a token in the path instead of the bot's

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
    return call.interactions.by_token(call.path["token"])


def _answered(call: Call) -> Message:
    return call.interactions.message_of(_opened(call), call.path["message_id"])


def follow_up(call: Call) -> Reply:
    """POST /webhooks/{application_id}/{token}."""
    return Reply(call.interactions.follow_up(_opened(call), call.body, call.sent.files).body)


def show_answer(call: Call) -> Reply:
    """GET /webhooks/{application_id}/{token}/messages/{message_id}."""
    return Reply(_answered(call).body)


def edit_answer(call: Call) -> Reply:
    """PATCH /webhooks/{application_id}/{token}/messages/{message_id}."""
    message = _answered(call)
    thread = call.world.channels[message.channel_id].thread
    if thread is not None and thread.archived:
        raise Refused(*refusals.THREAD_ARCHIVED)
    return Reply(edit_checked(call.messages, message, call.body, call.sent.files).body)


def remove_answer(call: Call) -> Reply:
    """DELETE /webhooks/{application_id}/{token}/messages/{message_id}."""
    call.messages.delete(_answered(call))
    return Reply()


def unknown_route(_call: Call) -> Reply:
    """Any other path or method."""
    raise Refused(*refusals.UNKNOWN_ROUTE)


ANYTHING = "/{path}"
COMMANDS = "/applications/{application_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
CALLBACK = "/interactions/{interaction_id}/{token}/callback"
WEBHOOK = "/webhooks/{application_id}/{token}"
ANSWER = f"{WEBHOOK}/messages/{{message_id}}"

ROUTES: Mapping[tuple[str, str], Handler] = {
    ("GET", "/gateway/bot"): show_gateway,
    ("GET", "/users/@me"): show_me,
    ("GET", "/users/@me/guilds"): list_my_guilds,
    ("GET", "/oauth2/applications/@me"): show_application,
    ("GET", COMMANDS): list_commands,
    ("PUT", COMMANDS): replace_commands,
    ("GET", EMOJIS): list_emojis,
    ("POST", EMOJIS): add_emoji,
    ("DELETE", f"{EMOJIS}/{{emoji_id}}"): remove_emoji,
    ("GET", "/guilds/{guild_id}"): show_guild,
    ("GET", "/guilds/{guild_id}/channels"): list_channels,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): show_member,
    ("GET", "/channels/{channel_id}"): show_channel,
    ("PATCH", "/channels/{channel_id}"): edit_thread,
    ("GET", "/channels/{channel_id}/thread-members/{user_id}"): show_thread_member,
    ("GET", MESSAGES): list_messages,
    ("POST", MESSAGES): add_message,
    ("PATCH", MESSAGE): edit_message,
    ("DELETE", MESSAGE): remove_message,
    ("POST", f"{MESSAGE}/threads"): add_thread,
    ("POST", CALLBACK): answer,
    ("POST", WEBHOOK): follow_up,
    ("GET", ANSWER): show_answer,
    ("PATCH", ANSWER): edit_answer,
    ("DELETE", ANSWER): remove_answer,
}

BY_TOKEN = frozenset({CALLBACK, WEBHOOK, ANSWER})
"""Routes that need no bot token, and don't count towards the global rate limit."""


class Api:
    """Every route under /api/v10."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        interactions: Interactions,
        rate_limits: RateLimits | None,
        gateway: Gateway,
    ) -> None:
        self._world = world
        self._messages = messages
        self._interactions = interactions
        self._gateway = gateway
        self.rate_limits = rate_limits
        self.seen: list[SeenRequest] = []
        self.outages: list[Outage] = []

    def add_to(self, app: web.Application) -> None:
        """Registers the routes, and the answer to unknown paths."""
        for (method, template), handler in ROUTES.items():
            app.router.add_route(method, PREFIX + template, self._endpoint(template, handler))
        app.router.add_route("*", "/api/{path:.*}", self._endpoint(ANYTHING, unknown_route))

    def _endpoint(self, template: str, handler: Handler) -> Endpoint:
        """Wraps a route as an aiohttp handler."""

        async def serve(request: web.Request) -> web.StreamResponse:
            came, body, headers = self._world.clock(), Body({}), dict[str, str]()
            try:
                body = await _read_body(request)
                self._authorize(request, template)
                verdict = self._charge(request, template)
                headers = verdict.headers
                if verdict.retry_after is not None:
                    return self._answer(request, came, body, Reply(verdict.body, 429), headers)
                reply, more = await self._reply(request, handler, body)
                headers |= more
            except Refused as refusal:
                reply = Reply(refusal.to_json(), refusal.status)
            return self._answer(request, came, body, reply, headers)

        return serve

    async def _reply(self, request: web.Request, handler: Handler, body: Body) -> tuple[Reply, dict[str, str]]:
        """Carries out a request, or the outage planned in its place. Returns the reply and its headers."""
        world, messages, interactions = self._world, self._messages, self._interactions
        call = Call(world, messages, interactions, self._gateway, request.match_info, request.query, body)
        outage = next((planned for planned in self.outages if planned.hits(request)), None)
        if outage is None:
            return handler(call), {}
        self.outages.remove(outage)
        reply = handler(call) if outage.is_done else None
        if outage.held is not None:
            await outage.held.until_let_go()
            return reply or handler(call), {}
        if outage.verdict is not None:
            return Reply(outage.verdict.body, 429), outage.verdict.headers
        if outage.hangs_up:
            _hang_up(request)
        return Reply({"message": "Internal Server Error", "code": 0}, outage.status), {}

    def _authorize(self, request: web.Request, template: str) -> None:
        """Raises: Refused (401) unless the bot's token comes with it, on the routes that want it."""
        if template not in BY_TOKEN and request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise Refused(*refusals.UNAUTHORIZED)

    def _charge(self, request: web.Request, template: str) -> Verdict:
        if self.rate_limits is None:
            return Verdict()
        if request.method == "PATCH" and template == MESSAGE:
            message = self._world.messages.get(request.match_info["message_id"])
            if message is not None and self._world.clock() - message.created > OLD_SECONDS:
                verdict = self.rate_limits.charge_old_edit(message.channel_id)
                if verdict.retry_after is not None:
                    return verdict
        counts = template not in BY_TOKEN
        return self.rate_limits.charge(request.method, template, request.match_info, counts_globally=counts)

    def _answer(
        self, request: web.Request, came: float, body: Body, reply: Reply, headers: dict[str, str]
    ) -> web.Response:
        """Logs the request and builds its HTTP response."""
        code = reply.body.get("code") if isinstance(reply.body, dict) and reply.status >= 400 else None
        seen = SeenRequest(
            method=request.method,
            path=request.path.removeprefix(PREFIX),
            body=body.content,
            file_names=tuple(upload.name for upload in body.files),
            status=reply.status,
            code=code,
            time=came,
        )
        self.seen.append(seen)
        if reply.body is None:
            return web.Response(status=204, headers=headers)
        return web.Response(body=to_bytes(reply.body), status=reply.status, headers=headers | JSON)


async def _read_body(request: web.Request) -> Body:
    """Reads the JSON and the files of a request, also of a multipart one. Raises: Refused (50109)."""
    if request.content_type.startswith("multipart/"):
        return await _read_multipart(request)
    if not await request.text():
        return Body({})
    try:
        content = await request.json()
    except ValueError:
        raise Refused(*refusals.UNREADABLE_BODY) from None
    if not isinstance(content, dict | list):
        raise Refused(*refusals.UNREADABLE_BODY)
    return Body(content)


async def _read_multipart(request: web.Request) -> Body:
    fields: JsonObject = {}
    files: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            try:
                fields = to_object(content)
            except ValueError:
                raise Refused(*refusals.UNREADABLE_BODY) from None
        elif part.filename is not None:
            index = (part.name or "").removeprefix("files[").removesuffix("]")
            files.append(Upload(index, part.filename, content))
    return Body(fields, tuple(files))


def _hang_up(request: web.Request) -> None:
    """Resets the request's connection, so that its client never reads an answer."""
    transport = request.transport
    if transport is None:
        return
    found = transport.get_extra_info("socket")
    if found is not None:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
