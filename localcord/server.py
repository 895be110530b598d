"""The whole stand-in for Discord: an HTTP server on loopback, and what tests and the page use to drive it."""

import asyncio
import socket
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from aiohttp import web

from localcord.api import PREFIX, Api, Held, Outage, SeenRequest
from localcord.entities import ChannelKind, Thread
from localcord.gateway import Close, Gateway
from localcord.interactions import ANSWER_SECONDS, Interactions
from localcord.locales import known_locale
from localcord.messages import Attachments, Messages
from localcord.page import Page
from localcord.people import PATIENCE_SECONDS, Person
from localcord.permissions import EVERYONE, Permission
from localcord.ratelimits import RateLimits, refused
from localcord.wire import JsonObject
from localcord.world import Event, World

LOOPBACK = "127.0.0.1"
NOTHING = Permission(0)
MAX_BODY_BYTES = 110 * 1024 * 1024
"""Room for ten files of 10 MiB and a little more. Larger files are refused one by one, as Discord does."""


class Localcord:
    """A Discord with one bot and one guild, running inside `async with`."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.time,
        port: int = 0,
        rate_limits: bool | RateLimits = True,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        """Units: `answer_seconds` by `clock`. Tests give the bot more time than Discord does, for slow machines."""
        self._socket = socket.create_server((LOOPBACK, port), reuse_port=False)
        host = f"{LOOPBACK}:{self._socket.getsockname()[1]}"
        self.url = f"http://{host}"
        self.api_url = f"{self.url}{PREFIX}"
        self.gateway_url = f"ws://{host}/gateway"
        self.world = World(clock)
        self.gateway = Gateway(self.world, self.gateway_url)
        self.messages = Messages(self.world, Attachments(self.world, self.url))
        self.interactions = Interactions(
            self.world, self.messages, lambda: self.gateway.has_sessions, answer_seconds=answer_seconds
        )
        limits = (RateLimits() if rate_limits else None) if isinstance(rate_limits, bool) else rate_limits
        self.api = Api(self.world, self.messages, self.interactions, limits, self.gateway)
        guild = self.world.add_guild("Finte's tables")
        self.guild_id = guild.id
        self.channel_id = self.world.add_channel(guild, "tables").id
        self.world.add_channel(guild, "lounge")
        self.public_messages: list[JsonObject] = []
        self._people: dict[str, Person] = {}
        self._page = Page(self.world, self.url, self.person, lambda: self.people)
        self._runner: web.AppRunner | None = None
        self._held: list[Held] = []
        self.world.watch(self._keep_history)

    # What the bot knows of it

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    @property
    def application_id(self) -> str:
        """The id of the bot's application, and of its user."""
        return self.world.application_id

    @property
    def requests(self) -> list[SeenRequest]:
        """Every REST request so far, in order."""
        return self.api.seen

    @property
    def rate_limits(self) -> RateLimits | None:
        """The rate limits in force, which tests may change; None if there are none."""
        return self.api.rate_limits

    # What tests do with it

    def person(self, name: str, *, locale: str | None = None, permissions: Permission | None = None) -> Person:
        """The person of this name, in any case, created at the first call. What is given replaces what was set."""
        key = name.casefold()
        if key not in self._people:
            user = self.world.add_person(name, permissions=permissions or EVERYONE)
            home = self.world.channel(self.channel_id)
            self._people[key] = Person(self.world, self.messages, self.interactions, user, home)
            self.world.tell(Event("PEOPLE", {}))
        person = self._people[key]
        if locale is not None:
            person.choose_locale(locale)
        person.user.permissions = person.user.permissions if permissions is None else permissions
        return person

    @property
    def people(self) -> tuple[Person, ...]:
        """Every person there is."""
        return tuple(self._people.values())

    def add_channel(self, name: str, guild_id: str | None = None, *, kind: ChannelKind = ChannelKind.TEXT) -> str:
        """Adds a text or voice channel; returns its id."""
        return self.world.add_channel(self.world.guild(guild_id or self.guild_id), name, kind).id

    def add_thread(self, name: str, *members: Person, parent_id: str | None = None, is_private: bool = True) -> str:
        """Adds a thread with the bot and these people in it; returns its id. Without a parent, in the first."""
        world, now = self.world, self.world.clock()
        parent = world.channel(parent_id or self.channel_id)
        joined = dict.fromkeys((world.bot.id, *(person.id for person in members)), now)
        thread = Thread(parent.id, world.bot.id, now, now, members=joined)
        kind = ChannelKind.PRIVATE_THREAD if is_private else ChannelKind.PUBLIC_THREAD
        return world.add_thread(parent, thread, name, kind, world.snowflakes.new()).id

    def remove_from_thread(self, thread_id: str, person: Person) -> None:
        """Takes a person out of a thread."""
        thread = self.world.channel(thread_id).thread
        assert thread is not None
        del thread.members[person.id]

    def add_guild(self, name: str) -> str:
        """Adds a guild with one text channel; returns its id."""
        guild = self.world.add_guild(name)
        self.world.add_channel(guild, "general")
        return guild.id

    def set_guild_locale(self, locale: str, guild_id: str | None = None) -> None:
        """Makes a guild a Community with this language. Raises: ValueError if Discord has no such locale."""
        self.world.set_guild_locale(self.world.guild(guild_id or self.guild_id), known_locale(locale))

    def set_bot_permissions(self, channel_id: str, permissions: Permission) -> None:
        """Sets what the bot may do in a channel and its threads."""
        self.world.channel(channel_id).bot_permissions = permissions
        self.world.channels_changed()

    def overwrite(
        self, channel_id: str, person: Person | None = None, *, allow: Permission = NOTHING, deny: Permission = NOTHING
    ) -> None:
        """Allows and denies permissions in a channel and its threads: to one person, or to @everyone."""
        channel = self.world.channel(channel_id)
        channel.overwrites[person.id if person else str(channel.guild_id)] = allow, deny
        self.world.channels_changed()

    def file(self, url: str) -> bytes:
        """The bytes behind an attachment's or an emoji's address."""
        return self.world.files[url.removeprefix(self.url)].content

    def clock_moved(self) -> None:
        """Tells the server that a test's clock has jumped; interactions that are late now fail at once."""
        self.interactions.clock_moved()

    def fail_next(
        self, method: str, path_part: str, *, status: int = 500, is_done: bool = False, times: int = 1
    ) -> None:
        """Answers the next such requests with an error. With `is_done` they're carried out all the same."""
        self.api.outages += [Outage(method, path_part, status, is_done)] * times

    def reset_next(self, method: str, path_part: str, *, is_done: bool = False, times: int = 1) -> None:
        """Resets the connection of the next such requests. `is_done` as for `fail_next`."""
        self.api.outages += [Outage(method, path_part, 0, is_done, hangs_up=True)] * times

    def limit_next(
        self, method: str, path_part: str, *, seconds: float, is_global: bool = False, times: int = 1
    ) -> None:
        """Answers the next such requests with a 429. Units: seconds for which it asks the bot to wait."""
        verdict = refused(seconds, is_global=is_global)
        self.api.outages += [Outage(method, path_part, 429, is_done=False, verdict=verdict)] * times

    def hold_next(self, method: str, path_part: str, *, is_done: bool = False) -> Held:
        """Holds back the answer to the next such request until `let_go`. `is_done` as for `fail_next`."""
        held = Held()
        self._held.append(held)
        self.api.outages.append(Outage(method, path_part, 0, is_done, held=held))
        return held

    async def bot_connected(self, timeout: float = PATIENCE_SECONDS, *, sessions: int = 1) -> None:  # noqa: ASYNC109
        """Waits until this many sessions are ready, one for each shard of each process. Raises: TimeoutError."""
        async with asyncio.timeout(timeout):
            await self.gateway.online(sessions)

    async def bot_disconnected(self, timeout: float = PATIENCE_SECONDS) -> None:  # noqa: ASYNC109
        """Waits until no session of the bot is connected. Raises: TimeoutError."""
        async with asyncio.timeout(timeout):
            await self.gateway.offline()

    async def drop_gateway(self, *, resumable: bool = True, code: int = Close.UNKNOWN_ERROR) -> None:
        """Hangs up on the bot, as Discord does now and then."""
        await self.gateway.drop(resumable=resumable, code=code)

    # Its life

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=MAX_BODY_BYTES)
        self.api.add_to(app)
        self._page.add_to(app)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{path:.*}", self._serve_file)
        app.router.add_get("/emojis/{path:.*}", self._serve_file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, self._socket).start()
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.interactions.close()
        for held in self._held:
            held.let_go()
        await self.gateway.drop(resumable=False)
        await self._page.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _serve_file(self, request: web.Request) -> web.Response:
        stored = self.world.files.get(request.path)
        if stored is None:
            raise web.HTTPNotFound
        return web.Response(body=stored.content, content_type=stored.content_type)

    def _keep_history(self, event: Event) -> None:
        message = event.message
        if message is None or event.name == "MESSAGE_DELETE":
            return
        is_public = message.owner_id is None and message.guild_id is not None
        if is_public and message.author_id == self.world.bot.id:
            self.public_messages.append(message.body)
