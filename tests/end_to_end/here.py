"""The bot in the process of the test, on a clock that only the test moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from pydantic import SecretStr

from bot.interactions.client import Finte, point_at
from bot.settings import Settings
from bot.store import connected
from cogs.composition import compose
from localcord import Localcord
from tests.clock import Clock

LAST_SERVER_SECONDS = 0.05
"""How long discord.py waits for another server before it is ready: there is but one here, which comes at once."""


async def stop_ticking(client: Finte) -> None:
    """End the loops that look at the clock by themselves, once a second of real time: a test looks when it wants.

    A look of theirs right after a test has moved the clock finds that the bot was not there, and gives that time back.
    """
    for loop in client.upkeep.loops:
        task = loop.get_task()
        loop.cancel()
        if task is not None:
            await asyncio.wait({task})


@asynccontextmanager
async def ready_bot(
    discord: Localcord,
    clock: Clock,
    folder: Path,
    *,
    rng: Random | None = None,
    reveal_seconds: float = 0,
    catches_up: bool = True,
) -> AsyncIterator[Finte]:
    """The bot, ready to play, with computer players that do not pause and boards that are drawn at once.

    Unless it need not have caught up, every table goes on as the last run left it.
    """
    settings = Settings(
        discord_token=SecretStr(discord.token),
        database_url=f"sqlite+aiosqlite:///{folder / 'finte.sqlite3'}",
        discord_api_url=discord.api_url,
        discord_gateway_url=discord.gateway_url,
        computer_seconds=0,
        reveal_seconds=reveal_seconds,
        board_seconds=0,
        emojis=False,
        picture_processes=0,
        _env_file=None,
    )
    point_at(settings)
    async with connected(settings.database_url) as engine, compose(settings, engine, clock=clock, rng=rng) as client:
        client._connection.guild_ready_timeout = LAST_SERVER_SECONDS
        running = asyncio.create_task(client.start(discord.token))
        there = asyncio.create_task(discord.bot_connected())
        await asyncio.wait({running, there}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            there.cancel()
            running.result()
        await there
        await client.wait_until_ready()
        if catches_up:
            await client.upkeep.resumption.caught_up()
        await stop_ticking(client)
        yield client
        await client.close()
        await running
