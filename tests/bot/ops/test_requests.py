"""The limiter as metrics."""

import asyncio

from prometheus_client import CollectorRegistry

from bot.ops.metrics import Requests
from bot.requests.limiter import Limiter, Urgency
from tests.bot.requests.timeline import Timeline


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
