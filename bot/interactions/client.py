"""The Discord client: puts the parts together and hands every interaction on. Knows no game and no screen."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from random import Random, SystemRandom

import discord
import yarl
from discord import app_commands
from discord.ext import commands, tasks
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.backlog import Backlog
from bot.background.computers import Computers
from bot.background.deadlines import Deadlines
from bot.background.pings import Pings
from bot.interactions.switchboard import Switchboard
from bot.interactions.translator import CommandWords
from bot.interactions.tree import Tree
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.boards import Boards
from bot.messages.emojis import Emojis
from bot.messages.painter import Painter
from bot.messages.panels import TOKEN_SECONDS, Panels
from bot.messages.posted import SILENT
from bot.messages.preferences import Preferences
from bot.messages.screens import Screens, TablePages
from bot.messages.studio import Studio
from bot.settings import Settings
from bot.store import EmojiStore, Leaderboard, Life, PanelStore, PreferenceStore, Store
from bot.tables.table import Table
from bot.workers.thinking import Thinker
from games.catalogue import GAMES

log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.table.clicks",
    "cogs.table.opening",
    "cogs.table.lobby",
    "cogs.table.absences",
    "cogs.commands.tables",
    *(f"cogs.{key}" for key in GAMES),
    "cogs.commands.leaderboard",
    "cogs.commands.rules",
    "cogs.commands.learn",
    "cogs.commands.server",
    "cogs.commands.settings",
)

LAST_ANSWERS_SECONDS = 3
"""How long a shutdown waits for the answers under way: as long as Discord does."""

LAST_EDITS_SECONDS = 5
"""How long a shutdown waits for pending edits; the next start redraws what was not sent."""


def point_at(settings: Settings) -> None:
    """Has discord.py talk to the addresses of the settings. Before any client starts."""
    discord.http.Route.BASE = settings.discord_api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


class Finte(commands.AutoShardedBot):
    """The bot."""

    boards: Boards
    panels: Panels
    pages: TablePages

    def __init__(
        self,
        settings: Settings,
        engine: AsyncEngine,
        *,
        clock: Callable[[], float] = time.time,
        rng: Random | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            help_command=None,
            allowed_mentions=SILENT,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.settings = settings
        self.clock = clock
        self.screens: dict[str, Screens] = {}
        self.switchboard = Switchboard()
        self.leaderboard = Leaderboard(engine, clock)
        self.store = Store(engine)
        self.preferences = Preferences(PreferenceStore(engine))
        self.matches = Matches(
            self.store,
            clock=clock,
            rng=rng or SystemRandom(),
            quiet=self.preferences.quiet,
            reveal_seconds=settings.reveal_seconds,
        )
        self.painter = Painter(settings.board_seconds)
        self.studio = Studio(settings.picture_processes)
        self._thinker = Thinker(settings.search_processes, settings.search_seconds, rng or SystemRandom())
        self.computers = Computers(self.matches, self._thinker, settings.computer_seconds)
        self._deadlines = Deadlines(self.matches, Life(engine), clock)
        self._deadlines.on_credit = self.redraw
        self._backlog = Backlog()
        self._woken: list[tuple[int, int]] = []
        self._has_caught_up = False
        self._pings: Pings | None = None
        self._is_connected = False
        self._born = time.monotonic()
        self._emojis = Emojis(self, store=EmojiStore(engine), studio=self.studio, redraw=self._redraw)
        self.studio.on_emoji_gone = self._keep_emojis
        self._panel_store = PanelStore(engine)
        self.uploading: asyncio.Task[None] | None = None
        """Ends when every emoji is there; another one begins when somebody has removed one."""
        self._answering: set[asyncio.Task[object]] = set()

    def draw_with(self, pages: TablePages) -> None:
        """Takes the pages of the tables; boards and panels follow every change from now on."""
        self.pages = pages
        self.boards = Boards(
            self,
            matches=self.matches,
            painter=self.painter,
            studio=self.studio,
            preferences=self.preferences,
            pages=pages,
            clock=self.clock,
        )
        self.panels = Panels(
            self,
            matches=self.matches,
            store=self._panel_store,
            painter=self.painter,
            studio=self.studio,
            preferences=self.preferences,
            draw_page=pages.panel,
            clock=self.clock,
        )
        self._pings = Pings(
            self,
            matches=self.matches,
            preferences=self.preferences,
            studio=self.studio,
            pages=pages,
            clock=self.clock,
        )
        for listener in (self.boards.paint, self.panels.paint, self._note_end, *self._keepers):
            self.matches.on_change(listener)

    def _note_end(self, match: Match) -> None:
        if not match.table.is_open:
            self.leaderboard.note_end()

    @property
    def _keepers(self) -> tuple[Callable[[Match], None], ...]:
        """Who keeps a match going."""
        assert self._pings
        return self.computers.wake, self._deadlines.watch, self._pings.watch

    async def setup_hook(self) -> None:
        """After the login: commands, and every open table as the last run left it."""
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.tree.set_translator(CommandWords())
        await self.tree.sync()
        await self.preferences.load()
        if self.settings.emojis:
            await self._emojis.find()
        await self._deadlines.begin()
        self._woken = await self.panels.restore()
        self._every_minute.start()
        self._every_second.start()
        self._calling.start()
        if self.settings.emojis:
            self._keep_emojis()

    def _keep_emojis(self) -> None:
        """Has the emojis that are missing uploaded, unless that is under way."""
        if self.uploading is None or self.uploading.done():
            self.uploading = asyncio.create_task(self._emojis.keep())

    async def _catch_up(self) -> None:
        """Has every table go on as the last run left it, one after the other, while the first clicks are answered."""
        await self._deadlines.tick()  # what the login has taken is given back before anybody sees a time
        tables = await self.store.tables_to_draw()
        still_open = sum(table.is_open for table in tables)
        log.info("tables: %d open, %d closed ones to draw", still_open, len(tables) - still_open)
        for table in tables:
            self._backlog.add(("resume", table.id), partial(self._restore, table))
        for match_id, user_id in self._woken:
            self._backlog.add(("panel", match_id, user_id), partial(self._wake, match_id, user_id))

    async def _restore(self, table: Table) -> None:
        self.boards.restore(table)
        await self._resume(table)

    async def _wake(self, match_id: int, user_id: int) -> None:
        self.panels.wake(match_id, user_id)

    def redraw(self, tables: Iterable[Table]) -> None:
        """Has the boards of these tables drawn anew, one after the other."""
        for table in tables:
            self._backlog.add(("board", table.id), partial(self._redraw_one, table.id))

    async def _redraw_one(self, match_id: int) -> None:
        self.boards.redraw((await self.matches.get(match_id)).table)

    async def _redraw(self) -> None:
        """Every board anew."""
        self.redraw(await self.store.tables_to_draw())

    async def _resume(self, table: Table) -> None:
        """Has a table go on; one that cannot be read does not keep the others from playing."""
        try:
            match = await self.matches.get(table.id)
            for keeper in self._keepers:
                keeper(match)
        except Exception as error:  # noqa: BLE001 - whatever it is, it concerns one table
            log.error("table %d cannot be resumed: %s", table.id, outline(error))

    async def call_anew(self, user_id: int) -> None:
        """Has every table of this player take note of when they now want to be pinged."""
        for table in await self.store.open_tables_of(user_id):
            await self._resume(table)

    async def on_ready(self) -> None:
        log.info("ready: %d servers, %.1f seconds after the start", len(self.guilds), time.monotonic() - self._born)

    async def on_connect(self) -> None:
        self._is_connected = True
        if not self._has_caught_up:
            self._has_caught_up = True
            await _tried(self._catch_up)

    async def on_resumed(self) -> None:
        self._is_connected = True

    async def on_disconnect(self) -> None:
        self._is_connected = False

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Every click and choice; discord.py hands commands to the tree by itself."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            self.answering()
            await self.switchboard.clicked(interaction)
            await _tried(lambda: self.boards.clicked(interaction))

    async def on_guild_channel_update(self, _before: object, channel: discord.abc.GuildChannel) -> None:
        """The bot's rights may have changed."""
        await _tried(lambda: self.boards.try_again(channel.guild.id))

    async def on_guild_role_update(self, _before: object, role: discord.Role) -> None:
        """The bot's rights may have changed."""
        await _tried(lambda: self.boards.try_again(role.guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot may be back."""
        await _tried(lambda: self.boards.try_again(guild.id))

    def answering(self) -> None:
        """The task that runs now answers an interaction: a shutdown waits for it."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def close(self) -> None:
        """Sends what is pending, then leaves; what was acknowledged is on the disk already."""
        for loop in (self._every_minute, self._every_second, self._calling):
            await _ended(loop.get_task())
        await _ended(self.uploading)
        await self._backlog.stop()
        if self._pings:
            await self._pings.stop()
        await self.computers.stop()
        self._thinker.close()
        if self._answering:
            await asyncio.wait(self._answering, timeout=LAST_ANSWERS_SECONDS)
        await self.painter.settle(LAST_EDITS_SECONDS)
        self.studio.close()
        await super().close()

    async def _close_idle_tables(self) -> None:
        if not self._is_connected:  # nobody can come back
            return
        await self.matches.lapse(self.settings.lobby_minutes * 60, "lobby")
        await self.matches.lapse(self.settings.idle_minutes * 60, "playing")
        await self.matches.lapse_lessons(self.settings.idle_minutes * 60)

    @tasks.loop(minutes=1)
    async def _every_minute(self) -> None:
        await _tried(self._close_idle_tables, self.panels.doze, self.boards.try_again, self._drop_dead_tokens)

    async def _drop_dead_tokens(self) -> None:
        """Discord honours them no more, so the disk need not keep them."""
        await self._panel_store.drop(int(self.clock()) - TOKEN_SECONDS)

    @tasks.loop(seconds=1)
    async def _every_second(self) -> None:
        if self._is_connected:  # while nobody can reach the bot, no clock runs
            await _tried(self._deadlines.tick)

    @tasks.loop(seconds=1)
    async def _calling(self) -> None:
        """Apart from the clocks, which do not wait for Discord."""
        if self._is_connected and self._pings:
            await _tried(self._pings.tick)


async def _tried(*chores: Callable[[], Awaitable[None]]) -> None:
    """Does each chore. One that fails does not end the loop for good: its next turn is another try."""
    for chore in chores:
        try:
            await chore()
        except Exception as error:  # noqa: BLE001 - see above
            log.error("a chore failed: %s", outline(error))


async def _ended(task: asyncio.Task[None] | None) -> None:
    """Ends a task, and waits until it has let go of everything."""
    if task:
        task.cancel()
        await asyncio.wait({task})
