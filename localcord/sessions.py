"""Gateway sessions: which events they get, and what survives a lost connection. Knows nothing of how they start."""

import asyncio
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import WSMessage, web

from localcord.wire import JsonObject, to_bytes
from localcord.world import Event

REPLAYED_EVENTS = 5_000
"""Events that a session keeps for a RESUME."""

SHARD_SHIFT = 22


class Op(IntEnum):
    """https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway"""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Why the gateway hangs up."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OP = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The intents that events here depend on."""

    NONE = 0
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


MESSAGE_EVENTS = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK"})

INTENTS: Mapping[str, Intent] = {
    "INTERACTION_CREATE": Intent.NONE,
    "GUILD_CREATE": Intent.GUILDS,
    "GUILD_DELETE": Intent.GUILDS,
    "GUILD_UPDATE": Intent.GUILDS,
    "CHANNEL_CREATE": Intent.GUILDS,
    "CHANNEL_UPDATE": Intent.GUILDS,
    "CHANNEL_DELETE": Intent.GUILDS,
    "THREAD_CREATE": Intent.GUILDS,
    "THREAD_UPDATE": Intent.GUILDS,
    "THREAD_DELETE": Intent.GUILDS,
    "THREAD_MEMBERS_UPDATE": Intent.GUILDS,
    "GUILD_MEMBER_ADD": Intent.MEMBERS,
}

CONTENT_FIELDS: JsonObject = {"content": "", "embeds": [], "components": [], "attachments": []}
"""The fields of others' messages that stay empty without the intent MESSAGE_CONTENT."""


NORMAL = 1000
"""The close code of a connection that ended as planned."""


@dataclass(eq=False)
class Connection:
    """One of the bot's WebSockets, with its compression and the frames waiting to be sent."""

    socket: web.WebSocketResponse
    compressor: "zlib._Compress | None"
    waiting: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    has_said_goodbye: bool = False
    is_frozen: bool = False
    """Whether nothing arrives any more, although neither side has closed it."""
    closes_with: int = NORMAL
    """The close code with which it ends."""
    _hanging_up: asyncio.Lock = field(default_factory=asyncio.Lock)
    _reading: "asyncio.Task[WSMessage] | None" = None

    def send(self, payload: JsonObject) -> None:
        """Queues a frame."""
        if not self.is_frozen:
            self.waiting.put_nowait(to_bytes(payload))

    async def read(self) -> WSMessage | None:
        """The next frame from the bot; None once it's hung up on."""
        self._reading = asyncio.create_task(self.socket.receive())
        try:
            await asyncio.wait({self._reading})
        finally:
            self._reading.cancel()
        return None if self._reading.cancelled() else self._reading.result()

    async def hang_up(self, code: int | None = None) -> None:
        """Closes it, and waits until the bot has read why. Shape: without a `code`, it's that of an earlier call."""
        self.closes_with = code or self.closes_with
        async with self._hanging_up:
            if self._reading is not None:  # or aiohttp would cut the line at once, and a slow bot would read no code
                self._reading.cancel()
                await asyncio.wait({self._reading})
            await self.socket.close(code=self.closes_with)

    async def write(self) -> None:
        """Sends queued frames, in order, for as long as the socket is open."""
        while True:
            frame = await self.waiting.get()
            if self.socket.closed:
                return
            if self.compressor is None:
                await self.socket.send_str(frame.decode())
            else:
                await self.socket.send_bytes(self.compressor.compress(frame) + self.compressor.flush(zlib.Z_SYNC_FLUSH))


@dataclass(eq=False)
class Session:
    """What survives a lost connection: the shard, the intents and the latest events."""

    id: str
    shard: tuple[int, int]
    intents: Intent
    connection: Connection | None
    sequence: int = 0
    past: deque[tuple[int, JsonObject]] = field(default_factory=lambda: deque(maxlen=REPLAYED_EVENTS))

    def dispatch(self, name: str, payload: JsonObject) -> None:
        """Sends an event, or keeps it for the RESUME."""
        self.sequence += 1
        frame = {"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": payload}
        self.past.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def hears(self, event: Event) -> bool:
        """Whether the event is for this shard and these intents."""
        if shard_of(event.guild_id, self.shard[1]) != self.shard[0]:
            return False
        if event.name in MESSAGE_EVENTS:
            needed = Intent.DIRECT_MESSAGES if is_private(event) else Intent.GUILD_MESSAGES
            return needed in self.intents
        return event.name in INTENTS and INTENTS[event.name] in self.intents


def shard_of(guild_id: str | None, count: int) -> int:
    """The shard for a guild's events; direct messages go to the first.

    Source: https://discord.com/developers/docs/events/gateway#sharding
    """
    return (int(guild_id or 0) >> SHARD_SHIFT) % count


def is_private(event: Event) -> bool:
    """Whether the event counts as a direct message, as those of ephemeral messages do."""
    return event.guild_id is None or (event.message is not None and event.message.owner_id is not None)
