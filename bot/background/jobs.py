"""Starts, runs and stops everything the bot does unasked, and owns the loops that watch the clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import discord
from discord.ext import tasks
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.calls import Calls
from bot.background.computers import Computers, Thinker
from bot.background.deadlines import Deadlines
from bot.background.digests import Digests
from bot.background.gateway import Gateway
from bot.background.job_queue import JobQueue
from bot.background.pings import Pings
from bot.background.posts import Posts
from bot.background.retention import Present, Retention
from bot.background.startup_recovery import StartupRecovery
from bot.logs import outline
from bot.matches.intents import Matches
from bot.messages.access import Access
from bot.messages.boards import Boards
from bot.messages.game_ui import TablePages
from bot.messages.panels import Panels
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer
from bot.requests.limiter import Limiter
from bot.settings import Settings
from bot.store.calls import CallStore
from bot.store.digests import DigestStore
from bot.store.processes import Heartbeat
from bot.store.retention import RetentionStore
from bot.tables.table import Table

log = logging.getLogger(__name__)


class BackgroundJobs:
    """Computer players, clocks, pings, resuming the tables of the last run, and deleting what is too old.

    Shape: `present` as for Retention.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        settings: Settings,
        engine: AsyncEngine,
        *,
        matches: Matches,
        preferences: Preferences,
        renderer: PageRenderer,
        boards: Boards,
        panels: Panels,
        limiter: Limiter,
        pages: TablePages,
        access: Access,
        clock: Callable[[], float],
        rng: Random,
        present: Present,
    ) -> None:
        self.may_act: Callable[[], bool] = lambda: True
        """Whether clicks are answered. Nothing goes on while they are refused, either."""
        self.does_chores = True
        """Whether this process does the chores that one process does for all shards."""
        self._settings, self._matches, self._boards, self._panels = settings, matches, boards, panels
        self._thinker = Thinker(settings.search_processes, settings.search_seconds, rng)
        self.computers = Computers(matches, self._thinker, settings.computer_seconds)
        self._gateway, heartbeat = Gateway(client, settings.share), Heartbeat(engine, settings.share)
        self._deadlines = Deadlines(matches, heartbeat, clock, gateway=self._gateway, on_tables=self._note_rows)
        posts = Posts(client, preferences, renderer, limiter, clock, self._gateway.reaches)
        self._pings = Pings(posts, matches, pages)
        self.digests = Digests(posts, DigestStore(engine))
        self._calls = Calls(posts, matches, CallStore(engine, settings.share), access, pages)
        kept = RetentionStore(engine, settings.share)
        self.retention = Retention(kept, matches=matches, preferences=preferences, present=present, clock=clock)
        self.retention.keep_days = settings.keep_days
        self.keepers = (self.computers.wake, self._deadlines.watch, self._pings.watch)
        """Called with each new state of a match, and each one read from disk, to keep it going."""
        self.startup_recovery = self._startup_recovery()

    def _startup_recovery(self) -> StartupRecovery:
        for keeper in self.keepers:
            self._matches.on_load.append(keeper)
        return StartupRecovery(
            matches=self._matches,
            boards=self._boards,
            panels=self._panels,
            deadlines=self._deadlines,
            keepers=self.keepers,
            job_queue=JobQueue(),
            waking=JobQueue(),
        )

    async def begin(self) -> None:
        """Starts the clocks and loops. Call it after the login, before any click."""
        await self.startup_recovery.begin()
        for loop in self.loops:
            loop.start()

    async def on_connect(self, shard: int) -> None:
        """Notes that Discord can deliver clicks over a shard again, and goes on if this process acts."""
        self._gateway.note_connected(shard)
        await self.go_on()

    async def go_on(self) -> None:
        """Goes on if a shard is connected and this process acts. The first time, resumes every table."""
        # Nothing is awaited before `tick` notes the time lost, since clicks come now.
        if self._goes_on:
            await try_each(self.startup_recovery.catch_up, self._deadlines.tick)

    def on_disconnect(self, shard: int) -> None:
        """Stops the clocks of a shard's tables: nobody should lose time while clicks cannot arrive."""
        self._gateway.note_lost(shard)
        self._deadlines.interrupt(shard)

    async def stop(self) -> None:
        """Stops everything. The next start resumes from disk."""
        await self._deadlines.stop()
        for loop in self.loops:
            await cancel_and_wait(loop.get_task())
        await self.startup_recovery.stop()
        await self._pings.stop()
        await self.digests.stop()
        await self.computers.stop()
        self._thinker.close()

    @property
    def _goes_on(self) -> bool:
        return self._gateway.is_open and self.may_act()

    @property
    def searches_waiting(self) -> int:
        """How many searches of hard computer players are under way, or wait for it."""
        return self._thinker.waiting

    def _note_rows(self, tables: Sequence[Table]) -> None:
        for table in tables:
            self._pings.watch_table(table)
        self.startup_recovery.found(tables)

    @property
    def loops(self) -> tuple[tasks.Loop[Any], ...]:
        """The loops that watch the clock."""
        return (self.every_minute, self.every_second, self.every_ping, self.every_lobby)

    @tasks.loop(minutes=1)
    async def every_minute(self) -> None:
        """Closes idle tables, marks panels as asleep, shows what wasn't shown, posts digests, deletes old data."""
        await try_each(
            self._close_idle_tables,
            self._panels.mark_expiring,
            self._boards.try_again,
            self._boards.count_watchers,
            self._panels.purge_expired,
            lambda: self.retention.tick(for_all=self.does_chores),
            self._matches.announce_missed,
            self._matches.show_free_seats,
            self._post_digests,
        )

    @tasks.loop(seconds=1)
    async def every_second(self) -> None:
        """Ends turns whose time is up."""
        await self.go_on()

    @tasks.loop(seconds=1)
    async def every_ping(self) -> None:
        """Sends and deletes pings. A separate loop, since the clocks must not wait for Discord."""
        if self._goes_on:
            await try_each(self._pings.tick)

    async def _post_digests(self) -> None:
        if self._goes_on:
            await self.digests.tick()

    @tasks.loop(seconds=5)
    async def every_lobby(self) -> None:
        """Calls people to lobbies, which may wait for Discord for as long as it takes."""
        if self._goes_on:
            await try_each(self._calls.tick)

    async def _close_idle_tables(self) -> None:
        if not self._goes_on:  # nobody can reach their table
            return
        await self._deadlines.tick()  # first: no table is idle for a time that is given back
        idle_seconds = self._settings.idle_minutes * 60
        reaches = self._gateway.reaches
        await self._matches.seats.lapse(self._settings.lobby_minutes * 60, "lobby", reaches)
        await self._matches.seats.lapse(idle_seconds, "playing", reaches)
        if not self.does_chores:
            return
        await self._matches.lessons.lapse(idle_seconds)
        await self._matches.dailies.lapse()


async def try_each(*chores: Callable[[], Awaitable[None]]) -> None:
    """Does each chore. One that fails is logged, so that its loop goes on and tries again."""
    for chore in chores:
        try:
            await chore()
        except Exception as error:  # noqa: BLE001 - see the docstring
            log.error("a chore failed: %s", outline(error))


async def cancel_and_wait(task: asyncio.Task[None] | None) -> None:
    """Cancels a task and waits until it has released everything."""
    if task:
        task.cancel()
        await asyncio.wait({task})
