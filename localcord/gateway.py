"""The gateway: the bot's sessions, what each is told, what it has missed, and how often it may start one."""

import asyncio
import secrets
import zlib
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSMessage, WSMsgType, web

from localcord.wire import JsonObject, to_bytes, to_object
from localcord.world import Event, World

STARTS_A_DAY = 1000
"""https://discord.com/developers/docs/events/gateway#session-start-limit-object"""

IDENTIFY_SECONDS = 5.0
"""https://discord.com/developers/docs/events/gateway#sharding-max-concurrency"""

HEARTBEAT_MS = 41_250

ACK_SECONDS = 0.05
"""How long to wait before answering a heartbeat. Loopback delivers it before discord.py has noted that it was sent, and
discord.py would take an immediate answer for a very late answer to the heartbeat before."""

GOODBYE = (1000, 1001)
"""The close codes with which a bot ends its session. After any other code it may resume."""

REPLAYED_EVENTS = 5_000
"""Events that a session keeps for a RESUME."""

SHARD_SHIFT = 22


class Op(IntEnum):
    """https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway"""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Why the gateway hangs up."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OP = 4001
    AUTHENTICATION_FAILED = 4004
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012


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
        """Closes it, and waits until the bot has read why. Without a `code`, it's that of an earlier call."""
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
    """State that survives a lost connection: the shard and the latest events."""

    id: str
    shard: tuple[int, int]
    intents: int
    """Those that the bot asked for. It needs none for interactions, the only events that are sent here."""
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
        """Whether the event is for this shard of the bot."""
        return event.name == "INTERACTION_CREATE" and shard_of(event.guild_id, self.shard[1]) == self.shard[0]


def shard_of(guild_id: str | None, count: int) -> int:
    """The shard for a guild's events. Source: https://discord.com/developers/docs/events/gateway#sharding"""
    return (int(guild_id or 0) >> SHARD_SHIFT) % count


class Starts:
    """Discord's limits for IDENTIFY."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.left = STARTS_A_DAY
        """How often the bot may still IDENTIFY today. Beyond that, Discord resets its token."""
        self.max_concurrency = 1
        """How many shards may IDENTIFY at the same time: those whose numbers differ modulo this."""
        self.gap_seconds = 0.0
        """The time between two others. At Discord it's IDENTIFY_SECONDS, which is too long for most tests."""
        self._clock = clock
        self._taken: dict[int, float] = {}

    def to_json(self) -> JsonObject:
        """The `session_start_limit` of `GET /gateway/bot`."""
        left: JsonObject = {"total": STARTS_A_DAY, "remaining": self.left, "reset_after": 24 * 3600 * 1000}
        return left | {"max_concurrency": self.max_concurrency}

    def take(self, shard: int) -> bool:
        """Counts an IDENTIFY of this shard. Whether it isn't too early."""
        self.left -= 1
        key, now = shard % self.max_concurrency, self._clock()
        if now - self._taken.get(key, -self.gap_seconds) < self.gap_seconds:
            return False
        self._taken[key] = now
        return True


class Gateway:
    """Accepts the bot's connections and passes the world's events on to its sessions."""

    def __init__(self, world: World, url: str) -> None:
        self.url = url
        self.heartbeat_ms = HEARTBEAT_MS
        """The heartbeat interval that HELLO asks for. Tests shorten it."""
        self.greets = True
        """Whether a new connection gets a HELLO."""
        self.ungreeted = asyncio.Event()
        """Set once a connection got no HELLO."""
        self.starts = Starts(world.clock)
        self.shuts_out: Close | None = None
        """Why it hangs up on each IDENTIFY; None if it doesn't."""
        self._repeated = Counter[str]()
        self._world = world
        self._sessions: dict[str, Session] = {}
        self._online = asyncio.Event()
        self._offline = asyncio.Event()
        self._offline.set()
        world.watch(self._pass_on)

    @property
    def has_sessions(self) -> bool:
        """Whether any session is connected, or may still resume."""
        return bool(self._sessions)

    @property
    def _connected(self) -> list[Session]:
        return [session for session in self._sessions.values() if session.connection is not None]

    async def online(self, sessions: int = 1) -> None:
        """Waits until this many sessions are connected, of several shards or processes."""
        while len(self._connected) < sessions:
            self._online.clear()
            await self._online.wait()

    async def offline(self) -> None:
        """Waits until no session is connected."""
        await self._offline.wait()

    def freeze(self) -> None:
        """Makes the current connections zombies: they stay open, but nothing arrives over them any more."""
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.is_frozen = True

    def repeat_next(self, name: str, times: int = 1) -> None:
        """Sends the next events of this name twice."""
        self._repeated[name] += times

    async def drop(self, *, resumable: bool, code: int = Close.UNKNOWN_ERROR, shard: int | None = None) -> None:
        """Closes every connection, or those of one shard; without `resumable` the sessions are lost too."""
        dropped = [session for session in self._sessions.values() if shard in (None, session.shard[0])]
        connections = [session.connection for session in dropped if session.connection is not None]
        if not resumable:
            self._sessions = {key: one for key, one in self._sessions.items() if one not in dropped}
        for connection in connections:
            await connection.hang_up(code)

    def ask_to_reconnect(self) -> None:
        """Sends RECONNECT to every session."""
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.send({"op": Op.RECONNECT, "d": None})

    def _pass_on(self, event: Event) -> None:
        is_repeated = self._repeated[event.name] > 0
        self._repeated[event.name] -= is_repeated
        for session in self._sessions.values():
            if session.hears(event):
                for _ in range(1 + is_repeated):
                    session.dispatch(event.name, event.payload)

    # One connection

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serves one of the bot's WebSockets until it closes."""
        compress = request.query.get("compress")
        if compress not in (None, "zlib-stream"):
            raise web.HTTPBadRequest(text="only zlib-stream is spoken here")
        socket = web.WebSocketResponse(max_msg_size=4096 * 4)
        await socket.prepare(request)
        connection = Connection(socket, zlib.compressobj() if compress else None)
        writer = asyncio.create_task(connection.write())
        if self.greets:
            connection.send({"op": Op.HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}})
        else:
            self.ungreeted.set()
        try:
            await self._listen(connection)
            await connection.hang_up()
        finally:
            writer.cancel()
            self._lose(connection)
        return socket

    async def _listen(self, connection: Connection) -> None:
        while True:
            message = await connection.read()
            if message is None:
                return
            if message.type is WSMsgType.CLOSE:
                connection.has_said_goodbye = message.data in GOODBYE
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            close = self._hear(connection, to_object(message.data))
            if close is not None:
                await connection.hang_up(close)
                return

    def _hear(self, connection: Connection, frame: JsonObject) -> Close | None:
        """Acts on one frame. Returns why to hang up, or None."""
        op, content = frame["op"], frame["d"]
        if op == Op.HEARTBEAT:
            loop = asyncio.get_running_loop()
            loop.call_later(ACK_SECONDS, connection.send, {"op": Op.HEARTBEAT_ACK})
            return None
        if op not in (Op.IDENTIFY, Op.RESUME):
            return Close.UNKNOWN_OP
        if content["token"] != self._world.token:
            return Close.AUTHENTICATION_FAILED
        if op == Op.IDENTIFY:
            return self._identify(connection, content)
        self._resume(connection, content)
        return None

    def _identify(self, connection: Connection, content: JsonObject) -> Close | None:
        number, count = content.get("shard") or (0, 1)
        if not 0 <= number < count:
            return Close.INVALID_SHARD
        if self.shuts_out is not None:
            return self.shuts_out
        if self.starts.left <= 0:
            return Close.AUTHENTICATION_FAILED
        if not self.starts.take(number):
            connection.send({"op": Op.INVALID_SESSION, "d": False})
            return None
        self._forget_lost(number, count)
        session = Session(secrets.token_hex(16), (number, count), content["intents"], connection)
        self._sessions[session.id] = session
        guilds = [g for g in self._world.guilds.values() if shard_of(g.id, count) == number]
        ready = {
            "v": 10,
            "user": self._world.bot.to_json() | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [number, count],
            "application": {"id": self._world.application_id, "flags": 0},
        }
        session.dispatch("READY", ready)
        self._came()
        return None

    def _resume(self, connection: Connection, content: JsonObject) -> None:
        session, seen = self._sessions.get(content["session_id"]), content["seq"]
        if session is None or seen > session.sequence or (session.past and session.past[0][0] > seen + 1):
            connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        session.connection = connection
        for number, frame in session.past:
            if number > seen:
                connection.send(frame)
        session.dispatch("RESUMED", {})
        self._came()

    def _forget_lost(self, number: int, count: int) -> None:
        """Ends the sessions that the bot left behind when it started anew."""
        for session in tuple(self._sessions.values()):
            if session.connection is None and (session.shard == (number, count) or session.shard[1] != count):
                del self._sessions[session.id]

    def _came(self) -> None:
        self._online.set()
        self._offline.clear()
        self._world.tell(Event("BOT_ONLINE", {"online": True}))

    def _lose(self, connection: Connection) -> None:
        for session in tuple(self._sessions.values()):
            if session.connection is connection:
                session.connection = None
                if connection.has_said_goodbye:
                    del self._sessions[session.id]
        if self._connected:
            return
        self._offline.set()
        self._world.tell(Event("BOT_ONLINE", {"online": False}))
