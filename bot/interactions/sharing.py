"""What processes that share a PostgreSQL owe each other: one does the chores of all, and each hears what others change.

Knows no command and no screen.
"""

import asyncio
import logging
from typing import Protocol

from bot.background.upkeep import Upkeep, cancel_and_wait, try_each
from bot.matches.forgetting import Forgetting
from bot.matches.intents import Matches
from bot.messages.emojis import Emojis
from bot.messages.preferences import Preferences
from bot.settings import Settings
from bot.store import Lease, acquired, listen

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often to look whether the chores are still this process's."""


class Sharer(Protocol):
    """The parts of the client that are needed here."""

    settings: Settings
    matches: Matches
    preferences: Preferences
    forgetting: Forgetting
    uploads: Emojis
    upkeep: Upkeep

    async def begin_chores(self) -> None:
        """Starts what one process does for all shards."""
        ...


class Sharing:
    """The other processes, as this one sees them. Does nothing if there are none."""

    def __init__(self, client: Sharer, chores: Lease) -> None:
        self._client = client
        self._chores = chores
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Does the chores, or waits until no other process does."""
        if self._client.settings.share.is_everything:
            await self._client.begin_chores()
            return
        self._client.upkeep.does_chores = False
        self._tasks = [
            asyncio.create_task(self._do_chores()),
            asyncio.create_task(listen(self._client.settings.database_url, self.hear)),
        ]

    async def stop(self) -> None:
        """Leaves the chores to others."""
        for task in self._tasks:
            await cancel_and_wait(task)
        if self._tasks:
            await self._chores.release()

    async def hear(self, kind: str, number: int) -> None:
        """Drops from memory what another process has changed."""
        client = self._client
        match kind:
            case "match":
                await client.matches.changed_elsewhere(number)
            case "person" | "community":
                await client.preferences.load_again(kind, number)
            case "forgotten":
                client.matches.drop_all()
                for listener in client.forgetting.on_forgotten:
                    listener(number)
            case "emojis" if client.settings.emojis and not client.upkeep.does_chores:
                await client.uploads.recall()
            case "missed":
                client.matches.drop_all()
                await client.preferences.load()

    async def _do_chores(self) -> None:
        while True:
            await acquired(self._chores)
            log.info("this process does the chores of all shards")
            await try_each(self._client.begin_chores)
            while await self._chores.is_held():  # noqa: ASYNC110 - the server doesn't tell
                await asyncio.sleep(LOOK_SECONDS)
            log.info("another process may do the chores of all shards now")
            self._client.upkeep.does_chores = False
