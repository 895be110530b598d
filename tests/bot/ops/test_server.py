"""The two pages for an operator's monitoring."""

import aiohttp
import pytest

from bot.ops.health import serving
from bot.ops.metrics import Metrics

LOOPBACK = "127.0.0.1"


async def fetched(port: int, path: str) -> tuple[int, str, str]:
    """The status, type and text of a page."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{LOOPBACK}:{port}{path}") as answer:
        return answer.status, answer.content_type, await answer.text()


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        ({}, 200, '{"healthy": true, "reasons": {}}'),
        ({"database": "gone"}, 503, '{"healthy": false, "reasons": {"database": "gone"}}'),
    ],
    ids=["healthy", "unhealthy"],
)
async def test_health_is_a_status_and_its_reasons(wrong: dict[str, str], status: int, said: str) -> None:
    async def reasons() -> dict[str, str]:
        return wrong

    async with serving(Metrics().registry, reasons, LOOPBACK, 0) as port:
        assert await fetched(port, "/healthz") == (status, "application/json", said)


async def nothing_wrong() -> dict[str, str]:
    return {}


async def test_metrics_are_in_prometheus_own_format() -> None:
    metrics = Metrics()
    metrics.count("click", "answered")

    async with serving(metrics.registry, nothing_wrong, LOOPBACK, 0) as port:
        status, content_type, text = await fetched(port, "/metrics")

    assert (status, content_type) == (200, "text/plain")
    assert 'finte_interactions_total{kind="click",outcome="answered"} 1.0' in text.splitlines()


async def test_a_port_that_is_taken_is_an_error() -> None:
    async with serving(Metrics().registry, nothing_wrong, LOOPBACK, 0) as port:
        with pytest.raises(OSError, match="in use"):
            async with serving(Metrics().registry, nothing_wrong, LOOPBACK, port):
                pass
