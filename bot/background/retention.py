"""Deletes what nobody needs any more: lessons, lobbies and daily matches that are over, old ones, and servers it left.

Works in small steps, so that no move waits for long.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

from bot.matches.intents import Matches
from bot.messages.preferences import Preferences
from bot.store.invitations import LIMIT_SECONDS
from bot.store.retention import RetentionStore
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import day_of, earliest_open
from games.core import PlayerError

log = logging.getLogger(__name__)

CLOSED_SECONDS = DAY_SECONDS
"""How long a finished lesson, and a lobby that never started, is kept."""

DEPARTED_SECONDS = 30 * DAY_SECONDS
"""How long a server is kept that has removed the bot."""

DAILY_DAYS = 8
"""For how many days the moves of a daily match are kept; what it came to is kept longer."""

PUZZLE_DAYS = 35
"""For how many days after the last one it is kept when somebody solved puzzles: then no day of it counts any more."""

LOOK_SECONDS = 3600
"""How often to look for what has to go."""

BATCH = 25
"""Matches deleted at once."""

PAUSE_SECONDS = 0.05
"""The pause between two steps, in which moves are stored."""

NO_USER = 0

LIST_SECONDS = DAY_SECONDS
"""How often to ask Discord for the servers that the bot is on. No event tells that one has removed it."""

Present = Callable[[], Awaitable[Collection[int] | None]]
"""Asks for the servers that the bot is on. None if Discord doesn't say."""


class Retention:
    """Old data on disk. Call `tick` every minute."""

    def __init__(
        self,
        store: RetentionStore,
        *,
        matches: Matches,
        preferences: Preferences,
        present: Present,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._matches = matches
        self._preferences = preferences
        self._present = present
        self._clock = clock
        self._sleep = sleep
        self.keep_days = 0
        """How many days finished matches are kept; 0 for ever."""
        self._looked_at = self._listed_at = 0.0
        self._ended_before = 0

    async def tick(self, *, for_all: bool = True) -> None:
        """Once an hour, deletes what has been kept for long enough; once a day, servers that removed the bot.

        Unless it acts `for_all` processes, it deletes only what belongs to servers of this one.
        """
        now = int(self._clock())
        if now < self._looked_at + LOOK_SECONDS:
            return
        if for_all:
            await self._delete_ended(now - CLOSED_SECONDS)
            await self._delete_dailies(day_of(now) - DAILY_DAYS)
            await self._store.delete_marks(earliest_open(now))
            await self._store.delete_invitations(now - LIMIT_SECONDS)
            await self._store.delete_puzzle_days(day_of(now) - PUZZLE_DAYS)
            if self.keep_days:
                await self._delete_old(now - self.keep_days * DAY_SECONDS)
        if now >= self._listed_at + LIST_SECONDS and (present := await self._present()) is not None:
            await self._store.note_guilds(present, now)
            for guild_id in await self._store.gone_since(now - DEPARTED_SECONDS):
                await self._forget_guild(guild_id)
            self._listed_at = now
        self._looked_at = now

    async def _delete_ended(self, before: int) -> None:
        ids = await self._store.ended_between(self._ended_before, before)
        for first in range(0, len(ids), BATCH):
            await self._delete_matches(ids[first : first + BATCH])
        self._ended_before = before

    async def _delete_dailies(self, before: int) -> None:
        while ids := await self._store.dailies_before(before, BATCH):
            await self._delete_matches(ids)

    async def _delete_old(self, before: int) -> None:
        while ids := await self._store.closed_before(before, BATCH):
            await self._delete_matches(ids)

    async def _forget_guild(self, guild_id: int) -> None:
        """Deletes a server's matches, then everything else. If that is interrupted, the next look goes on with it."""
        for match_id, phase in await self._store.open_in(guild_id):
            with suppress(PlayerError):  # it has ended meanwhile
                await self._matches.seats.cancel(match_id, NO_USER, phase, moderator=True)  # so that its clocks stop
        while ids := await self._store.matches_in(guild_id, BATCH):
            await self._delete_matches(ids)
        while not await self._store.forget_some(guild_id):
            await self._sleep(PAUSE_SECONDS)
        self._preferences.forget_community(guild_id)
        log.info("a server that removed the bot is forgotten")

    async def _delete_matches(self, ids: Collection[int]) -> None:
        async with self._matches.rewriting(ids):
            await self._store.delete_matches(ids)
        await self._sleep(PAUSE_SECONDS)
