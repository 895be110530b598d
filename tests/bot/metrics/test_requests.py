"""The schedule of requests as metrics."""

from prometheus_client import CollectorRegistry

from bot.monitoring import Requests
from tests.bot.metrics.schedule import FixedSchedule


def test_a_schedule_is_shown_by_priority() -> None:
    registry = CollectorRegistry()
    registry.register(Requests(FixedSchedule()))

    def shown(name: str, **labels: str) -> float | None:
        return registry.get_sample_value(name, labels)

    assert shown("finte_requests_waiting", priority="board") == 2
    assert shown("finte_requests_total", priority="answer") == 30
    assert shown("finte_request_wait_seconds_total", priority="board") == 6.5
    assert shown("finte_global_limit_stops_total") == 7
    assert shown("finte_refused_requests") == 8
