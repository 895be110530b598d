"""Exports the queue of requests to Discord as metrics. Knows nothing of what a request is for."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Protocol, TypeVar

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

P = TypeVar("P", bound=IntEnum)


class Schedule(Protocol[P]):
    """What can be read from the queue, by priority. Units: seconds."""

    @property
    def waiting(self) -> Mapping[P, int]:
        """How many requests are waiting."""

    @property
    def sent(self) -> Mapping[P, int]:
        """How many requests have been sent."""

    @property
    def waited_seconds(self) -> Mapping[P, float]:
        """How long requests have waited in total."""

    @property
    def stops(self) -> int:
        """How often Discord's global limit has stopped the bot."""

    @property
    def refused(self) -> int:
        """How many answers of the last ten minutes were 401, 403 or 429."""


class Requests(Collector):
    """Reads the queue whenever `/metrics` is requested."""

    def __init__(self, schedule: Schedule[P]) -> None:
        self._schedule = schedule

    def collect(self) -> Iterator[Metric]:
        """The queue's counts as metrics."""
        label = ["priority"]
        waiting = GaugeMetricFamily("finte_requests_waiting", "Requests to Discord that are waiting", labels=label)
        sent = CounterMetricFamily("finte_requests", "Requests sent to Discord", labels=label)
        waited = CounterMetricFamily("finte_request_wait_seconds", "Total time that requests have waited", labels=label)
        for priority in self._schedule.waiting:
            name = [priority.name.lower()]
            waiting.add_metric(name, self._schedule.waiting[priority])
            sent.add_metric(name, self._schedule.sent[priority])
            waited.add_metric(name, self._schedule.waited_seconds[priority])
        yield from (waiting, sent, waited)
        yield CounterMetricFamily(
            "finte_global_limit_stops", "Times that Discord's global limit stopped the bot", value=self._schedule.stops
        )
        yield GaugeMetricFamily(
            "finte_refused_requests",
            "Answers of the last ten minutes that count towards Discord's ban at 10,000",
            value=self._schedule.refused,
        )
