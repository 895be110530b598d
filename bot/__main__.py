"""Starts the bot: settings, log, store, client. `python -m bot`."""

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import aiohttp
import discord
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot import logs
from bot.client import Finte, point_at
from bot.settings import Settings
from bot.store import connected

log = logging.getLogger(__name__)

STOPPING = (signal.SIGTERM, signal.SIGINT)


class CannotStart(Exception):
    """Says why, to whoever runs the bot."""


async def run(settings: Settings) -> None:
    """Runs until the process is told to stop. Raises: CannotStart."""
    _stop_at_the_first_signal()
    with suppress(asyncio.CancelledError):
        async with _database(settings.database_url) as engine, Finte(settings, engine) as bot:
            try:
                await bot.start(settings.discord_token.get_secret_value())
            except discord.LoginFailure as error:
                raise CannotStart("Discord does not know this DISCORD_TOKEN") from error
            except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
                raise CannotStart(f"Discord is out of reach: {_reason(error)}") from error


def _stop_at_the_first_signal() -> None:
    """The first signal ends this task; those that follow leave it the time to close in good order."""
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    assert main is not None

    def stop() -> None:
        log.info("stopping")
        for number in STOPPING:
            loop.add_signal_handler(number, lambda: None)
        main.cancel()

    for number in STOPPING:
        loop.add_signal_handler(number, stop)


@asynccontextmanager
async def _database(url: str) -> AsyncIterator[AsyncEngine]:
    """The store's database. Raises: CannotStart."""
    async with AsyncExitStack() as stack:
        try:
            engine = await stack.enter_async_context(connected(url))
        except ModuleNotFoundError as error:
            raise CannotStart("DATABASE_URL needs a driver: install requirements-postgresql.txt") from error
        except Exception as error:  # every driver has its own
            raise CannotStart(f"DATABASE_URL leads to no database that can be used: {_reason(error)}") from error
        yield engine


def _reason(error: Exception) -> str:
    """The error in one line. Nothing has been played yet that it could quote."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else ''}"


def main() -> int:
    """Shape: 0 after a clean stop, 1 when the bot could not start."""
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            sys.stderr.write(f"{'.'.join(map(str, problem['loc'])).upper()}: {problem['msg']}\n")
        sys.stderr.write("Copy .env.example to .env and fill it in; `make play` needs no account at all.\n")
        return 1
    logs.set_up(settings.log_level)
    point_at(settings)
    try:
        asyncio.run(run(settings))
    except CannotStart as error:
        log.error("%s", error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
