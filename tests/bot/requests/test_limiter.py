"""The limiter: how many requests leave in a second, and in which order."""

import asyncio
import logging
from contextlib import suppress
from types import SimpleNamespace
from typing import cast

import aiohttp
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
)
from tests.bot.requests.timeline import Sender, Timeline

A_MINUTE = 60.0
RATE = DISCORDS_LIMIT * USED
BURST = int(BURST_SECONDS * RATE) + 1


def answer(status: int, **headers: str) -> aiohttp.ClientResponse:
    """Discord's answer. Shape: by default, a 429 is of a route."""
    sent = {"Via": "1.1 google"} | {name.replace("_", "-"): text for name, text in headers.items()}
    return cast("aiohttp.ClientResponse", SimpleNamespace(status=status, headers=sent))


async def test_no_second_sees_more_requests_than_discord_takes(sender: Sender, timeline: Timeline) -> None:
    for number in range(300):
        sender.ask(f"{number}", Urgency(number % 3))
    await timeline.pass_by(A_MINUTE)

    assert len(sender.sent) == 300
    assert sender.most_in_a_second <= RATE + BURST < DISCORDS_LIMIT


async def test_turns_keep_an_even_distance_after_a_small_burst(sender: Sender, timeline: Timeline) -> None:
    for number in range(10):
        sender.ask(f"{number}")
    await timeline.pass_by(1)
    times = [moment - timeline.now + 1 for _, moment in sender.sent]

    assert times == pytest.approx([max(0, step) / RATE for step in range(1 - BURST, 11 - BURST)], abs=1e-6)


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


async def test_what_waits_can_become_more_urgent(sender: Sender, timeline: Timeline, limiter: Limiter) -> None:
    for number in range(30):
        sender.ask(f"{number}", Urgency.HOUSEKEEPING)
    await timeline.pass_by(0.01)
    before = len(sender.sent)
    limiter.hasten("29", Urgency.AWAITED)
    limiter.hasten("28", Urgency.HOUSEKEEPING)
    limiter.hasten("unknown", Urgency.AWAITED)
    await timeline.pass_by(1)

    assert sender.names[before] == "29"
    assert sorted(sender.names, key=int) == [f"{number}" for number in range(30)]


async def test_a_request_that_nobody_waits_for_takes_no_turn(
    sender: Sender, timeline: Timeline, limiter: Limiter
) -> None:
    tasks = [sender.ask(f"{number}") for number in range(10)]
    await timeline.pass_by(0)
    tasks[7].cancel()
    with suppress(asyncio.CancelledError):
        await tasks[7]
    await timeline.pass_by(2)

    assert "7" not in sender.names
    assert (len(sender.sent), limiter.waiting.total(), limiter.sent.total()) == (9, 0, 9)


async def test_a_channel_has_a_turn_a_second_and_others_do_not_wait_for_it(sender: Sender, timeline: Timeline) -> None:
    began = timeline.now
    for number in range(3):
        sender.ask(f"busy {number}", channel_id=1)
    sender.ask("quiet", channel_id=2)
    await timeline.pass_by(10)
    times = {name: moment - began for name, moment in sender.sent}

    assert times["quiet"] == 0
    assert [times[f"busy {number}"] for number in range(3)] == pytest.approx([0, 1.1, 2.2], abs=2 / RATE)


async def test_in_a_channel_the_most_urgent_is_next(sender: Sender, timeline: Timeline) -> None:
    sender.ask("first", channel_id=1)
    sender.ask("chore", Urgency.HOUSEKEEPING, channel_id=1)
    sender.ask("result", Urgency.AWAITED, channel_id=1)
    await timeline.pass_by(10)

    assert sender.names.index("result") < sender.names.index("chore")


async def test_a_process_takes_only_its_share(timeline: Timeline) -> None:
    sender = Sender(timeline, Limiter(share=0.25, clock=timeline, later=timeline.later))
    for number in range(100):
        sender.ask(f"{number}", Urgency.AWAITED)
    await timeline.pass_by(A_MINUTE)

    assert len(sender.sent) == 100
    assert sender.most_in_a_second <= DISCORDS_LIMIT // 4


async def test_it_tells_what_waits_and_how_long_it_took(sender: Sender, timeline: Timeline, limiter: Limiter) -> None:
    for number in range(10):
        sender.ask(f"{number}", Urgency.BOARD)
    await timeline.pass_by(0.001)
    waiting = limiter.waiting[Urgency.BOARD]
    await timeline.pass_by(1)

    assert (waiting, limiter.waiting[Urgency.BOARD], limiter.sent[Urgency.BOARD]) == (10 - BURST, 0, 10)
    assert limiter.waited_seconds[Urgency.BOARD] == pytest.approx(sum(range(11 - BURST)) / RATE)


@pytest.mark.parametrize(
    "headers",
    [{"X_RateLimit_Scope": "global"}, {"X_RateLimit_Global": "true"}],
    ids=["scope", "header"],
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


async def test_a_429_of_discords_proxy_stops_everything(limiter: Limiter) -> None:
    limiter.note(cast("aiohttp.ClientResponse", SimpleNamespace(status=429, headers={"Retry-After": "soon"})))

    assert limiter.stops == 1


@pytest.mark.parametrize("scope", ["user", "shared"])
async def test_a_429_of_one_route_stops_nothing_else(limiter: Limiter, scope: str) -> None:
    limiter.note(answer(429, X_RateLimit_Scope=scope, Retry_After="5"))

    assert (limiter.stops, limiter.per_second) == (0, RATE)


@pytest.mark.parametrize(
    ("status", "scope", "counts"),
    [
        *((status, "", True) for status in (401, 403)),
        *((429, scope, True) for scope in ("user", "global")),
        (429, "shared", False),
        *((status, "", False) for status in (200, 404, 500)),
    ],
)
async def test_discord_counts_these_refusals_for_ten_minutes(
    limiter: Limiter, timeline: Timeline, status: int, scope: str, *, counts: bool
) -> None:
    limiter.note(answer(status, X_RateLimit_Scope=scope))
    now = limiter.refused
    timeline.now += WINDOW_SECONDS

    assert (now, limiter.refused) == (counts, 0)


async def test_after_many_refusals_so_little_is_sent_that_discord_does_not_ban_the_bot(
    sender: Sender, timeline: Timeline, limiter: Limiter, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
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
