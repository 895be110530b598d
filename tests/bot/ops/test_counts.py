"""The bot counts and measures what it does, each bot for itself."""

import asyncio
from collections.abc import Mapping

import pytest
from prometheus_client import CollectorRegistry
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.ops.metrics import (
    MOST_REPORTED,
    RECENT_SECONDS,
    REPEAT_SECONDS,
    SAMPLE_SECONDS,
    TOGETHER_SECONDS,
    WRONG,
    Metrics,
    Requests,
    Together,
    measure_transactions,
    watch_loop,
)
from bot.requests.limiter import Limiter, Urgency
from tests.bot.requests.timeline import Timeline
from tests.clock import Clock


def sample(metrics: Metrics, name: str, **labels: str) -> float | None:
    """The value of a metric now."""
    return metrics.registry.get_sample_value(name, labels)


def test_an_interaction_is_counted_by_kind_and_outcome(clock: Clock) -> None:
    metrics = Metrics(clock)
    for outcome in ("answered", "answered", "stale"):
        metrics.arrived("click", clock()).ended(outcome)
    metrics.failed("form", "database")

    assert sample(metrics, "finte_interactions_total", kind="click", outcome="answered") == 2
    assert sample(metrics, "finte_interactions_total", kind="click", outcome="stale") == 1
    assert sample(metrics, "finte_interactions_total", kind="form", outcome="failed") == 1
    assert sample(metrics, "finte_errors_total", kind="database") == 1
    assert sample(metrics, "finte_answer_seconds_count", kind="click") == 3


def test_the_age_of_an_interaction_is_what_it_has_waited_before_it_came(clock: Clock) -> None:
    metrics = Metrics(clock)
    metrics.arrived("command", clock() - 1.25)
    metrics.arrived("command", clock() + 5)  # a clock that is behind Discord's

    assert sample(metrics, "finte_queue_age_seconds_sum", kind="command") == 1.25
    assert sample(metrics, "finte_queue_age_seconds_count", kind="command") == 2


def test_few_of_many_different_errors_are_remembered(clock: Clock) -> None:
    metrics = Metrics(clock)
    for number in range(3 * MOST_REPORTED):
        assert metrics.report(f"error {number}")[1]

    assert len(metrics._reported) <= MOST_REPORTED


def test_an_error_that_repeats_is_reported_once_a_minute_with_a_count(clock: Clock) -> None:
    metrics = Metrics(clock)
    reference, line = metrics.report("disk is full")
    assert line == f"reference {reference}: disk is full"

    other, other_line = metrics.report("no such table")
    assert (other != reference, bool(other_line)) == (True, True)
    for _ in range(3):
        clock.now += 1
        assert metrics.report("disk is full") == (reference, "")

    clock.now += REPEAT_SECONDS
    later, line = metrics.report("disk is full")
    assert line == f"reference {later}: disk is full; 3 more since reference {reference}"


def test_what_went_wrong_lately_is_forgotten_after_two_minutes(clock: Clock) -> None:
    metrics = Metrics(clock)
    for outcome in WRONG:
        metrics.count("click", outcome)
    clock.now += RECENT_SECONDS / 2
    metrics.count("click", "refused")
    metrics.count("click", "left")

    assert metrics.lately == (len(WRONG) + 1, len(WRONG))

    clock.now += RECENT_SECONDS / 2 + 1
    assert metrics.lately == (1, 0)


async def test_requests_are_shown_by_priority() -> None:
    timeline, registry = Timeline(), CollectorRegistry()
    limiter = Limiter(1.25, clock=timeline, later=timeline.later)
    registry.register(Requests(limiter))
    tasks = [asyncio.create_task(limiter.turn(Urgency.BOARD)) for _ in range(5)]
    await timeline.pass_by(2)
    limiter.stops = 7

    def shown(name: str, **labels: str) -> float | None:
        return registry.get_sample_value(name, labels)

    assert shown("finte_requests_waiting", priority="board") == 2
    assert shown("finte_requests_waiting", priority="awaited") == 0
    assert shown("finte_requests_total", priority="board") == 3
    assert shown("finte_request_wait_seconds_total", priority="board") == 3
    assert shown("finte_global_limit_stops_total") == 7
    assert shown("finte_refused_requests") == 0
    await timeline.pass_by(2)
    await asyncio.gather(*tasks)


async def test_every_transaction_is_measured_by_how_it_ended(engine: AsyncEngine) -> None:
    metrics = Metrics()
    measure_transactions(engine, metrics)

    async with engine.begin() as db:
        await db.execute(text("SELECT 1"))
    async with engine.connect() as db:
        await db.execute(text("SELECT 1"))

    ended = [sample(metrics, "finte_transaction_seconds_count", end=end) for end in ("commit", "rollback")]
    assert ended == [1, 1]


async def test_a_broken_connection_does_not_hide_that_its_task_was_cancelled(engine: AsyncEngine) -> None:
    measure_transactions(engine, Metrics())

    async def cancelled() -> None:
        async with engine.begin() as db:
            await db.execute(text("SELECT 1"))
            await db.invalidate()  # as a cancelled query does
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await cancelled()


async def test_a_late_loop_is_seen(clock: Clock) -> None:
    metrics, late = Metrics(), [0.25, 0.0]

    async def sleep(seconds: float) -> None:
        if not late:
            raise asyncio.CancelledError
        clock.now += seconds + late.pop(0)

    with pytest.raises(asyncio.CancelledError):
        await watch_loop(metrics, clock=clock, sleep=sleep)

    assert sample(metrics, "finte_loop_delay_seconds_sum") == pytest.approx(0.25)
    assert sample(metrics, "finte_loop_delay_seconds_count") == 2
    assert SAMPLE_SECONDS == 1


async def test_what_is_read_from_matches_is_read_once_an_hour_and_stays_if_that_fails(clock: Clock) -> None:
    metrics, asked = Metrics(clock), 0

    async def read() -> Mapping[str, float]:
        nonlocal asked
        asked += 1
        if asked > 1:
            raise OSError
        return {"finte_first_week_ratio": 0.25}

    together = Together(metrics, read)
    for seconds in (0, 1, TOGETHER_SECONDS, 1):
        clock.now += seconds
        together.refresh(clock.now)
        await together.settled()

    assert asked == 2
    assert sample(metrics, "finte_first_week_ratio") == 0.25
