"""Starts the bot: settings, log, store, client. `python -m bot`."""

import asyncio
import logging
import signal
import sys

import aiohttp
import discord
from pydantic import ValidationError
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bot import logs
from bot.client import Finte, point_at
from bot.settings import Settings
from bot.store import connected

log = logging.getLogger(__name__)

STOPPING = (signal.SIGTERM, signal.SIGINT)


async def run(settings: Settings) -> None:
    """Runs until the process is told to stop."""
    async with connected(settings.database_url) as engine, Finte(settings, engine) as bot:
        loop = asyncio.get_running_loop()
        main = asyncio.current_task()
        assert main is not None

        def stop() -> None:
            """Ends the bot once, however often it is asked for."""
            for number in STOPPING:
                loop.add_signal_handler(number, lambda: None)
            main.cancel()

        for number in STOPPING:
            loop.add_signal_handler(number, stop)
        try:
            await bot.start(settings.discord_token.get_secret_value())
        except asyncio.CancelledError:
            log.info("stopping")


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
    except discord.LoginFailure:
        log.error("Discord does not know this DISCORD_TOKEN")
        return 1
    except (ArgumentError, ModuleNotFoundError, SQLAlchemyError) as error:
        log.error("DATABASE_URL leads to no database that can be used: %s", reason(error))
        return 1
    except (aiohttp.ClientError, OSError) as error:
        log.error("Discord, or the database, is out of reach: %s", reason(error))
        return 1
    return 0


def reason(error: Exception) -> str:
    """What a host needs to know of why the bot could not start: nothing has been played yet that it could quote."""
    return f"{type(error).__name__}: {getattr(error, 'orig', None) or error}"


if __name__ == "__main__":
    sys.exit(main())
