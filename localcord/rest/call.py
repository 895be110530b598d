"""One REST request as it's read, and its reply. Knows nothing of what the routes do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from aiohttp import BodyPartReader, web

from localcord import refusals
from localcord.entities import Channel, Message
from localcord.interactions import Interactions
from localcord.messages import Messages
from localcord.permissions import Permission
from localcord.uploads import Upload
from localcord.wire import Json, JsonObject, to_object
from localcord.world import World

JSON = {"Content-Type": "application/json"}
"""Exactly this, without a charset, because clients compare it as a string."""


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

    @property
    def fields(self) -> JsonObject:
        """The body as an object.

        Raises: Refused (50109) when it is a list.
        """
        if not isinstance(self.content, dict):
            raise refusals.unreadable_body()
        return self.content


@dataclass(frozen=True)
class Call:
    """One request, with everything that a route needs to answer it."""

    world: World
    messages: Messages
    interactions: Interactions
    path: Mapping[str, str]
    query: Mapping[str, str]
    sent: Body

    @property
    def body(self) -> JsonObject:
        """The fields of the body."""
        return self.sent.fields

    @property
    def file_names(self) -> list[str]:
        """The names of the uploaded files."""
        return [upload.name for upload in self.sent.files]

    def channel(self, *needed: Permission) -> Channel:
        """The channel in the path.

        Raises: Refused if there is none (10003), or the bot can't see it (50001) or lacks a permission (50013).
        """
        channel = self.world.channel(self.path["channel_id"])
        if channel.recipient is not None:
            return channel
        held = self.world.bot_permissions(channel)
        if Permission.VIEW_CHANNEL not in held:
            raise refusals.missing_access()
        if any(permission not in held for permission in needed):
            raise refusals.missing_permissions()
        return channel

    def message(self, channel: Channel) -> Message:
        """The message in the path; routes of this kind can't see ephemeral ones.

        Raises: Refused (10008) if it isn't in this channel.
        """
        message = self.world.messages.get(self.path["message_id"])
        if message is None or message.channel_id != channel.id or message.owner_id is not None:
            raise refusals.unknown_message()
        return message


Handler = Callable[[Call], Reply]
Routes = Mapping[tuple[str, str], Handler]


async def read_body(request: web.Request) -> Body:
    """Reads the JSON and the files of a request, sent as JSON or as multipart.

    Raises: Refused (50109) if the JSON can't be read.
    """
    if request.content_type.startswith("multipart/"):
        return await _read_multipart(request)
    text = await request.text()
    if not text:
        return Body({})
    try:
        content = await request.json()
    except ValueError:
        raise refusals.unreadable_body() from None
    if not isinstance(content, dict | list):
        raise refusals.unreadable_body()
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
                raise refusals.unreadable_body() from None
        elif part.filename is not None:
            index = (part.name or "").removeprefix("files[").removesuffix("]")
            files.append(Upload(index, part.filename, content))
    return Body(fields, tuple(files))
