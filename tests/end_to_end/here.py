"""The bot in the test's process, on a clock that only the test moves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr

from bot.background.jobs import BackgroundJobs
from bot.interactions.client import Finte, point_at
from bot.requests.limiter import DISCORDS_LIMIT
from bot.settings import Settings
from cogs.composition import compose
from localcord import Localcord
from tests.clock import Clock
from tests.database import database
from tests.end_to_end.fast_timeouts import fast_timeouts, greet_nobody

LAST_SERVER_SECONDS = 0.001
"""How long discord.py waits for another server before it is ready. Here, all of them come at once."""

SEED = 1
"""Of the dice and cards where a test brings no generator: at random, some matches end too soon for their tests."""


def start_no_loops(patch: pytest.MonkeyPatch) -> None:
    """Keep the loops that look at the clock from starting: a test looks when it wants.

    A look of theirs right after a test has moved the clock finds that the bot was not there, and gives that time back.
    """
    patch.setattr(BackgroundJobs, "loops", ())


def settings_for(discord: Localcord, folder: Path, reveal_seconds: float, requests_per_second: int) -> Settings:
    """Settings for a bot in this folder that doesn't pause."""
    return Settings(
        discord_token=SecretStr(discord.token),
        database_url=f"sqlite+aiosqlite:///{folder / 'finte.sqlite3'}",
        discord_api_url=discord.api_url,
        discord_gateway_url=discord.gateway_url,
        computer_seconds=0,
        reveal_seconds=reveal_seconds,
        board_seconds=0,
        requests_per_second=requests_per_second,
        emojis=False,
        picture_processes=0,
        _env_file=None,
    )


async def started(client: Finte, discord: Localcord) -> asyncio.Task[None]:
    """Start the bot, and wait until it is connected. Raises: what ended it before."""
    running = asyncio.create_task(client.start(discord.token))
    there = asyncio.create_task(discord.bot_connected())
    await asyncio.wait({running, there}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        there.cancel()
        running.result()
    await there
    return running


@asynccontextmanager
async def ready_bot(
    discord: Localcord,
    clock: Clock,
    folder: Path,
    *,
    rng: Random | None = None,
    reveal_seconds: float = 0,
    catches_up: bool = True,
    hurries: bool = True,
    has_emojis: bool = False,
    requests_per_second: int = DISCORDS_LIMIT,
    address: str | None = None,
    shards: int = 0,
    greets: bool = False,
) -> AsyncIterator[Finte]:
    """The bot, ready to play, with computer players that do not pause and boards that are drawn at once.

    Unless it need not have caught up, every table goes on as the last run left it. A bot that hurries edits more
    messages in a second than Discord would let it. `address` is that of another database than a file in this folder.
    `shards` is the number of its connections; with 0 Discord chooses it. Unless it `greets`, it's no newcomer here.
    """
    settings = settings_for(discord, folder, reveal_seconds, requests_per_second)
    settings.emojis = has_emojis
    settings.shard_count = shards
    if address is not None:
        settings.database_url = address
    point_at(settings)
    async with AsyncExitStack() as stack:
        start_no_loops(patch := stack.enter_context(pytest.MonkeyPatch.context()))
        if not greets:
            greet_nobody(patch)
        if hurries:
            fast_timeouts(patch)
        engine = await stack.enter_async_context(database(settings.database_url))
        client = await stack.enter_async_context(compose(settings, engine, clock=clock, rng=rng or Random(SEED)))
        client._connection.guild_ready_timeout = LAST_SERVER_SECONDS
        running = await started(client, discord)
        await client.wait_until_ready()
        if catches_up:
            await client.jobs.startup_recovery.caught_up()
        yield client
        await client.close()
        await running
