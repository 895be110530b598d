"""Posts, edits and deletes messages that have passed the checks. Knows nothing of routes or tokens."""

from collections.abc import Sequence
from functools import reduce
from operator import truediv

from localcord import components, mentions, refusals
from localcord.entities import Channel, Message, MessageFlag, User
from localcord.limits.errors import Spot
from localcord.limits.problems import INVALID_EMOJI
from localcord.uploads import Attachments, Upload
from localcord.wire import JsonObject, iso
from localcord.world import Event, World

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
"""The flags an author may set on a new message; the server sets EPHEMERAL and LOADING itself."""

CHANGEABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
"""The flags an edit may set. Once set, COMPONENTS_V2 can't be cleared."""

DEFAULT_KIND = 0

NONCE_SECONDS = 5 * 60
"""How long an enforced nonce is remembered: Discord says "the past few minutes"."""


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
            shown["nonce"] = body["nonce"]
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
        """The message that the author has just posted with this nonce, if the nonce is enforced.

        Raises: Refused (10008) if that message was deleted.
        Source: https://discord.com/developers/docs/resources/message#create-message-jsonform-params
        """
        message_id, posted_at = self._by_nonce.get((author.id, str(body.get("nonce"))), ("", 0.0))
        if not (body.get("enforce_nonce") and message_id) or self._world.clock() - posted_at > NONCE_SECONDS:
            return None
        if message_id not in self._world.messages:
            raise refusals.unknown_message()
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

    def delete(self, message: Message) -> None:
        """Deletes one message."""
        del self._world.messages[message.id]
        payload = {"id": message.id, "channel_id": message.channel_id}
        self._world.tell(Event("MESSAGE_DELETE", payload, message.guild_id, message))

    def delete_many(self, channel: Channel, doomed: Sequence[Message]) -> None:
        """Deletes several messages of one channel with a single event."""
        for message in doomed:
            del self._world.messages[message.id]
        payload = {"ids": [message.id for message in doomed], "channel_id": channel.id}
        self._world.tell(Event("MESSAGE_DELETE_BULK", payload, channel.guild_id))

    def pin(self, message: Message, *, pinned: bool) -> None:
        """Pins or unpins a message."""
        message.body = message.body | {"pinned": pinned}
        self._tell("MESSAGE_UPDATE", message)

    def _content(
        self, channel: Channel, present: JsonObject, body: JsonObject, uploads: Sequence[Upload]
    ) -> JsonObject:
        """The fields of a message's content: from the body, and the others as they were."""
        attachments = self._attachments.merged(channel.id, present["attachments"], body, uploads)
        self._check_emojis(body.get("components") or ())
        chosen = {key: (body[key] or []) if key in body else present[key] for key in ("components", "embeds")}
        fields: JsonObject = {
            "components": components.stored(chosen["components"], attachments),
            "embeds": [_stored_embed(embed, attachments) for embed in chosen["embeds"]],
        }
        fields["content"] = str(body["content"] or "") if "content" in body else present["content"]
        said = [fields["content"], *components.texts(fields["components"])]
        return fields | {"attachments": attachments} | self._mentions(said, body.get("allowed_mentions"))

    def _check_emojis(self, layout: Sequence[JsonObject]) -> None:
        """Raises: Refused (50035) if a button or an option has an emoji that the application doesn't have."""
        spot = Spot()
        for path, emoji in components.emojis(layout):
            if emoji.get("id") and str(emoji["id"]) not in self._world.emojis:
                reduce(truediv, (*path, "id"), spot).note(INVALID_EMOJI)
        spot.refuse_if_marked()

    def _mentions(self, said: Sequence[str], allowed: JsonObject | None) -> JsonObject:
        found = mentions.find(said, allowed)
        users = self._world.users
        return {
            "mentions": [users[user_id].to_json() for user_id in found.users if user_id in users],
            "mention_roles": list(found.roles),
            "mention_everyone": found.everyone,
        }

    def _count(self, channel: Channel, message: Message) -> None:
        if message.owner_id is not None:
            return
        channel.last_message_id = message.id
        thread = channel.thread
        if thread is None:
            return
        thread.message_count += 1
        if thread.archived:
            thread.archived, thread.archive_changed = False, self._world.clock()
            self._world.channel_changed(channel)

    def _add_mentioned(self, channel: Channel, message: Message) -> None:
        """Adds whom a message in a private thread mentions to its members, as Discord does even after an edit."""
        if channel.is_private_thread and channel.thread is not None and message.owner_id is None:
            for user in message.body["mentions"]:
                channel.thread.members.setdefault(user["id"], self._world.clock())

    def _tell(self, name: str, message: Message) -> None:
        payload = dict(message.body)
        guild = self._world.guilds.get(message.guild_id or "")
        if guild is not None and message.owner_id is None:
            author = self._world.users[message.author_id]
            payload |= {"guild_id": guild.id, "member": author.member_json(guild)}
        self._world.tell(Event(name, payload, message.guild_id, message))


def _stored_embed(embed: JsonObject, attachments: Sequence[JsonObject]) -> JsonObject:
    files = {attachment["filename"]: attachment for attachment in attachments}
    media = {key: components.resolved(embed[key], files) for key in ("image", "thumbnail") if embed.get(key)}
    return {"type": "rich"} | embed | media
