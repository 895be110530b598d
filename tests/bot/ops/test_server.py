"""The two pages for an operator's monitoring."""

import aiohttp
import pytest

from bot.ops.health import Health, serving
from bot.ops.metrics import Metrics

LOOPBACK = "127.0.0.1"


def judge(database: Exception | None = None) -> Health:
    """The health of a bot whose database raises this, or answers."""

    async def look() -> None:
        if database:
            raise database

    return Health(look, lambda: (0, 0), lambda: 0)


async def fetched(port: int, path: str) -> tuple[int, str, str]:
    """The status, type and text of a page."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{LOOPBACK}:{port}{path}") as answer:
        return answer.status, answer.content_type, await answer.text()


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        (None, 200, '{"healthy": true, "reasons": {}}'),
        (LookupError(), 503, '{"healthy": false, "reasons": {"database": "LookupError"}}'),
    ],
    ids=["healthy", "unhealthy"],
)
async def test_health_is_a_status_and_its_reasons(wrong: Exception | None, status: int, said: str) -> None:
    async with serving(Metrics().registry, judge(wrong), LOOPBACK, 0) as port:
        assert await fetched(port, "/healthz") == (status, "application/json", said)


async def test_metrics_are_in_prometheus_own_format() -> None:
    metrics = Metrics()
    metrics.count("click", "answered")

    async with serving(metrics.registry, judge(), LOOPBACK, 0) as port:
        status, content_type, text = await fetched(port, "/metrics")

    assert (status, content_type) == (200, "text/plain")
    assert 'finte_interactions_total{kind="click",outcome="answered"} 1.0' in text.splitlines()


async def test_a_port_that_is_taken_is_an_error() -> None:
    async with serving(Metrics().registry, judge(), LOOPBACK, 0) as port:
        with pytest.raises(OSError, match="in use"):
            async with serving(Metrics().registry, judge(), LOOPBACK, port):
                pass
