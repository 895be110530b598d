"""The hook in discord.py's session: what the limiter learns from Discord's answers."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

import bot.requests.limiter
from bot.requests.limiter import Limiter, traced
from localcord import Limit, Localcord, RateLimits
from tests.clock import Clock
from tests.end_to_end.fast_timeouts import SOON
from tests.localcord.bot import SmallBot

CREATE = ("POST", "/channels/{channel_id}/messages")


@pytest.fixture
async def watched(local: Localcord) -> AsyncIterator[tuple[SmallBot, Limiter]]:
    """A client that has logged in, and a limiter that sees Discord's answers."""
    limiter = Limiter()
    client = SmallBot()
    client.http.http_trace = traced(limiter)
    await client.come(local)
    yield client, limiter
    await client.go()


@pytest.mark.parametrize(("status", "counted"), [(403, 1), (500, 0)])
async def test_refusals_are_counted(
    watched: tuple[SmallBot, Limiter], local: Localcord, status: int, counted: int
) -> None:
    client, limiter = watched
    local.fail_next("DELETE", "/channels/", status=status)
    message = await client.text_channel(local.channel_id).send("x")
    if status == 403:
        with pytest.raises(discord.Forbidden):
            await message.delete()

    assert limiter.refused == counted


class Sleeper:
    """asyncio for discord.py: its sleep moves a clock, so that a limit is over after it and no sooner."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Waits for no time."""
        self._clock.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def sleeper(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http, "asyncio", Sleeper(clock))
    monkeypatch.setattr(bot.requests.limiter, "LONGEST_STOP_SECONDS", SOON)


@pytest.mark.usefixtures("sleeper")
async def test_a_global_429_is_noticed(watched: tuple[SmallBot, Limiter], local: Localcord, clock: Clock) -> None:
    client, limiter = watched
    local.api.rate_limits = RateLimits(whole=Limit(1, 0.25), clock=clock)
    channel = client.text_channel(local.channel_id)
    await channel.send("first")
    await channel.send("second")

    assert (limiter.stops, limiter.refused) == (1, 1)


@pytest.mark.usefixtures("sleeper")
async def test_a_429_of_one_route_stops_nothing_else(
    watched: tuple[SmallBot, Limiter], local: Localcord, clock: Clock
) -> None:
    client, limiter = watched
    local.api.rate_limits = limits = RateLimits({CREATE: Limit(1, 0.25)}, clock=clock)
    limits.charge(*CREATE, {"channel_id": local.channel_id}, counts_globally=False)
    await client.text_channel(local.channel_id).send("late")

    assert (limiter.stops, limiter.refused) == (0, 1)
