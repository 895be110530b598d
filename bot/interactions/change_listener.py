"""Coordinates processes that share one PostgreSQL: one does the chores, and each is notified of the others' changes.

Knows no command and no screen.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.background.jobs import BackgroundJobs, cancel_and_wait, try_each
from bot.matches.intents import Matches
from bot.matches.privacy import Forgetting
from bot.messages.emojis import Emojis
from bot.messages.panels import Panels
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer
from bot.settings import Settings
from bot.store.leaderboard import Leaderboard
from bot.store.leases import Lease, acquired
from bot.store.processes import listen

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often to check that this process still holds the lease of the chores."""


class Sharer(Protocol):
    """The parts of the client that are needed here."""

    settings: Settings
    matches: Matches
    preferences: Preferences
    forgetting: Forgetting
    uploads: Emojis
    jobs: BackgroundJobs
    panels: Panels
    renderer: PageRenderer
    leaderboard: Leaderboard

    async def begin_chores(self) -> None:
        """Starts the work that one process does for all shards."""
        ...

    async def reschedule_pings(self, user_id: int) -> None:
        """Has this process's tables of a player recompute when to ping them."""
        ...


class ChangeListener:
    """This process's part in the coordination. Does nothing if it serves all shards."""

    def __init__(
        self, client: Sharer, chores: Lease, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._client = client
        self._chores = chores
        self._sleep = sleep
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Starts the chores, at once or when no other process does them, and listens for notifications."""
        if self._client.settings.share.is_everything:
            await self._client.begin_chores()
            return
        self._client.jobs.does_chores = False
        self._tasks = [
            asyncio.create_task(self._do_chores()),
            asyncio.create_task(listen(self._client.settings.database_url, self.hear)),
        ]

    async def stop(self) -> None:
        """Stops listening, and releases the lease of the chores."""
        for task in self._tasks:
            await cancel_and_wait(task)
        if self._tasks:
            await self._chores.release()

    async def hear(self, kind: str, number: int) -> None:
        """Reloads or drops what another process has changed. Shape: as for `Hear` in bot/store/processes.py."""
        client = self._client
        match kind:
            case "match":
                await client.matches.changed_elsewhere(number)
            case "panel" | "choosing":
                await client.panels.take_on(number, is_choosing=kind == "choosing")
            case "community":
                await client.preferences.load_again(kind, number)
            case "person":
                await client.preferences.load_again(kind, number)
                client.panels.redraw(number)
                client.leaderboard.drop()
                await client.reschedule_pings(number)
            case "forgotten":
                client.matches.drop_all()
                for listener in client.forgetting.on_forgotten:
                    listener(number)
            case "emojis" if client.settings.emojis:
                await client.uploads.recall_new()
            case "missed":
                await self._refresh_all()
                await client.matches.catch_up(number)

    async def _refresh_all(self) -> None:
        """Reloads or drops everything that another process may have changed."""
        client = self._client
        client.matches.drop_all()
        client.leaderboard.drop()
        client.renderer.forget_pictures()
        await client.preferences.load()
        if client.settings.emojis:
            await client.uploads.recall_new()

    async def _do_chores(self) -> None:
        while True:
            await acquired(self._chores, sleep=self._sleep)
            log.info("this process does the chores for all shards")
            await try_each(self._client.begin_chores)
            await self._sleep(LOOK_SECONDS)  # also if the lease is lost at once, as behind a pooler
            while await self._chores.is_held():
                await self._sleep(LOOK_SECONDS)
            log.info("another process can do the chores for all shards now")
            self._client.jobs.does_chores = False
