"""Keeps within Discord's limits for starting sessions at its gateway. Knows nothing of what the sessions are for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from math import inf
from time import monotonic

import aiohttp
import discord

from bot.store.application import SessionStarts

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
        if monotonic() - self._asked_at < GAP_SECONDS:
            return
        try:
            self._found = await self._limits()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            self._found = None
        self._asked_at = monotonic()
