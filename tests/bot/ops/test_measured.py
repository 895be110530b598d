"""What is measured of the database and of the event loop."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.ops.metrics import SAMPLE_SECONDS, Metrics, measure_transactions, watch_loop
from tests.clock import Clock


def transactions(metrics: Metrics, end: str) -> float | None:
    return metrics.registry.get_sample_value("finte_transaction_seconds_count", {"end": end})


async def test_every_transaction_is_measured_by_how_it_ended(engine: AsyncEngine) -> None:
    metrics = Metrics()
    measure_transactions(engine, metrics)

    async with engine.begin() as db:
        await db.execute(text("SELECT 1"))
    assert (transactions(metrics, "commit"), transactions(metrics, "rollback")) == (1, 0)

    async with engine.connect() as db:
        await db.execute(text("SELECT 1"))
    assert (transactions(metrics, "commit"), transactions(metrics, "rollback")) == (1, 1)


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

    assert metrics.registry.get_sample_value("finte_loop_delay_seconds_sum") == pytest.approx(0.25)
    assert metrics.registry.get_sample_value("finte_loop_delay_seconds_count") == 2
    assert SAMPLE_SECONDS == 1
