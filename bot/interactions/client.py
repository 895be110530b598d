"""The Discord client: receives events from Discord and passes them on."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from math import inf
from random import Random, SystemRandom
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.jobs import BackgroundJobs, cancel_and_wait, try_each
from bot.background.lease_holder import LeaseHolder
from bot.errors import CannotStart, WrongSettings, failed, remedy, unusable
from bot.interactions.change_listener import ChangeListener
from bot.interactions.commands import FIRST_TRY_SECONDS, CommandWords, Tree, send_until_done
from bot.interactions.interactions import Admission, ComponentRouter, DeferredAttachments, Reception
from bot.interactions.limits import post_limit
from bot.invitation import invitation
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Exports, Forgetting
from bot.matches.reviews import Reviews, reviewer_of
from bot.messages.access import Access
from bot.messages.boards import Boards
from bot.messages.emojis import Emojis
from bot.messages.game_ui import GameUI, TablePages
from bot.messages.painter import Painter
from bot.messages.panels import Panels
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer
from bot.messages.sending import SILENT, known_everywhere
from bot.ops.metrics import Metrics
from bot.requests.limiter import Limiter, traced
from bot.settings import Settings
from bot.store.application import CommandStore, EmojiStore, SessionStarts
from bot.store.calls import CallStore
from bot.store.connection import Schema, UnknownSchema
from bot.store.invitations import InvitationStore
from bot.store.leaderboard import Leaderboard
from bot.store.leases import Lease
from bot.store.panels import PanelStore
from bot.store.privacy import ExportStore, PrivacyStore
from bot.store.processes import LeaseRecords
from bot.store.reviews import ReviewStore
from bot.store.statistics import HistoryStore, StatisticsStore
from bot.store.store import Store
from bot.tables.table import Table

log = logging.getLogger(__name__)

GAP_SECONDS = 5.5
"""Between two starts with the same rate limit key: Discord's 5 seconds, and a margin for delays on the way.

Source: https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
"""

LOOK_SECONDS = 30
"""How long to wait before asking again whether a start is left; discord.py gives up a connection after 60 s."""

Limits = Callable[[], Awaitable[discord.SessionStartLimits]]


class SessionPace:
    """Has each session of this process wait until Discord allows it."""

    def __init__(self, limits: Limits, starts: SessionStarts) -> None:
        """Shape: `limits` asks Discord how many starts are left today, and how many shards may start together."""
        self._limits = limits
        self._starts = starts
        self._found: discord.SessionStartLimits | None = None
        self._asked_at = -inf

    async def may_start(self, shard_id: int) -> None:
        """Waits until this shard's session may start. Beyond the daily limit, Discord would reset the token."""
        while True:
            await self._ask()
            if self._found and not self._found.remaining:
                hours = self._found.reset_after / 3_600_000
                log.error(
                    "Discord allows no session start for %.1f hours: the bot waits, or it would lose its token", hours
                )
                await asyncio.sleep(LOOK_SECONDS)
                continue
            key = shard_id % (self._found.max_concurrency if self._found else 1)
            wait = await self._starts.take(key, GAP_SECONDS)
            if not wait:
                return
            await asyncio.sleep(wait)

    async def _ask(self) -> None:
        """Asks Discord for its limits, unless it has just been asked."""
        if time.monotonic() - self._asked_at < GAP_SECONDS:
            return
        try:
            self._found = await self._limits()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            self._found = None
        self._asked_at = time.monotonic()


def discord_options(settings: Settings) -> dict[str, Any]:
    """Options for discord.py: slash commands in servers and direct messages, and no events but interactions."""
    return {
        "shard_count": settings.shard_count or None,
        "shard_ids": list(settings.share.shards) if settings.shard_count else None,
        "command_prefix": commands.when_mentioned,
        "tree_cls": Tree,
        "intents": discord.Intents.none(),
        "guild_ready_timeout": 0,  # no server is announced after READY
        "max_messages": None,
        "help_command": None,
        "allowed_mentions": SILENT,
        "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=True),
        "allowed_installs": app_commands.AppInstallationType(guild=True),
    }


def limiter_of(settings: Settings) -> Limiter:
    """The limiter of this process's part of the requests that Discord allows."""
    part, seconds = settings.share.part, settings.board_seconds
    return Limiter(settings.requests_per_second, share=part, channel_seconds=seconds)


LAST_EDITS_SECONDS = 1
"""How long a shutdown waits for queued edits; the next start sends the rest."""


REQUEST_SECONDS = 15
"""How long Discord may take to accept a connection, and to send anything over it.

aiohttp's default is five minutes in all, during which a board that is being edited couldn't be edited again.
"""

FAULTS = (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Errors of a request when Discord or the network fails."""

SHUT_OUT: Mapping[int, str] = {
    4004: "Discord no longer knows this DISCORD_TOKEN: it has been reset",
    4010: "Discord refuses these shards: check SHARD_IDS and SHARD_COUNT",
    4011: "Discord wants more shards for this many servers: raise SHARD_COUNT",
    4012: "Discord no longer speaks this version of its gateway: upgrade the bot",
}
"""Why Discord hangs up for good.

Source: https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""


def point_at(settings: Settings) -> None:
    """Points discord.py at the addresses in the settings. Call it before any client starts."""
    discord.http.Route.BASE = settings.discord_api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


def _trouble(error: Exception) -> str:
    """Names the side that failed: Discord and the way there, or this machine."""
    return "This machine can't connect to Discord" if remedy(error) else "Discord is out of reach"


def _shut_out(code: int) -> WrongSettings:
    return WrongSettings(f"{SHUT_OUT.get(code, 'Discord has closed the connection for good')} (close code {code})")


def bound_requests(client: discord.Client) -> None:
    """Makes all further requests raise TimeoutError after `REQUEST_SECONDS` of silence. Call it after the login."""
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001 - no option for it
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=REQUEST_SECONDS, sock_read=REQUEST_SECONDS)
    session._timeout = timeout  # noqa: SLF001 - set only by its maker


def drop_listed_guilds(client: discord.Client) -> int:
    """Drops the servers that discord.py has cached from READY, and returns their number.

    They have nothing but ids, and discord.py would prefer them to the server that comes with an interaction.
    """
    guilds = client._connection._guilds  # noqa: SLF001 - no option leaves them out
    count = len(guilds)
    guilds.clear()
    return count


class Finte(commands.AutoShardedBot):
    """The bot, built with all its parts at once."""

    _sending_commands: asyncio.Task[None] | None = None
    _watching: asyncio.Task[None] | None = None
    failure = ""
    """Why the process has ended itself; "" if it hasn't."""
    acts_since: float | None = None
    """When this process acquired the lease, by time.perf_counter; None while it waits."""

    def __init__(
        self,
        settings: Settings,
        engine: AsyncEngine,
        *,
        preferences: Preferences,
        game_uis: Mapping[str, GameUI],
        pages: TablePages,
        cogs_to_load: Sequence[str],
        clock: Callable[[], float] = time.time,
        rng: Random | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Shape: `game_uis` by the game's key; `cogs_to_load` are the modules of the commands and clicks."""
        self.limiter, self.reception = limiter_of(settings), Reception()
        super().__init__(**discord_options(settings), http_trace=traced(self.limiter))
        self._listed: dict[int, int] = {}  # how many servers READY has listed, by shard
        rng = rng or SystemRandom()
        self.settings, self.clock, self.metrics = settings, clock, Metrics(clock)
        self._pace = SessionPace(self.fetch_session_start_limits, SessionStarts(engine))
        self.preferences, self.game_uis, self.pages = preferences, game_uis, pages
        self.access = Access(self, clock, self.limiter)
        self.store, self.leaderboard = Store(engine, settings.share), Leaderboard(engine, clock)
        self.invitations = InvitationStore(engine)
        self.statistics, self.history = StatisticsStore(engine), HistoryStore(engine)
        self.matches = self._every_match(rng)
        self.renderer = PageRenderer(settings.picture_processes, on_emoji_gone=self._keep_emojis)
        calm, when_drawn = self.reception.calm, self.renderer.when_drawn
        self.painter = Painter(settings.board_seconds, self.limiter, calm=calm, when_drawn=when_drawn)
        self.boards, self.panels = self._messages(PanelStore(engine, settings.share))
        self.jobs, self.deferred_attachments = self._jobs(engine, rng), DeferredAttachments(self.renderer)
        self.reviews = Reviews(self.store, ReviewStore(engine), reviewer_of(settings.review_seconds), clock)
        self.posts = post_limit(clock)
        self.calls = CallStore(engine)
        self.exports, self.forgetting = Exports(ExportStore(engine)), self._forgetting(engine)
        self.router, self.uploads = ComponentRouter(self.panels.answering), self._every_upload(EmojiStore(engine))
        self.uploading: asyncio.Task[None] | None = None
        """Runs until every emoji is uploaded. A new one starts when somebody removes an emoji."""
        self._commands, self._cogs_to_load = CommandStore(engine), cogs_to_load
        records, schema = LeaseRecords(engine, settings.share.shards), Schema(settings.database_url, engine)
        self.lease_holder = LeaseHolder(lease or Lease(), records, schema, clock=clock)
        self.admission = Admission(self.lease_holder)
        self.sharing = ChangeListener(self, (lease or Lease()).chores)
        for listener in (self.boards.paint, self.panels.paint, self._note_end, *self.jobs.keepers):
            self.matches.on_change.append(listener)

    def _every_match(self, rng: Random) -> Matches:
        return Matches(
            self.store,
            clock=self.clock,
            rng=rng,
            quiet=self.preferences.quiet,
            reveal_seconds=self.settings.reveal_seconds,
            daily_secret=self.settings.daily_secret.get_secret_value(),
        )

    def _messages(self, store: PanelStore) -> tuple[Boards, Panels]:
        panels = Panels(
            self,
            matches=self.matches,
            store=store,
            painter=self.painter,
            renderer=self.renderer,
            preferences=self.preferences,
            pages=self.pages,
            still_sees=self.access.still_sees,
            clock=self.clock,
        )
        boards = Boards(
            self,
            matches=self.matches,
            painter=self.painter,
            renderer=self.renderer,
            preferences=self.preferences,
            pages=self.pages,
            clock=self.clock,
            reaches=panels.reaches,
            watching=panels.watching,
        )
        return boards, panels

    def _jobs(self, engine: AsyncEngine, rng: Random) -> BackgroundJobs:
        return BackgroundJobs(
            self,
            self.settings,
            engine,
            matches=self.matches,
            preferences=self.preferences,
            renderer=self.renderer,
            boards=self.boards,
            panels=self.panels,
            limiter=self.limiter,
            pages=self.pages,
            access=self.access,
            clock=self.clock,
            rng=rng,
            present=self._present,
        )

    def _every_upload(self, store: EmojiStore) -> Emojis:
        redraw = self.jobs.startup_recovery.redraw_all
        return Emojis(self, store=store, renderer=self.renderer, limiter=self.limiter, redraw=redraw)

    def _forgetting(self, engine: AsyncEngine) -> Forgetting:
        forgetting = Forgetting(self.matches, PrivacyStore(engine))
        forgetting.on_forgotten += (
            self.preferences.forget,
            self.access.forget,
            self.panels.forget_person,
            self.reviews.forget,
            self.posts.forget,
            lambda _: self.leaderboard.drop(),
            lambda _: self.renderer.forget_pictures(),
        )
        return forgetting

    async def _present(self) -> frozenset[int] | None:
        """Asks for the servers that the bot is on. None if Discord doesn't say."""
        try:
            return frozenset([guild.id async for guild in self.fetch_guilds(limit=None, with_counts=False)])
        except FAULTS as error:
            log.warning("Discord doesn't say which servers the bot is on: %s", outline(error))
            return None

    @property
    def server_count(self) -> int:
        """The number of servers when the shards last connected."""
        return sum(self._listed.values())

    def _note_end(self, match: Match) -> None:
        if not match.table.is_open:
            self.leaderboard.note_end(match.table.place.community_id)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Runs until it's closed. Raises: CannotStart, as WrongSettings if Discord shuts the bot out.

        discord.py tries a shard every five seconds, each time from within the last try: Python allows about a thousand.
        """
        try:
            await super().start(token, reconnect=reconnect)
        except discord.LoginFailure as error:
            raise WrongSettings("Discord does not know this DISCORD_TOKEN") from error
        except discord.ConnectionClosed as error:
            raise _shut_out(error.code) from error
        except RecursionError as error:
            raise failed("Discord is out of reach", error) from error
        except FAULTS as error:
            raise failed(_trouble(error), error) from error

    async def setup_hook(self) -> None:
        """Loads commands, waits for the lease, and resumes the last run: all before connecting. Raises: CannotStart."""
        bound_requests(self)
        for cog in self._cogs_to_load:
            await self.load_extension(cog)
        await self.tree.set_translator(CommandWords())
        self.jobs.may_act = lambda: self.lease_holder.is_sure
        try:
            await self.lease_holder.acquire()
            self.acts_since = time.perf_counter()
            self._watching = asyncio.create_task(self._watch_lease())
            await self.preferences.load()
            if self.settings.emojis:
                await self.uploads.recall()
            await self.jobs.begin()
        except UnknownSchema as error:
            raise CannotStart(f"DATABASE_URL leads to a database that this version can't use: {error}") from error
        except SQLAlchemyError as error:
            raise unusable(error) from error
        except OSError as error:
            raise failed("The bot can't act on its database", error) from error
        await self.sharing.begin()
        await self.reviews.resume()

    async def _watch_lease(self) -> None:
        try:
            await self.lease_holder.keep()
            why = "another process has taken over: start this one again to have it stand by"
        except Exception as error:  # noqa: BLE001 - whoever no longer watches its lease must not act
            why = f"the lease can't be watched: {outline(error)}"
            self.lease_holder.doubt()
        if not self.lease_holder.is_sure:  # there is none to watch behind a pooler, or in memory
            self.failure = why
            self.admission.close()
            self._stopping = asyncio.ensure_future(self.close())

    async def begin_chores(self) -> None:
        """Starts the chores that one process does for all shards."""
        self.jobs.does_chores = True
        self._sending_commands = asyncio.create_task(send_until_done(self.tree, self._commands, self.limiter))
        await asyncio.wait({self._sending_commands}, timeout=FIRST_TRY_SECONDS)
        if self.settings.emojis:
            self.uploading = asyncio.create_task(self._keep_emojis_once_ready())

    async def _keep_emojis_once_ready(self) -> None:
        await self.wait_until_ready()
        await self.uploads.keep()

    def _keep_emojis(self) -> None:
        """Starts uploading missing emojis, unless that is already under way."""
        if self.uploading is None or self.uploading.done():
            self.uploading = asyncio.create_task(self.uploads.keep())

    def redraw(self, tables: Iterable[Table]) -> None:
        """Queues a redraw of these tables' boards."""
        self.jobs.startup_recovery.redraw(tables)

    async def reschedule_pings(self, user_id: int) -> None:
        """Has this process's tables of a player recompute when to ping them. Call it when their choice has changed."""
        await self.jobs.startup_recovery.reschedule_pings(user_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Waits until Discord allows one more session start. discord.py itself keeps no count of them."""
        await self._pace.may_start(shard_id or 0)

    async def on_ready(self) -> None:
        """Logs how long the start took since the lease was free, and the link that invites the bot."""
        seconds = time.perf_counter() - (self.acts_since or time.perf_counter())
        link = invitation(self.application_id or 0)
        log.info("ready after %.1f seconds, servers: %d, invitation: %s", seconds, self.server_count, link)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Starts the clocks of a shard's tables again, and the first time goes on with every table."""
        self._listed[shard_id] = drop_listed_guilds(self)
        await self.jobs.on_connect(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Starts the clocks of a shard's tables again after a short break in its connection."""
        await self.jobs.on_connect(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stops the clocks of a shard's tables until the connection is back."""
        self.jobs.on_disconnect(shard_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answers clicks and choices; discord.py passes commands to the tree by itself."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            if not await self.admission.admits(interaction):
                return
            self.boards.hear(interaction)
            await self.router.clicked(interaction)
            await try_each(lambda: self.boards.clicked(interaction))
        if self.lease_holder.is_sure:
            await try_each(lambda: self._note_name(interaction.user))

    async def _note_name(self, user: discord.User | discord.Member) -> None:
        """Has leaderboards across servers name this person as Discord does now."""
        if await self.preferences.note_name(known_everywhere(user)):
            self.leaderboard.drop()

    async def close(self) -> None:
        """Stops the background work, sends what is pending, and leaves. Accepted moves are already on disk."""
        await self.sharing.stop()
        await cancel_and_wait(self._sending_commands)
        await cancel_and_wait(self.uploading)
        await self.jobs.stop()
        await self.reviews.stop()
        await self.painter.settle(0 if self.failure else LAST_EDITS_SECONDS)
        await self.admission.finish()
        await self.painter.stop()  # also drops what the last answers have queued
        if self._watching is not asyncio.current_task():
            await cancel_and_wait(self._watching)
        await self.lease_holder.give_up()
        self.renderer.close()
        await super().close()
