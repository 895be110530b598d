"""The gateway: the bot's sessions, what each is told and what it has missed. Knows nothing of REST."""

import asyncio
import secrets
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aiohttp import WSMsgType, web

from localcord.entities import Guild
from localcord.sessions import CONTENT_FIELDS, Close, Connection, Intent, Op, Session, is_private, shard_of
from localcord.starts import Starts
from localcord.wire import JsonObject, to_object
from localcord.world import Event, World

HEARTBEAT_MS = 41_250

ACK_SECONDS = 0.05
"""How long to wait before answering a heartbeat. Loopback delivers it before discord.py has noted that it was sent, and
discord.py would take an immediate answer for a very late answer to the heartbeat before."""


GUILDS_AT_ONCE = 100
"""How many guilds are sent right after READY; the others follow as fast as the bot reads them."""

GOODBYE = (1000, 1001)
"""The close codes with which a bot ends its session. After any other code it may resume."""


class Gateway:
    """Accepts the bot's connections and passes the world's events on to its sessions."""

    def __init__(self, world: World, url: str) -> None:
        self.url = url
        self.heartbeat_ms = HEARTBEAT_MS
        """What HELLO asks for. Tests shorten it."""
        self.greets = True
        """Whether a new connection gets a HELLO."""
        self.ungreeted = asyncio.Event()
        """Set once a connection got no HELLO."""
        self.starts = Starts(world.clock)
        self.shuts_out: Close | None = None
        """Why it hangs up on each IDENTIFY; None if it doesn't."""
        self._repeated = Counter[str]()
        self._kept_back: list[Event] = []
        self._kept_names: tuple[str, ...] = ()
        self._world = world
        self._sessions: dict[str, Session] = {}
        self._introducing: asyncio.Task[None] | None = None
        self._online = asyncio.Event()
        self._offline = asyncio.Event()
        self._offline.set()
        world.watch(self._pass_on)

    @property
    def has_sessions(self) -> bool:
        """Whether any session is connected, or may still resume."""
        return bool(self._sessions)

    @property
    def is_online(self) -> bool:
        """Whether a session is connected."""
        return bool(self._connected)

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

    @contextmanager
    def keeping_back(self, *names: str) -> Iterator[None]:
        """Holds back events of these names until the end of the block, and then sends the last one first."""
        self._kept_names = names
        yield
        self._kept_names = ()
        while self._kept_back:
            self._pass_on(self._kept_back.pop())

    async def drop(self, *, resumable: bool, code: int = Close.UNKNOWN_ERROR, shard: int | None = None) -> None:
        """Closes every connection, as Discord does now and then; without `resumable` the sessions are lost too.

        Shape: only those of one `shard`, unless it's None.
        """
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
        if event.name in self._kept_names:
            self._kept_back.append(event)
            return
        is_repeated = self._repeated[event.name] > 0
        self._repeated[event.name] -= is_repeated
        for session in self._sessions.values():
            if session.hears(event):
                for _ in range(1 + is_repeated):
                    session.dispatch(event.name, self._payload(event, session.intents))

    def _payload(self, event: Event, intents: Intent) -> JsonObject:
        message = event.message
        is_content = message is not None and event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
        if message is None or not is_content or is_private(event) or Intent.MESSAGE_CONTENT in intents:
            return event.payload
        mentioned = any(user["id"] == self._world.bot.id for user in message.body["mentions"])
        if mentioned or message.author_id == self._world.bot.id:
            return event.payload
        return event.payload | CONTENT_FIELDS

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
        session: Session | None = None
        while True:
            message = await connection.read()
            if message is None:
                return
            if message.type is WSMsgType.CLOSE:
                connection.has_said_goodbye = message.data in GOODBYE
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            try:
                frame = to_object(message.data)
            except ValueError:
                await connection.hang_up(Close.DECODE_ERROR)
                return
            session, close = self._hear(connection, session, frame)
            if close is not None:
                await connection.hang_up(close)
                return

    def _hear(
        self, connection: Connection, session: Session | None, frame: JsonObject
    ) -> tuple[Session | None, Close | None]:
        """Acts on one frame. Shape: the session afterwards, and why to hang up, or None."""
        op, content = frame.get("op"), frame.get("d")
        if op == Op.HEARTBEAT:
            loop = asyncio.get_running_loop()
            loop.call_later(ACK_SECONDS, connection.send, {"op": Op.HEARTBEAT_ACK})
            return session, None
        if op in (Op.IDENTIFY, Op.RESUME):
            if session is not None:
                return session, Close.ALREADY_AUTHENTICATED
            if not isinstance(content, dict) or content.get("token") != self._world.token:
                return None, Close.AUTHENTICATION_FAILED
            return self._identify(connection, content) if op == Op.IDENTIFY else self._resume(connection, content)
        if session is None:
            return None, Close.NOT_AUTHENTICATED
        if op == Op.REQUEST_MEMBERS and isinstance(content, dict):
            self._send_members(session, content)
        elif op not in (Op.PRESENCE, Op.VOICE_STATE):
            return session, Close.UNKNOWN_OP
        return session, None

    def _identify(self, connection: Connection, content: JsonObject) -> tuple[Session | None, Close | None]:
        number, count = content.get("shard") or (0, 1)
        if not 0 <= number < count:
            return None, Close.INVALID_SHARD
        if self.shuts_out is not None:
            return None, self.shuts_out
        if self.starts.left <= 0:
            return None, Close.AUTHENTICATION_FAILED
        if not self.starts.take(number):
            connection.send({"op": Op.INVALID_SESSION, "d": False})
            return None, None
        self._forget_lost(number, count)
        session = Session(secrets.token_hex(16), (number, count), Intent(content.get("intents") or 0), connection)
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
        if Intent.GUILDS in session.intents:
            for guild in guilds[:GUILDS_AT_ONCE]:
                session.dispatch("GUILD_CREATE", self._world.guild_create(guild))
            if guilds[GUILDS_AT_ONCE:]:
                self._introducing = asyncio.create_task(self._introduce(session, guilds[GUILDS_AT_ONCE:]))
        self._came()
        return session, None

    async def _introduce(self, session: Session, guilds: Sequence[Guild]) -> None:
        """Sends a large bot's guilds one by one, as fast as it reads them."""
        for guild in guilds:
            while session.connection and session.connection.waiting.qsize() >= GUILDS_AT_ONCE:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            session.dispatch("GUILD_CREATE", self._world.guild_create(guild))

    def _resume(self, connection: Connection, content: JsonObject) -> tuple[Session | None, Close | None]:
        session = self._sessions.get(content.get("session_id", ""))
        seen = content.get("seq") or 0
        if session is None or seen > session.sequence or (session.past and session.past[0][0] > seen + 1):
            connection.send({"op": Op.INVALID_SESSION, "d": False})
            return None, None
        session.connection = connection
        for number, frame in session.past:
            if number > seen:
                connection.send(frame)
        session.dispatch("RESUMED", {})
        self._came()
        return session, None

    def _forget_lost(self, number: int, count: int) -> None:
        """Ends the sessions that the bot left behind when it started anew."""
        for session in tuple(self._sessions.values()):
            if session.connection is None and (session.shard == (number, count) or session.shard[1] != count):
                del self._sessions[session.id]

    def _send_members(self, session: Session, content: JsonObject) -> None:
        guild = self._world.guild(str(content["guild_id"]))
        wanted = content.get("user_ids")
        users = [u for u in self._world.users.values() if wanted is None or u.id in map(str, wanted)]
        chunk: JsonObject = {
            "guild_id": guild.id,
            "members": [self._world.member_json(user, guild) for user in users],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | {"nonce": content.get("nonce")})

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
