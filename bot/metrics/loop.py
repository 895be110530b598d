"""Measures the delay of the event loop, which delays every answer."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from bot.metrics.counts import Metrics

SAMPLE_SECONDS = 1.0


async def watch_loop(
    metrics: Metrics,
    *,
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Takes a sample every second, for ever."""
    while True:
        begun = clock()
        await sleep(SAMPLE_SECONDS)
        metrics.loop_delay.observe(max(0.0, clock() - begun - SAMPLE_SECONDS))
