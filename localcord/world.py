"""Everything that the stand-in for Discord remembers, and the events of every change."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from localcord import refusals
from localcord.entities import VOCAL, Channel, ChannelKind, Guild, Message, Thread, User
from localcord.locales import DEFAULT_LOCALE
from localcord.permissions import ALL, EVERYONE, Permission
from localcord.refusals import Refused
from localcord.wire import JsonObject

EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord counts."""

TIME_SHIFT = 22


@dataclass(frozen=True)
class Event:
    """A change. Of all events, only INTERACTION_CREATE reaches the bot."""

    name: str
    payload: JsonObject
    guild_id: str | None = None
    message: Message | None = None


@dataclass(frozen=True)
class StoredFile:
    """An uploaded file, served under its path."""

    content: bytes
    content_type: str


class Snowflakes:
    """Hands out ids, each larger than the one before, even if the clock goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """The next id, as a string, as in Discord's JSON."""
        now = (round(self._clock() * 1000) - EPOCH_MS) << TIME_SHIFT
        self._last = max(now, self._last + 1)
        return str(self._last)


class World:
    """The guilds, people, channels, messages, commands and emojis, and the watchers that hear of changes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.bot = User(self.snowflakes.new(), "Finte", clock(), bot=True)
        self.application_id = self.bot.id
        self.token = f"local.{secrets.token_urlsafe(24)}"
        self.guilds: dict[str, Guild] = {}
        self.users: dict[str, User] = {self.bot.id: self.bot}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.commands: dict[str, JsonObject] = {}
        self.emojis: dict[str, JsonObject] = {}
        self.files: dict[str, StoredFile] = {}
        self.privacy_policy_url: str | None = None
        self.terms_of_service_url: str | None = None
        self.has_user_install = False
        self._watchers: list[Callable[[Event], None]] = []

    def watch(self, watcher: Callable[[Event], None]) -> Callable[[], None]:
        """Calls the watcher at every event from now on. A function that stops this."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def tell(self, event: Event) -> None:
        """Tells every watcher of an event."""
        for watcher in tuple(self._watchers):
            watcher(event)

    # Guilds and people

    def add_guild(self, name: str) -> Guild:
        """Adds a guild with no channels; everyone is a member."""
        new = self.snowflakes.new
        owner_id = new()  # nobody: an owner may do everything, which would hide missing permissions
        guild = Guild(new(), name, owner_id, new(), self.bot.name, users=self.users)
        self.guilds[guild.id] = guild
        return guild

    def remove_bot(self, guild: Guild) -> None:
        """Takes the bot out of a guild: it no longer sees what is in it."""
        del self.guilds[guild.id]

    def invite_bot(self, guild: Guild) -> None:
        """Brings the bot back into a guild that has removed it."""
        self.guilds[guild.id] = guild

    def remove_guild(self, guild: Guild) -> None:
        """Deletes a guild with everything in it."""
        self.remove_bot(guild)
        for channel in [channel for channel in self.channels.values() if channel.guild_id == guild.id]:
            del self.channels[channel.id]
            for message in self.messages_in(channel.id):
                del self.messages[message.id]

    def set_guild_locale(self, guild: Guild, locale: str | None) -> None:
        """Makes a guild a Community with this language, or with None an ordinary guild, which is always en-US."""
        guild.locale = locale or DEFAULT_LOCALE
        guild.features = ("COMMUNITY",) if locale else ()
        self.tell(Event("LOCALE", {}))

    def guild(self, guild_id: str) -> Guild:
        """The guild of this id. Raises: Refused (10004) when there is none."""
        if guild_id not in self.guilds:
            raise Refused(*refusals.UNKNOWN_GUILD)
        return self.guilds[guild_id]

    def add_person(self, name: str, permissions: Permission = EVERYONE) -> User:
        """Adds a person, who is a member of every guild."""
        user = User(self.snowflakes.new(), name, self.clock(), permissions=permissions)
        self.users[user.id] = user
        return user

    def set_locale(self, user: User, locale: str) -> None:
        """Sets the language of a person's client."""
        user.locale = locale
        self.tell(Event("LOCALE", {}))

    def member_json(self, user: User, guild: Guild) -> JsonObject:
        """The member object with its user."""
        return user.member_json(guild) | {"user": user.to_json()}

    # Channels

    def add_channel(self, guild: Guild, name: str, kind: ChannelKind = ChannelKind.TEXT) -> Channel:
        """Adds a text or voice channel to a guild."""
        return self._open(Channel(self.snowflakes.new(), kind, name, guild.id))

    def add_thread(self, parent: Channel, thread: Thread, name: str, kind: ChannelKind, thread_id: str) -> Channel:
        """Adds a thread to a text channel."""
        return self._open(Channel(thread_id, kind, name, parent.guild_id, thread=thread))

    def dm_channel(self, user: User) -> Channel:
        """The direct messages between this person and the bot; the first call opens them."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        return self._open(Channel(self.snowflakes.new(), ChannelKind.DM, user.name, recipient=user))

    def _open(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.channels_changed()
        return channel

    def channel(self, channel_id: str) -> Channel:
        """The channel of this id. Raises: Refused (10003) when there is none."""
        if channel_id not in self.channels:
            raise Refused(*refusals.UNKNOWN_CHANNEL)
        return self.channels[channel_id]

    def channels_changed(self) -> None:
        """Tells the watchers that there are other channels, or that others may see them."""
        self.tell(Event("CHANNELS", {}))

    def remove_channel(self, channel: Channel) -> None:
        """Deletes a channel with its threads and messages."""
        for thread in [c for c in self.channels.values() if c.thread is not None and c.thread.parent_id == channel.id]:
            self.remove_channel(thread)
        del self.channels[channel.id]
        for message in self.messages_in(channel.id):
            del self.messages[message.id]
        self.channels_changed()

    def bot_permissions(self, channel: Channel) -> Permission:
        """Permissions of the bot here; in a thread, those in the thread's channel; none without its guild."""
        if channel.guild_id is not None and channel.guild_id not in self.guilds:
            return Permission(0)
        source = self._ruling(channel)
        held = source.bot_permissions
        if Permission.ADMINISTRATOR in held:
            return ALL
        if source.kind in VOCAL and Permission.CONNECT not in held:
            return held & Permission.VIEW_CHANNEL
        return held if self._is_let_in(channel, self.bot.id, held) else Permission(0)

    def permissions_of(self, user: User, channel: Channel) -> Permission:
        """The permissions of a person here; in a thread, those in the thread's channel."""
        guild, held = self.guilds.get(channel.guild_id or ""), user.permissions
        if guild is None:
            return held
        if Permission.ADMINISTRATOR in held or guild.owner_id == user.id:
            return ALL
        overwrites = self._ruling(channel).overwrites
        for whose in (guild.id, user.id):
            allow, deny = overwrites.get(whose, (Permission(0), Permission(0)))
            held = held & ~deny | allow
        return held

    def is_seen_by(self, channel: Channel, user_id: str) -> bool:
        """Whether this person's client shows the channel and its messages."""
        if channel.recipient is not None:
            return channel.recipient.id == user_id
        held = self.permissions_of(self.users[user_id], channel)
        is_shut = channel.kind in VOCAL and Permission.CONNECT not in held
        return Permission.VIEW_CHANNEL in held and not is_shut and self._is_let_in(channel, user_id, held)

    def _ruling(self, channel: Channel) -> Channel:
        """The channel whose permissions count in this one."""
        return self.channels[channel.thread.parent_id] if channel.thread is not None else channel

    def _is_let_in(self, channel: Channel, user_id: str, held: Permission) -> bool:
        """Whether a private thread, if it's one, is open to somebody who holds these permissions in its channel."""
        if not channel.is_private_thread or channel.thread is None:
            return True
        return user_id in channel.thread.members or Permission.MANAGE_THREADS in held

    # Messages

    def messages_in(self, channel_id: str) -> list[Message]:
        """Every message of a channel in order, including ephemeral ones."""
        return [message for message in self.messages.values() if message.channel_id == channel_id]

    def messages_for(self, user_id: str) -> list[Message]:
        """Every message this person sees, in order."""
        return [message for message in self.messages.values() if self.is_shown(message, user_id)]

    def is_shown(self, message: Message, user_id: str) -> bool:
        """Whether this person sees the message."""
        channel = self.channels[message.channel_id]
        return message.owner_id in (None, user_id) and self.is_seen_by(channel, user_id)
