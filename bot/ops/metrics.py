"""Counts and measures what the bot does, for `/metrics`. No label is an id, a name or anything else without bounds."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf, nan
from secrets import token_hex
from typing import Literal
from weakref import WeakKeyDictionary

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.logs import outline
from bot.requests.limiter import Limiter, Urgency

log = logging.getLogger(__name__)

Kind = Literal["click", "command", "form"]
"""Kinds of interactions: a button or menu, a command, or a form that was submitted."""

Outcome = Literal["answered", "refused", "stale", "busy", "failed", "lost", "left"]
"""Ends. "refused": it wasn't possible; "stale": the match had moved on; "busy": something didn't respond, or too many
waited; "failed": an apology with a reference; "lost": Discord no longer wanted the answer;
"left": another process answers it, or it had been delivered before."""

WRONG: frozenset[Outcome] = frozenset({"busy", "failed", "lost"})
"""Outcomes that are the bot's fault, or its host's."""

RECENT_SECONDS = 120
"""The period for which the share of wrong answers is calculated."""

ANSWER_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 15)
"""Upper bounds of latencies. Discord waits 3 s for an answer. Units: seconds."""

QUICK_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""Upper bounds of what should take a few milliseconds. Units: seconds."""

PULLED = {
    "finte_tables_in_memory": "Matches kept in memory, open or not",
    "finte_edits_waiting": "Messages that wait to be edited",
    "finte_interactions_waiting": "Clicks and commands that are queued",
    "finte_searches_waiting": "Searches for hard computer players, running or queued",
    "finte_pictures_waiting": "Pictures being drawn or queued",
    "finte_servers": "Servers that the bot is on",
}
"""Gauges whose values are read when `/metrics` is requested, with their descriptions."""


TOGETHER = {
    "finte_lobbies_begun_ratio": "Share of lobbies opened in the last day that have begun",
    "finte_lobby_full_minutes": "Mean minutes until lobbies opened in the last day were full",
    "finte_matches_of_three_ratio": "Share of matches of the last four weeks with three or more people",
    "finte_first_week_ratio": "Share of pairs of server and person that came back within a week of their first match",
    "finte_fourth_week_ratio": "The same share in the fourth week",
}
"""Gauges read from stored matches at most once an hour, with their descriptions. NaN if there's nothing to share."""

TOGETHER_SECONDS = 3600
"""How long they stay as they are: the queries read a million rows."""


REPEAT_SECONDS = 60
"""The pause before the same error is logged again. If the disk is full, every click fails, and the log may be on it."""

MOST_REPORTED = 100
"""Different errors that are remembered: more than anybody would read."""


@dataclass(slots=True)
class Reported:
    """An error that was logged, and how often it has happened since."""

    reference: str = ""
    logged_at: float = -inf
    repeats: int = 0


class Answering:
    """One interaction on its way from its arrival to its answer."""

    def __init__(self, metrics: "Metrics", kind: Kind) -> None:
        self._metrics, self._kind = metrics, kind
        self._came = time.perf_counter()

    def ended(self, outcome: Outcome) -> None:
        """Notes how it was answered."""
        self._metrics.answer_seconds[self._kind].observe(time.perf_counter() - self._came)
        self._metrics.count(self._kind, outcome)


class Metrics:
    """The bot's own registry, so that several bots fit into one process. Units: `clock` in seconds since 1970."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._recent: deque[tuple[float, bool]] = deque()
        self._reported: dict[str, Reported] = {}
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._interactions = Counter(
            "finte_interactions", "Clicks and commands by outcome", ["kind", "outcome"], registry=registry
        )
        kinds: tuple[Kind, ...] = ("click", "command", "form")
        ages = self._histogram("finte_queue_age_seconds", "Age of an interaction when it reaches the bot", ["kind"])
        answers = self._histogram("finte_answer_seconds", "Time from an interaction's arrival to its answer", ["kind"])
        self._queue_ages = {kind: ages.labels(kind) for kind in kinds}
        self.answer_seconds = {kind: answers.labels(kind) for kind in kinds}
        """Looking up a label costs more than observing."""
        self._errors = Counter("finte_errors", "Errors with a reference for the player", ["kind"], registry=registry)
        self.sessions = Counter(
            "finte_gateway_connections", "Sessions with Discord's gateway, new or resumed", ["kind"], registry=registry
        )
        self.loop_delay = self._histogram("finte_loop_delay_seconds", "Delay of the event loop", [], QUICK_BUCKETS)
        self.transactions = self._histogram(
            "finte_transaction_seconds", "Duration of database transactions", ["end"], QUICK_BUCKETS
        )
        self.tables = Gauge("finte_tables_open", "Open tables by phase, lessons included", ["phase"], registry=registry)
        self.gateway_latency = Gauge(
            "finte_gateway_latency_seconds", "Latency of each shard's latest heartbeat", ["shard"], registry=registry
        )
        self._pulled = {name: Gauge(name, text, registry=registry) for name, text in PULLED.items()}
        self.together = {name: Gauge(name, text, registry=registry) for name, text in TOGETHER.items()}
        for gauge in self.together.values():
            gauge.set(nan)

    def _histogram(
        self, name: str, text: str, labels: list[str], buckets: tuple[float, ...] = ANSWER_BUCKETS
    ) -> Histogram:
        return Histogram(name, text, labels, buckets=buckets, registry=self.registry)

    def arrived(self, kind: Kind, created: float) -> Answering:
        """Notes that an interaction has reached the bot. Units: `created` in seconds since 1970, by Discord's clock."""
        self._queue_ages[kind].observe(max(0.0, self._clock() - created))
        return Answering(self, kind)

    def count(self, kind: Kind, outcome: Outcome) -> None:
        """Counts an interaction by how it ended."""
        self._interactions.labels(kind, outcome).inc()
        if outcome != "left":
            self._recent.append((self._clock(), outcome in WRONG))
        self._drop_old()

    def failed(self, kind: Kind, error: str) -> None:
        """Counts an interaction that was answered with an apology. `error` is one of a few kinds."""
        self._errors.labels(error).inc()
        self.count(kind, "failed")

    def report(self, error: str) -> tuple[str, str]:
        """A reference for an error, and the line for the log, "" if the log has one with that reference already.

        The same error has the same reference for a minute; then its line counts how often it was left out.
        """
        now, last = self._clock(), self._reported.get(error, Reported())
        if last.logged_at <= now < last.logged_at + REPEAT_SECONDS:
            last.repeats += 1
            return last.reference, ""
        if len(self._reported) >= MOST_REPORTED:
            self._reported.clear()
        reference = token_hex(3)
        self._reported[error] = Reported(reference, now)
        more = f"; {last.repeats} more since reference {last.reference}" if last.repeats else ""
        return reference, f"reference {reference}: {error}{more}"

    def pull(self, name: str, read: Callable[[], float]) -> None:
        """Has one of the gauges in `PULLED` read whenever somebody asks for the metrics."""
        self._pulled[name].set_function(read)

    @property
    def lately(self) -> tuple[int, int]:
        """Numbers of all answers and of wrong ones in the last two minutes."""
        self._drop_old()
        return len(self._recent), sum(is_wrong for _, is_wrong in self._recent)

    def _drop_old(self) -> None:
        oldest = self._clock() - RECENT_SECONDS
        while self._recent and self._recent[0][0] < oldest:
            self._recent.popleft()


class Requests(Collector):
    """Reads the limiter whenever `/metrics` is requested."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter

    def collect(self) -> Iterator[Metric]:
        """The limiter's counts as metrics."""
        label = ["priority"]
        waiting = GaugeMetricFamily("finte_requests_waiting", "Requests to Discord that are waiting", labels=label)
        sent = CounterMetricFamily("finte_requests", "Requests sent to Discord", labels=label)
        waited = CounterMetricFamily("finte_request_wait_seconds", "Total time that requests have waited", labels=label)
        for priority in Urgency:
            name = [priority.name.lower()]
            waiting.add_metric(name, self._limiter.waiting[priority])
            sent.add_metric(name, self._limiter.sent[priority])
            waited.add_metric(name, self._limiter.waited_seconds[priority])
        yield from (waiting, sent, waited)
        yield CounterMetricFamily(
            "finte_global_limit_stops", "Times that Discord's global limit stopped the bot", value=self._limiter.stops
        )
        yield GaugeMetricFamily(
            "finte_refused_requests",
            "Answers of the last ten minutes that count towards Discord's ban at 10,000",
            value=self._limiter.refused,
        )


def measure_transactions(engine: AsyncEngine, metrics: Metrics) -> None:
    """Measures every transaction of this engine, from BEGIN to COMMIT or ROLLBACK."""
    begun: WeakKeyDictionary[Connection, float] = WeakKeyDictionary()  # a broken connection's own `info` would raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        begun[connection] = time.perf_counter()

    def end_as(name: str) -> Callable[[Connection], None]:
        observe = metrics.transactions.labels(name).observe

        def end(connection: Connection) -> None:
            began = begun.pop(connection, None)
            if began is not None:
                observe(time.perf_counter() - began)

        return end

    for name in ("commit", "rollback"):
        event.listen(engine.sync_engine, name, end_as(name))


class Together:
    """Sets the gauges in `TOGETHER` in the background: nobody waits for the queries."""

    def __init__(self, metrics: Metrics, read: Callable[[], Awaitable[Mapping[str, float]]]) -> None:
        self._metrics, self._read = metrics, read
        self._task: asyncio.Task[None] | None = None
        self._read_at = -inf

    def refresh(self, now: float) -> None:
        """Has the gauges read unless that was done within the hour. Units: seconds."""
        if now >= self._read_at + TOGETHER_SECONDS and (self._task is None or self._task.done()):
            self._read_at = now
            self._task = asyncio.create_task(self._set())

    async def settled(self) -> None:
        """Waits for the queries under way."""
        if self._task:
            await asyncio.wait({self._task})

    async def _set(self) -> None:
        try:
            for name, value in (await self._read()).items():
                self._metrics.together[name].set(value)
        except Exception as error:  # noqa: BLE001 - nothing catches a task's error
            log.warning("the figures on coming back could not be read: %s", outline(error))


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
