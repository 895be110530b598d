"""The hook in discord.py's session: which requests wait, and what answers say."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

import bot.interactions.client
import bot.requests.tracing
from bot.interactions.client import bound_requests
from bot.requests.budget import Budget
from bot.requests.purpose import Purpose, Urgency, sending
from bot.requests.tracing import traced
from localcord import Limit, Localcord, RateLimits
from localcord.people import PATIENCE_SECONDS
from tests.clock import Clock
from tests.end_to_end.fast_timeouts import SOON
from tests.localcord.bot import SmallBot, Use

HELD = ("POST", "/channels/")
CREATE = ("POST", "/channels/{channel_id}/messages")


@pytest.fixture
async def budgeted(local: Localcord) -> AsyncIterator[tuple[SmallBot, Budget]]:
    """A client that has logged in through a budget."""
    budget = Budget()
    client = SmallBot()
    client.http.http_trace = traced(budget)
    await client.come(local)
    yield client, budget
    await client.go()


async def test_what_discord_py_sends_by_itself_passes_the_budget(
    budgeted: tuple[SmallBot, Budget], local: Localcord
) -> None:
    client, budget = budgeted
    await client.tree.sync()

    assert sum(budget.sent.values()) == len(local.requests) > 0
    assert budget.sent[Urgency.ANSWER] == len([seen for seen in local.requests if "gateway" in seen.path]) > 0


async def test_a_request_is_as_urgent_as_what_it_is_for(budgeted: tuple[SmallBot, Budget], local: Localcord) -> None:
    client, budget = budgeted
    with sending(Purpose(Urgency.AWAITED)):
        await client.text_channel(local.channel_id).send("your turn")

    assert budget.sent[Urgency.AWAITED] == 1


async def test_answers_to_interactions_do_not_count(budgeted: tuple[SmallBot, Budget], local: Localcord) -> None:
    client, budget = budgeted

    @client.tree.command(name="small", description="Answers")
    async def answer_it(interaction: Use) -> None:
        await interaction.response.send_message("here")
        await interaction.edit_original_response(content="still here")

    await client.tree.sync()
    before = sum(budget.sent.values())
    answer = await local.person("Ana").command("small")

    assert answer.answered
    assert sum(budget.sent.values()) == before


@pytest.mark.parametrize(("status", "counted"), [(403, 1), (500, 0)])
async def test_refusals_are_counted(
    budgeted: tuple[SmallBot, Budget], local: Localcord, status: int, counted: int
) -> None:
    client, budget = budgeted
    local.fail_next("DELETE", "/channels/", status=status)
    message = await client.text_channel(local.channel_id).send("x")
    if status == 403:
        with pytest.raises(discord.Forbidden):
            await message.delete()

    assert budget.refused == counted


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
    monkeypatch.setattr(bot.requests.tracing, "LONGEST_STOP_SECONDS", SOON)


@pytest.mark.usefixtures("sleeper")
async def test_a_global_429_stops_everything(budgeted: tuple[SmallBot, Budget], local: Localcord, clock: Clock) -> None:
    client, budget = budgeted
    local.api.rate_limits = RateLimits(whole=Limit(1, 0.25), clock=clock)
    channel = client.text_channel(local.channel_id)
    await channel.send("first")
    await channel.send("second")

    assert (budget.stops, budget.refused) == (1, 1)


@pytest.mark.usefixtures("sleeper")
async def test_a_429_of_one_route_stops_nothing_else(
    budgeted: tuple[SmallBot, Budget], local: Localcord, clock: Clock
) -> None:
    client, budget = budgeted
    local.api.rate_limits = limits = RateLimits({CREATE: Limit(1, 0.25)}, clock=clock)
    limits.charge(*CREATE, {"channel_id": local.channel_id}, counts_globally=False)
    await client.text_channel(local.channel_id).send("late")

    assert (budget.stops, budget.refused) == (0, 1)


async def test_a_request_has_its_whole_time_however_long_it_has_waited_for_its_turn(
    budgeted: tuple[SmallBot, Budget], local: Localcord, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, budget = budgeted
    monkeypatch.setattr(bot.interactions.client, "REQUEST_SECONDS", 0.3)
    bound_requests(client)
    held = local.hold_next(*HELD)
    budget.stop_for(0.5)

    async with asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(TimeoutError):
            await client.text_channel(local.channel_id).send("your turn")

    assert held.came.is_set()
