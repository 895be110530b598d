"""The parts of Discord: users, guilds, channels, messages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from localcord.locales import DEFAULT_LOCALE
from localcord.permissions import BOT, EVERYONE, Permission
from localcord.wire import JsonObject, iso


class ChannelKind(IntEnum):
    """The channel types that occur here."""

    TEXT = 0
    DM = 1
    VOICE = 2
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13


VOCAL = frozenset({ChannelKind.VOICE, ChannelKind.STAGE})
"""Channels whose text only those see who may connect."""


class MessageFlag(IntFlag):
    """The message flags that change what the server does."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass
class User:
    """A person, or the bot. Units: `timed_out_until` in seconds since 1970."""

    id: str
    name: str
    joined: float
    bot: bool = False
    locale: str = DEFAULT_LOCALE
    permissions: Permission = EVERYONE
    timed_out_until: float | None = None

    @property
    def extra(self) -> Permission:
        """The permissions beyond those of everyone. They're a role with the person's own id."""
        return self.permissions & ~EVERYONE

    def to_json(self) -> JsonObject:
        """The user object of Discord's API."""
        return {
            "id": self.id,
            "username": self.name if self.bot else self.name.lower().replace(" ", "_"),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
        }

    def member_json(self, guild: "Guild") -> JsonObject:
        """The member object, without its user: as Discord nests it in messages."""
        return {
            "roles": [guild.bot_role_id] if self.bot else [self.id] if self.extra else [],
            "joined_at": iso(self.joined),
            "communication_disabled_until": None if self.timed_out_until is None else iso(self.timed_out_until),
            "flags": 0,
        }


@dataclass
class Guild:
    """A server of Discord; everyone here is a member of every guild. `users` by their ids."""

    id: str
    name: str
    owner_id: str
    bot_role_id: str
    bot_name: str
    locale: str = DEFAULT_LOCALE
    features: tuple[str, ...] = ()
    users: Mapping[str, User] = field(default_factory=dict, repr=False)

    def roles_json(self) -> list[JsonObject]:
        """The role @everyone, which has the guild's id, the bot's own, and one of each person who may do more."""
        people = [user for user in self.users.values() if user.extra and not user.bot]
        return [
            _role(self.id, "@everyone", EVERYONE, 0),
            _role(self.bot_role_id, self.bot_name, BOT, 1) | {"managed": True},
            *(_role(user.id, user.name, user.extra, 2) for user in people),
        ]

    def to_json(self) -> JsonObject:
        """The guild object of Discord's API, as far as discord.py needs it."""
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "owner_id": self.owner_id,
            "preferred_locale": self.locale,
            "features": [*self.features],
            "roles": self.roles_json(),
        }


def _role(role_id: str, name: str, permissions: Permission, position: int) -> JsonObject:
    return {
        "id": role_id,
        "name": name,
        "position": position,
        "permissions": str(int(permissions)),
        "managed": False,
    }


@dataclass
class Thread:
    """The extra fields of a channel that is a thread.

    Units: `created` and `archive_changed` in seconds since 1970, `hides_after` in minutes without a message.
    """

    parent_id: str
    owner_id: str
    created: float
    archive_changed: float
    archived: bool = False
    locked: bool = False
    hides_after: int = 1440
    members: dict[str, float] = field(default_factory=dict)
    invitable: bool = True
    """Whether members who may not manage threads can add others, if it's private."""

    def to_json(self) -> JsonObject:
        """The fields of the channel object that only threads have."""
        return {
            "parent_id": self.parent_id,
            "owner_id": self.owner_id,
            "message_count": 0,
            "member_count": len(self.members),
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "invitable": self.invitable,
                "auto_archive_duration": self.hides_after,
                "archive_timestamp": iso(self.archive_changed),
                "create_timestamp": iso(self.created),
            },
        }


@dataclass
class Channel:
    """A channel, a thread, or direct messages. Its `overwrites` are allowed and denied, by ids of people or guild."""

    id: str
    kind: ChannelKind
    name: str
    guild_id: str | None = None
    bot_permissions: Permission = BOT
    recipient: User | None = None
    thread: Thread | None = None
    last_message_id: str | None = None
    overwrites: dict[str, tuple[Permission, Permission]] = field(default_factory=dict)

    @property
    def is_private_thread(self) -> bool:
        """Whether only its members, and those who may manage threads, see it."""
        return self.kind is ChannelKind.PRIVATE_THREAD

    def to_json(self, bot_id: str) -> JsonObject:
        """The channel object of Discord's API. Permissions that the bot lacks here are denied by an overwrite."""
        shown: JsonObject = {
            "id": self.id,
            "type": int(self.kind),
            "last_message_id": self.last_message_id,
        }
        if self.recipient is not None:
            return shown | {"recipients": [self.recipient.to_json()]}
        shown |= {"name": self.name, "guild_id": self.guild_id, "parent_id": None}
        if self.thread is not None:
            return shown | self.thread.to_json()
        if self.kind in VOCAL:
            shown |= {"bitrate": 64000, "user_limit": 0}
        return shown | {"position": 0, "permission_overwrites": self._overwrites(bot_id)}

    def _overwrites(self, bot_id: str) -> list[JsonObject]:
        everyone = self.overwrites.get(self.guild_id or "", (Permission(0), Permission(0)))[1]
        own = self.bot_permissions & (~BOT | everyone), BOT & ~self.bot_permissions
        found = {**self.overwrites, **({bot_id: own} if any(own) else {})}
        return [
            {"id": whose, "type": int(whose != self.guild_id), "allow": str(int(allow)), "deny": str(int(deny))}
            for whose, (allow, deny) in found.items()
        ]


@dataclass
class Message:
    """A message object of Discord's API, and what the server knows beside it. Units: created in seconds since 1970."""

    body: JsonObject
    created: float
    guild_id: str | None
    owner_id: str | None = None
    """The only person who sees it, if it is ephemeral."""
    pinged: frozenset[str] = frozenset()
    """The users it pinged when it was created; an edit pings nobody."""

    @property
    def id(self) -> str:
        """Its snowflake."""
        return str(self.body["id"])

    @property
    def channel_id(self) -> str:
        """The channel it was posted in."""
        return str(self.body["channel_id"])

    @property
    def author_id(self) -> str:
        """The author."""
        return str(self.body["author"]["id"])

    @property
    def flags(self) -> MessageFlag:
        """Its flags."""
        return MessageFlag(self.body["flags"])

    def has(self, flag: MessageFlag) -> bool:
        """Whether it carries this flag."""
        return flag in self.flags
