"""Keeps trying to start while Discord is briefly out of reach, and says why if Discord shuts the bot out.

Knows nothing of what the bot does.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

import aiohttp
import discord
from discord.ext import commands

from bot.errors import WrongSettings, failed, remedy
from bot.logs import outline

log = logging.getLogger(__name__)

WAITS_SECONDS: tuple[float, ...] = (1, 5, 15, 30)
"""How long to wait after each failed try. After the last one, the process ends, and its supervisor may restart it."""

LOGIN_SECONDS = 60.0
"""How long one login may take. aiohttp's own limit is five minutes for each request."""

REQUEST_SECONDS = 15
"""How long Discord may take to accept a connection, and to send anything over it.

aiohttp's default is five minutes in all, during which a board that is being edited couldn't be edited again.
"""

FAULTS = (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""What a request to Discord raises if Discord or the network fails."""

SHUT_OUT: Mapping[int, str] = {
    4004: "Discord no longer knows this DISCORD_TOKEN: it has been reset",
    4010: "Discord refuses these shards: check SHARD_IDS and SHARD_COUNT",
    4011: "Discord wants more shards for this many servers: raise SHARD_COUNT",
    4012: "Discord no longer speaks this version of its gateway: upgrade the bot",
}
"""Why Discord hangs up for good.

Source: https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""


class RetryingBot(commands.AutoShardedBot):
    """A bot that logs in and finds the gateway even if the first tries fail."""

    async def login(self, token: str) -> None:
        """Logs in, and then begins. Raises: CannotStart after the last try; what `begin` raises."""
        try:
            await with_retries(lambda: self._log_in(token))
        except discord.LoginFailure as error:
            raise WrongSettings("Discord does not know this DISCORD_TOKEN") from error
        bound_requests(self)
        await self.begin()

    async def begin(self) -> None:
        """Called once after the login, in place of discord.py's `setup_hook`: what fails here isn't tried again."""

    async def _log_in(self, token: str) -> None:
        try:
            async with asyncio.timeout(LOGIN_SECONDS):
                await super().login(token)
        except BaseException:
            await self.http.close()
            self.http.connector = discord.utils.MISSING  # discord.py then opens another
            raise

    async def launch_shards(self) -> None:
        """Finds the gateway, and connects to it. Raises: CannotStart after the last try.

        discord.py tries a shard every five seconds, each time from within the last try: Python allows about a thousand.
        """
        try:
            await with_retries(super().launch_shards)
        except RecursionError as error:
            raise failed("Discord is out of reach", error) from error

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stays connected. Raises: CannotStart, as WrongSettings if Discord shuts the bot out."""
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as error:
            raise _shut_out(error.code) from error
        except FAULTS as error:
            raise failed(_trouble(error), error) from error


async def with_retries(attempt: Callable[[], Awaitable[None]]) -> None:
    """Repeats an attempt until it succeeds. Raises: CannotStart after the last try."""
    for seconds in WAITS_SECONDS:
        try:
            return await attempt()
        except FAULTS as error:
            log.warning("%s: the next try is in %d seconds: %s", _trouble(error), seconds, outline(error))
        await asyncio.sleep(seconds)
    try:
        return await attempt()
    except FAULTS as error:
        raise failed(_trouble(error), error) from error


def _trouble(error: Exception) -> str:
    """Who is to blame for this one of the FAULTS: Discord and the way there, or this machine."""
    return "This machine can't connect to Discord" if remedy(error) else "Discord is out of reach"


def _shut_out(code: int) -> WrongSettings:
    return WrongSettings(f"{SHUT_OUT.get(code, 'Discord has closed the connection for good')} (close code {code})")


def bound_requests(client: discord.Client) -> None:
    """Makes all further requests raise TimeoutError after `REQUEST_SECONDS` of silence. Call it after the login.

    aiohttp's total timeout would run while a request waits for its turn in the budget. If it expired during the wait,
    the request would have no timeout at all.
    """
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001 - no option for it
    session._timeout = request_timeout()  # noqa: SLF001 - set only by its maker


def request_timeout() -> aiohttp.ClientTimeout:
    """How long a request may take, however long it waits for its turn."""
    return aiohttp.ClientTimeout(total=None, sock_connect=REQUEST_SECONDS, sock_read=REQUEST_SECONDS)
