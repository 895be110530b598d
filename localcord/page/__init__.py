"""The WebSocket between the page and the server, one connection per open tab. Knows nothing of the bot.

It does for a person what their tab asks, and tells the tab what they see.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import WSMsgType, web

from localcord.entities import VOCAL, ChannelKind
from localcord.interactions import Interaction
from localcord.limits import Refused
from localcord.locales import LOCALES, known_locale, localised, preferred_locale
from localcord.people import ClientRefuses, Person
from localcord.permissions import EVERYONE, MANAGER, Permission
from localcord.wire import JsonObject, to_bytes, to_object
from localcord.world import Event, World

STATIC = Path(__file__).parent / "static"
ROLES = {"member": EVERYONE, "manager": MANAGER}
KINDS = dict.fromkeys((ChannelKind.TEXT, *VOCAL), "text") | {ChannelKind.DM: "dm"}


@dataclass(eq=False)
class Tab:
    """One open tab: its person, frames waiting to be sent, and interactions whose modal may yet be filled in."""

    person: Person
    socket: web.WebSocketResponse
    waiting: asyncio.Queue[JsonObject] = field(default_factory=asyncio.Queue)
    asked: dict[str, Interaction] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def send(self, kind: str, **fields: object) -> None:
        """Queues a frame."""
        self.waiting.put_nowait({"t": kind, **fields})

    async def write(self) -> None:
        """Sends queued frames in order."""
        while True:
            frame = await self.waiting.get()
            if self.socket.closed:
                return
            await self.socket.send_str(to_bytes(frame).decode())


class Page:
    """Serves the page's files, and a WebSocket for every tab."""

    def __init__(
        self, world: World, url: str, person: Callable[[str], Person], everyone: Callable[[], Iterable[Person]]
    ) -> None:
        self._world = world
        self._url = url
        self._person = person
        self._everyone = everyone
        self._bot_is_online = False
        self._tabs: set[Tab] = set()
        world.watch(self._pass_on)

    def add_to(self, app: web.Application) -> None:
        """Registers the page's routes."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/socket", self._serve)
        app.router.add_static("/static", STATIC)

    async def close(self) -> None:
        """Hangs up on every tab."""
        for tab in tuple(self._tabs):
            await tab.socket.close()

    async def _index(self, request: web.Request) -> web.StreamResponse:
        """Serves the page, or redirects to the address that was printed, which its pictures are served under."""
        if f"http://{request.host}" != self._url:
            raise web.HTTPFound(self._url + request.path_qs)
        return web.FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serves one tab until it closes; refuses pages of other origins."""
        if request.headers.get("Origin") != self._url:
            raise web.HTTPForbidden(text="this WebSocket is for its own page only")
        name = request.query.get("user", "").strip()[:32]
        if not name:
            raise web.HTTPBadRequest(text="user is missing")
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        tab = Tab(self._who(name, request.headers.get("Accept-Language", "")), socket)
        self._greet(tab)
        self._tabs.add(tab)
        writer = asyncio.create_task(tab.write())
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(tab, message.data)
        finally:
            self._tabs.discard(tab)
            writer.cancel()
            for task in tab.tasks:
                task.cancel()
        return socket

    def _who(self, name: str, languages: str) -> Person:
        """The person of this name. A new person's client gets their browser's language."""
        is_new = name.casefold() not in {person.user.name.casefold() for person in self._everyone()}
        person = self._person(name)
        if is_new:
            person.choose_locale(preferred_locale(languages))
        return person

    # To the tab

    def _greet(self, tab: Tab) -> None:
        world, person = self._world, tab.person
        guild = next(iter(world.guilds.values()))
        world.dm_channel(person.user)
        tab.send(
            "hello",
            user={"id": person.id, "username": person.user.name, "global_name": person.user.name},
            people=[other.user.name for other in self._everyone()],
            names=self._names(),
            guild={"id": guild.id, "name": guild.name},
            channels=self._channels(person),
            commands=self._commands(person),
            locales=LOCALES,
            now=world.clock(),
        )
        self._tell_settings(tab)
        tab.send("bot", online=self._bot_is_online)
        for message in world.messages_for(person.id):
            tab.send("message", channel=message.channel_id, message=message.body)
        tab.send("ready")

    def _commands(self, person: Person) -> list[JsonObject]:
        return [localised(command, person.locale) for command in person.commands()]

    def _tell_settings(self, tab: Tab) -> None:
        guild = next(iter(self._world.guilds.values()))
        role = "manager" if Permission.MANAGE_GUILD in tab.person.user.permissions else "member"
        locale = guild.locale if guild.features else ""
        tab.send("settings", mine=tab.person.locale, guild=locale, role=role)

    def _names(self) -> dict[str, str]:
        return {user.id: user.name for user in self._world.users.values()}

    def _channels(self, person: Person) -> list[JsonObject]:
        seen = [channel for channel in self._world.channels.values() if self._world.is_seen_by(channel, person.id)]
        bot = self._world.bot.name
        return [{"id": c.id, "name": bot if c.recipient else c.name, "kind": KINDS.get(c.kind, "thread")} for c in seen]

    def _pass_on(self, event: Event) -> None:
        if event.name == "BOT_ONLINE":
            self._bot_is_online = bool(event.payload["online"])
        for tab in self._tabs:
            self._tell(tab, event)

    def _tell(self, tab: Tab, event: Event) -> None:
        if event.name == "MESSAGE_DELETE":
            tab.send("gone", channel=event.payload["channel_id"], id=event.payload["id"])
        elif event.message is not None:
            if self._world.is_shown(event.message, tab.person.id):
                tab.send("message", channel=event.message.channel_id, message=event.message.body)
        elif event.name == "COMMANDS":
            tab.send("commands", commands=self._commands(tab.person))
        elif event.name == "LOCALE":
            self._tell_settings(tab)
            tab.send("commands", commands=self._commands(tab.person))
        elif event.name == "BOT_ONLINE":
            tab.send("bot", online=self._bot_is_online)
        elif event.name == "PEOPLE":
            tab.send("names", users=self._names())
        elif event.name == "CHANNELS":
            tab.send("channels", channels=self._channels(tab.person))

    # From the tab

    def _hear(self, tab: Tab, text: str) -> None:
        try:
            frame = to_object(text)
        except ValueError:
            return
        task = asyncio.create_task(self._obey(tab, frame))
        tab.tasks.add(task)
        task.add_done_callback(tab.tasks.discard)

    async def _obey(self, tab: Tab, frame: JsonObject) -> None:
        kind, nonce, person = frame.get("t"), frame.get("nonce"), tab.person
        try:
            if kind == "say":
                person.say(str(frame["text"]), frame["channel"])
            elif kind == "dismiss":
                person.dismiss(frame["id"])
            elif kind == "locale":
                self._choose_locale(person, frame)
            elif kind == "role":
                self._choose_role(person, frame)
            elif kind in ("command", "command_on", "click", "select", "submit"):
                await self._interact(tab, frame, str(nonce))
        except (ClientRefuses, Refused, KeyError, ValueError) as refusal:
            tab.send("interaction", nonce=nonce, state="failed", text=str(refusal))

    def _choose_locale(self, person: Person, frame: JsonObject) -> None:
        """Sets the person's language or the server's; here everyone may do both."""
        if frame["whose"] == "mine":
            person.choose_locale(frame["locale"])
        else:
            guild = next(iter(self._world.guilds.values()))
            self._world.set_guild_locale(guild, known_locale(frame["locale"]) if frame["locale"] else None)

    def _choose_role(self, person: Person, frame: JsonObject) -> None:
        """Makes this person an owner of the server or an ordinary member; here everyone may choose."""
        person.user.permissions = ROLES[frame["role"]]
        for tab in self._tabs:
            if tab.person is person:
                self._tell_settings(tab)
                tab.send("commands", commands=self._commands(person))

    async def _interact(self, tab: Tab, frame: JsonObject, nonce: str) -> None:
        tab.send("interaction", nonce=nonce, state="thinking")
        opened = await self._act(tab, frame, nonce)
        if opened.failed:
            tab.send("interaction", nonce=nonce, state="failed", text=opened.error)
            return
        if opened.modal is not None:
            tab.asked[nonce] = opened
            tab.send("modal", nonce=nonce, modal=opened.modal)
        tab.send("interaction", nonce=nonce, state="done")

    async def _act(self, tab: Tab, frame: JsonObject, nonce: str) -> Interaction:
        person = tab.person
        match frame["t"]:
            case "command":
                return await person.command(frame["name"], frame.get("options"), channel_id=frame["channel"])
            case "command_on":
                return await person.command_on(frame["name"], frame["target"], channel_id=frame["channel"])
            case "click":
                return await person.click(frame["message"], frame["custom_id"])
            case "select":
                return await person.select(frame["message"], frame["custom_id"], frame["values"])
        if nonce not in tab.asked:
            raise ClientRefuses("that form is no longer open")
        return await person.submit(tab.asked[nonce], frame["values"])
