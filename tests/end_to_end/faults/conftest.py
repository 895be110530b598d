"""A bot and a discord.py that don't wait between two tries: the faults here end when a test wants."""

import asyncio
from collections.abc import Iterator

import discord.http
import discord.webhook.async_
import pytest

import bot.interactions.client
import bot.messages.painter
import bot.requests.limiter
from tests.end_to_end.fast_timeouts import SOON, draw_dots


class Hurried:
    """A stand-in for asyncio in modules that only wait to spare Discord."""

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Waits for a very short time."""
        await asyncio.sleep(min(seconds, SOON))


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        draw_dots(patch)
        patch.setattr(discord.http, "asyncio", Hurried())
        patch.setattr(discord.webhook.async_, "asyncio", Hurried())
        patch.setattr(bot.messages.painter, "FIRST_WAIT_SECONDS", SOON)
        patch.setattr(bot.messages.painter, "LONGEST_WAIT_SECONDS", SOON)
        patch.setattr(bot.interactions.client, "GAP_SECONDS", 0)
        patch.setattr(bot.interactions.client, "LOOK_SECONDS", SOON)
        patch.setattr(bot.requests.limiter, "LONGEST_STOP_SECONDS", SOON)
        yield
