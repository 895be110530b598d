"""Posts, edits and deletes messages that have passed the checks, with their files and mentions."""

import mimetypes
import re
import struct
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from localcord import components, refusals
from localcord.entities import Channel, Message, MessageFlag, User
from localcord.limits import check_emojis
from localcord.refusals import Refused
from localcord.wire import JsonObject, iso
from localcord.world import Event, StoredFile, World

MAX_FILE_BYTES = 10 * 1024 * 1024
"""https://discord.com/developers/docs/reference#uploading-files"""

FILES_KEPT = 5_000
"""Beyond this number the oldest files are forgotten, so that a server can run for days."""

PNG_START = b"\x89PNG\r\n\x1a\n"

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
"""The flags an author may set on a new message; the server sets EPHEMERAL and LOADING itself."""

CHANGEABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
"""The flags an edit may set. Once set, COMPONENTS_V2 can't be cleared."""

DEFAULT_KIND = 0

NONCE_SECONDS = 5 * 60
"""How long an enforced nonce is remembered: Discord says "the past few minutes"."""

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True)
class Upload:
    """One `files[n]` part of a multipart body."""

    index: str
    name: str
    content: bytes


class Attachments:
    """Turns uploads into attachment objects, with the addresses that serve their bytes."""

    def __init__(self, world: World, base_url: str) -> None:
        self._world = world
        self._base_url = base_url
        self._paths: deque[str] = deque()

    def merged(
        self, channel_id: str, present: Sequence[JsonObject], body: Mapping[str, object], uploads: Sequence[Upload]
    ) -> list[JsonObject]:
        """The attachments of a message after a create or an edit: the kept ones in their order, then the new ones.

        New files replace those that aren't listed again. Raises: Refused (40005) for a file that is too large.
        """
        listed = body.get("attachments")
        entries = {str(entry["id"]): entry for entry in listed} if isinstance(listed, list) else {}
        kept = present if listed is None and not uploads else [shown for shown in present if shown["id"] in entries]
        new = [self._store(channel_id, upload, entries.get(upload.index, {})) for upload in uploads]
        return [*kept, *new]

    def _store(self, channel_id: str, upload: Upload, entry: JsonObject) -> JsonObject:
        if len(upload.content) > MAX_FILE_BYTES:
            raise Refused(*refusals.FILE_TOO_LARGE)
        attachment_id = self._world.snowflakes.new()
        name = str(entry.get("filename") or upload.name)
        content_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        path = f"/attachments/{channel_id}/{attachment_id}/{name}"
        self._world.files[path] = StoredFile(upload.content, content_type)
        self._paths.append(path)
        if len(self._paths) > FILES_KEPT:
            del self._world.files[self._paths.popleft()]
        url = self._base_url + quote(path)
        shown = {"id": attachment_id, "filename": name, "size": len(upload.content), "url": url, "proxy_url": url}
        return shown | {"content_type": content_type} | _png_size(upload.content)


def _png_size(content: bytes) -> JsonObject:
    if not content.startswith(PNG_START) or len(content) < 24:
        return {}
    width, height = struct.unpack(">II", content[16:24])
    return {"width": width, "height": height}


def mentioned(pattern: "re.Pattern[str]", text: str, allowed: JsonObject, kind: str) -> list[str]:
    """Mentions of this kind in the text that may ping, each once."""
    named = {str(found) for found in allowed.get(kind) or []}
    found = dict.fromkeys(pattern.findall(text))
    return [each for each in found if kind in allowed.get("parse", []) or each in named]


class Messages:
    """The only place where messages are created, changed and deleted; the world's watchers hear of every change."""

    def __init__(self, world: World, attachments: Attachments) -> None:
        self._world = world
        self._attachments = attachments
        self._by_nonce: dict[tuple[str, str], tuple[str, float]] = {}
        """The id of the last message of an author with a nonce, and when it was posted."""

    def post(
        self,
        channel: Channel,
        author: User,
        body: JsonObject,
        uploads: Sequence[Upload] = (),
        *,
        owner_id: str | None = None,
        more: JsonObject | None = None,
    ) -> Message:
        """Stores a new message; if it has an owner, it's ephemeral and only the owner sees it."""
        message_id, now = self._world.snowflakes.new(), self._world.clock()
        flags = MessageFlag(body.get("flags") or 0) & SETTABLE
        if owner_id is not None:
            flags |= MessageFlag.EPHEMERAL
        shown: JsonObject = {
            "id": message_id,
            "channel_id": channel.id,
            "type": DEFAULT_KIND,
            "author": author.to_json(),
            "timestamp": iso(now),
            "edited_timestamp": None,
            "tts": bool(body.get("tts")),
            "pinned": False,
            "flags": int(flags),
            "content": "",
            "embeds": [],
            "components": [],
            "attachments": [],
        }
        if body.get("nonce") is not None:
            self._by_nonce[author.id, str(body["nonce"])] = message_id, now
        shown |= self._content(channel, shown, body, uploads) | (more or {})
        pinged = frozenset(user["id"] for user in shown["mentions"])
        message = Message(shown, now, channel.guild_id, owner_id, pinged)
        self._world.messages[message_id] = message
        self._count(channel, message)
        self._add_mentioned(channel, message)
        self._tell("MESSAGE_CREATE", message)
        return message

    def posted_before(self, author: User, body: JsonObject) -> Message | None:
        """The message just posted with this nonce, if it's enforced. Raises: Refused (10008) if it was deleted."""
        message_id, posted_at = self._by_nonce.get((author.id, str(body.get("nonce"))), ("", 0.0))
        if not (body.get("enforce_nonce") and message_id) or self._world.clock() - posted_at > NONCE_SECONDS:
            return None
        if message_id not in self._world.messages:
            raise Refused(*refusals.UNKNOWN_MESSAGE)
        return self._world.messages[message_id]

    def edit(self, message: Message, body: JsonObject, uploads: Sequence[Upload] = ()) -> Message:
        """Changes the fields that are in the body; pings nobody."""
        channel = self._world.channels[message.channel_id]
        flags = message.flags & ~MessageFlag.LOADING
        if "flags" in body:
            wanted = MessageFlag(body["flags"] or 0) & CHANGEABLE
            flags = flags & ~MessageFlag.SUPPRESS_EMBEDS | wanted
        changes = {"edited_timestamp": iso(self._world.clock()), "flags": int(flags)}
        message.body = message.body | self._content(channel, message.body, body, uploads) | changes
        self._add_mentioned(channel, message)
        self._tell("MESSAGE_UPDATE", message)
        return message

    def lead_to(self, message: Message, thread: Channel) -> None:
        """Notes that this thread was created from the message."""
        flags = int(message.flags | MessageFlag.HAS_THREAD)
        message.body = message.body | {"thread": thread.to_json(self._world.bot.id), "flags": flags}
        self._tell("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Deletes one message."""
        del self._world.messages[message.id]
        payload = {"id": message.id, "channel_id": message.channel_id}
        self._world.tell(Event("MESSAGE_DELETE", payload, message.guild_id, message))

    def _content(
        self, channel: Channel, present: JsonObject, body: JsonObject, uploads: Sequence[Upload]
    ) -> JsonObject:
        """The fields of a message's content: from the body, and the others as they were."""
        attachments = self._attachments.merged(channel.id, present["attachments"], body, uploads)
        check_emojis(body, self._world.emojis)
        layout = (body["components"] or []) if "components" in body else present["components"]
        fields: JsonObject = {"components": components.stored(layout, attachments)}
        fields["content"] = str(body["content"] or "") if "content" in body else present["content"]
        said = [fields["content"], *components.texts(fields["components"])]
        return fields | {"attachments": attachments} | self._mentions(said, body.get("allowed_mentions"))

    def _mentions(self, said: Sequence[str], allowed: JsonObject | None) -> JsonObject:
        """Pings of the texts. Without `allowed_mentions`, everyone mentioned is pinged."""
        text, users = "\n".join(said), self._world.users
        allowed = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
        return {
            "mentions": [users[found].to_json() for found in mentioned(USER, text, allowed, "users") if found in users],
            "mention_roles": mentioned(ROLE, text, allowed, "roles"),
            "mention_everyone": bool(mentioned(EVERYONE, text, allowed, "everyone")),
        }

    def _count(self, channel: Channel, message: Message) -> None:
        if message.owner_id is not None:
            return
        channel.last_message_id = message.id
        if channel.thread is not None:
            channel.thread.archived = False

    def _add_mentioned(self, channel: Channel, message: Message) -> None:
        """Adds whom a message in a thread mentions to its members, as Discord does even after an edit."""
        if channel.thread is not None and message.owner_id is None:
            for user in message.body["mentions"]:
                channel.thread.members.setdefault(user["id"], self._world.clock())

    def _tell(self, name: str, message: Message) -> None:
        payload = dict(message.body)
        guild = self._world.guilds.get(message.guild_id or "")
        if guild is not None and message.owner_id is None:
            author = self._world.users[message.author_id]
            payload |= {"guild_id": guild.id, "member": author.member_json(guild)}
        self._world.tell(Event(name, payload, message.guild_id, message))
