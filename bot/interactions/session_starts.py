"""Keeps within Discord's limits for starting sessions at its gateway. Knows nothing of what the sessions are for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

log = logging.getLogger(__name__)

GAP_SECONDS = 5
"""Between two session starts: https://discord.com/developers/docs/events/gateway#rate-limiting"""

LOOK_SECONDS = 30
"""How long to wait before asking again whether a start is left; discord.py gives up a connection after 60 s."""

Limits = Callable[[], Awaitable[discord.SessionStartLimits]]


async def may_start(limits: Limits, *, is_first: bool) -> None:
    """Waits until one more session may start: Discord resets the token of a bot that exceeds its daily limit.

    Shape: `limits` asks Discord how many starts are left. The first session needn't wait for the gap.
    """
    if not is_first:
        await asyncio.sleep(GAP_SECONDS)
    while (hours := await _hours_without(limits)) is not None:
        log.error("Discord allows no session start for %.1f hours: the bot waits, or it would lose its token", hours)
        await asyncio.sleep(LOOK_SECONDS)


async def _hours_without(limits: Limits) -> float | None:
    """Hours until a start is allowed again. Shape: None if one is left, or if Discord doesn't answer."""
    try:
        found = await limits()
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return None
    return None if found.remaining else found.reset_after / 3_600_000
