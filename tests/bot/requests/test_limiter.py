"""The limiter: how many requests leave in a second, in which order, and after what Discord has answered."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from bot.requests.limiter import (
    BEHIND_SECONDS,
    BURST_SECONDS,
    CAREFUL_RATE,
    DISCORDS_LIMIT,
    MANY_INVALID,
    SLOWER,
    SLOWER_SECONDS,
    USED,
    WINDOW_SECONDS,
    Limiter,
    Urgency,
    traced,
)
from localcord import Limit, Localcord, RateLimits
from tests.bot.requests.timeline import Sender, Timeline
from tests.clock import Clock, NoSleep
from tests.localcord.bot import SmallBot

RATE = DISCORDS_LIMIT * USED
BURST = int(BURST_SECONDS * RATE) + 1


def answer(status: int, **headers: str) -> aiohttp.ClientResponse:
    """Discord's answer, past its proxy."""
    sent = {"Via": "1.1 google"} | {name.replace("_", "-"): text for name, text in headers.items()}
    return cast("aiohttp.ClientResponse", SimpleNamespace(status=status, headers=sent))


@pytest.fixture
def timeline() -> Timeline:
    return Timeline()


@pytest.fixture
def limiter(timeline: Timeline) -> Limiter:
    return Limiter(channel_seconds=1.1, clock=timeline, later=timeline.later)


@pytest.fixture
def sender(timeline: Timeline, limiter: Limiter) -> Sender:
    return Sender(timeline, limiter)


@pytest.fixture
async def client(local: Localcord, limiter: Limiter) -> AsyncIterator[SmallBot]:
    """A client that has logged in; the limiter sees Discord's answers."""
    client = SmallBot()
    client.http.http_trace = traced(limiter)
    await client.come(local)
    yield client
    await client.go()


@pytest.mark.parametrize("share", [1, 0.25])
async def test_no_second_sees_more_requests_than_the_share_of_what_discord_takes(
    timeline: Timeline, share: float
) -> None:
    sender = Sender(timeline, Limiter(share=share, clock=timeline, later=timeline.later))
    for number in range(300):
        sender.ask(f"{number}", Urgency(number % 3))
    await timeline.pass_by(60)

    assert len(sender.sent) == 300
    assert RATE * share <= sender.most_in_a_second <= DISCORDS_LIMIT * share


async def test_turns_keep_an_even_distance_after_a_small_burst_and_the_time_is_measured(
    sender: Sender, timeline: Timeline, limiter: Limiter
) -> None:
    for number in range(10):
        sender.ask(f"{number}")
    await timeline.pass_by(0)
    waiting = limiter.waiting[Urgency.BOARD]
    await timeline.pass_by(1)
    times = [moment - timeline.now + 1 for _, moment in sender.sent]

    assert times == pytest.approx([max(0, step) / RATE for step in range(1 - BURST, 11 - BURST)], abs=1e-6)
    assert (waiting, limiter.waiting[Urgency.BOARD], limiter.sent[Urgency.BOARD]) == (10 - BURST, 0, 10)
    assert limiter.waited_seconds[Urgency.BOARD] == pytest.approx(sum(range(11 - BURST)) / RATE)


async def test_the_most_urgent_is_next(sender: Sender, timeline: Timeline) -> None:
    for number in range(30):
        sender.ask(f"chore {number}", Urgency.HOUSEKEEPING)
    await timeline.pass_by(0.1)
    before = len(sender.sent)
    sender.ask("board", Urgency.BOARD)
    sender.ask("ping", Urgency.AWAITED)
    await timeline.pass_by(0.1)

    assert sender.names[before : before + 2] == ["ping", "board"]


async def test_what_has_waited_long_enough_is_next(sender: Sender, timeline: Timeline, limiter: Limiter) -> None:
    limiter.note(answer(429, X_RateLimit_Scope="global", Retry_After=f"{BEHIND_SECONDS[Urgency.HOUSEKEEPING] + 2:.0f}"))
    sender.ask("chore", Urgency.HOUSEKEEPING)
    await timeline.pass_by(BEHIND_SECONDS[Urgency.HOUSEKEEPING] + 1)
    sender.ask("ping", Urgency.AWAITED)
    await timeline.pass_by(2)

    assert sender.names == ["chore", "ping"]


async def test_what_waits_can_become_more_urgent_or_leave_its_turn_to_others(
    sender: Sender, timeline: Timeline, limiter: Limiter
) -> None:
    tasks = [sender.ask(f"{number}", Urgency.HOUSEKEEPING) for number in range(30)]
    await timeline.pass_by(0.01)
    before = len(sender.sent)
    limiter.hasten("29", Urgency.AWAITED)
    limiter.hasten("28", Urgency.HOUSEKEEPING)
    limiter.hasten("unknown", Urgency.AWAITED)
    tasks[7].cancel()
    await asyncio.wait({tasks[7]})
    await timeline.pass_by(1)

    assert sender.names[before] == "29"
    assert sorted(sender.names, key=int) == [f"{number}" for number in range(30) if number != 7]
    assert (limiter.waiting.total(), limiter.sent.total()) == (0, 29)


async def test_a_channel_has_a_turn_a_second_by_urgency_and_others_do_not_wait_for_it(
    sender: Sender, timeline: Timeline
) -> None:
    began = timeline.now
    sender.ask("first", channel_id=1)
    sender.ask("chore", Urgency.HOUSEKEEPING, channel_id=1)
    sender.ask("result", Urgency.AWAITED, channel_id=1)
    sender.ask("quiet", channel_id=2)
    await timeline.pass_by(10)
    times = {name: moment - began for name, moment in sender.sent}

    assert times["quiet"] == 0
    assert [times[name] for name in ("first", "result", "chore")] == pytest.approx([0, 1.1, 2.2], abs=2 / RATE)


@pytest.mark.parametrize(
    "headers", [{"X_RateLimit_Scope": "global"}, {"X_RateLimit_Global": "true"}], ids=["scope", "header"]
)
async def test_after_a_global_429_nothing_leaves_for_a_moment_and_then_less_for_a_minute(
    sender: Sender, timeline: Timeline, limiter: Limiter, headers: dict[str, str]
) -> None:
    limiter.note(answer(429, Retry_After="5", **headers))
    limiter.note(answer(429, Retry_After="5", **headers))  # the next answer says the same
    for number in range(20):
        sender.ask(f"{number}", Urgency.AWAITED)
    await timeline.pass_by(4.9)
    sent_meanwhile, slower = list(sender.sent), limiter.per_second
    await timeline.pass_by(1 + SLOWER_SECONDS)

    assert (sent_meanwhile, len(sender.sent), limiter.stops) == ([], 20, 1)
    assert (slower, limiter.per_second) == (RATE * SLOWER, RATE)


async def test_a_429_of_discords_proxy_stops_everything_and_one_of_a_route_nothing_else(limiter: Limiter) -> None:
    for scope in ("user", "shared"):
        limiter.note(answer(429, X_RateLimit_Scope=scope, Retry_After="5"))
    assert (limiter.stops, limiter.per_second) == (0, RATE)
    limiter.note(cast("aiohttp.ClientResponse", SimpleNamespace(status=429, headers={"Retry-After": "soon"})))

    assert limiter.stops == 1


async def test_discord_counts_some_refusals_for_ten_minutes(limiter: Limiter, timeline: Timeline) -> None:
    answers = [*((status, "") for status in (401, 403, 200, 404, 500)), *((429, one) for one in ("user", "shared"))]
    counted = []
    for status, scope in answers:
        limiter.note(answer(status, X_RateLimit_Scope=scope))
        counted.append(limiter.refused)
        timeline.now += WINDOW_SECONDS

    assert counted == [1, 1, 0, 0, 0, 1, 0]


async def test_after_many_refusals_so_little_is_sent_that_discord_does_not_ban_the_bot(
    sender: Sender, timeline: Timeline, limiter: Limiter, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(MANY_INVALID + 10):
        limiter.note(answer(403))
    for number in range(200):
        sender.ask(f"{number}", Urgency.AWAITED)
    await timeline.pass_by(10)
    sent = len(sender.sent)
    await timeline.pass_by(WINDOW_SECONDS)

    assert 10 * CAREFUL_RATE - 1 <= sent <= 10 * CAREFUL_RATE + BURST
    assert MANY_INVALID + CAREFUL_RATE * WINDOW_SECONDS < 10_000
    assert limiter.per_second == RATE
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_the_limiter_hears_of_a_global_429_from_discords_session(
    client: SmallBot, limiter: Limiter, local: Localcord, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Sleeper(NoSleep):
        @staticmethod
        def sleep(_seconds: float) -> asyncio.Future[None]:
            clock.now += _seconds  # so that the limit is over after it and no sooner
            return NoSleep.sleep(_seconds)

    monkeypatch.setattr(discord.http, "asyncio", Sleeper())
    local.api.rate_limits = RateLimits(whole=Limit(1, 0.25), clock=clock)
    channel = client.text_channel(local.channel_id)
    await channel.send("first")
    await channel.send("second")

    assert (limiter.stops, limiter.refused) == (1, 1)
