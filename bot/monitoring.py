"""Connects the running bot with its metrics, its health page and systemd."""

import asyncio
import errno
import logging
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from weakref import WeakKeyDictionary

import discord
from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.gateway import heard_at
from bot.background.jobs import cancel_and_wait
from bot.errors import CannotStart
from bot.interactions.client import Finte
from bot.logs import outline
from bot.metrics.counts import Metrics
from bot.metrics.health import Health
from bot.metrics.systemd import READY, STOPPING, Systemd
from bot.requests.limiter import Limiter, Urgency
from bot.store.operations import Probe

Reasons = Callable[[], Awaitable[Mapping[str, str]]]


@asynccontextmanager
async def serving(
    registry: CollectorRegistry, reasons: Reasons, host: str, port: int, waits: Callable[[], bool] = lambda: False
) -> AsyncIterator[int]:
    """Serves both pages, and yields the port; 0 chooses a free one. Raises: OSError if the address is taken.

    Shape: a process that `waits` for another one's end is healthy.
    """

    async def healthz(_request: web.Request) -> web.Response:
        wrong = await reasons()
        page = {"healthy": not wrong, "reasons": dict(wrong)} | ({"waiting": True} if waits() else {})
        return web.json_response(page, status=503 if wrong else 200)

    async def metrics(_request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


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


log = logging.getLogger(__name__)

REFRESH_SECONDS = 2
"""How often open tables are counted and the gateway's latency is read."""

SERVED = "health and metrics: http://%s:%d"

PORT_SECONDS = 2
"""How long to wait before trying a taken port again."""

TRIES_BEFORE_WARNING = 5
"""Failed tries once this process acts: its predecessor frees the port only as it ends."""

LAST_LOOK_SECONDS = 3
"""How long to wait at the end for a count that is under way: cancelling it would break SQLite's only connection."""


@asynccontextmanager
async def start_monitoring(bot: Finte, engine: AsyncEngine, systemd: Systemd | None = None) -> AsyncIterator[Health]:
    """Monitors the bot inside the context.

    Raises: CannotStart if METRICS_PORT can't be opened. If it's only taken, it's opened once it's free.
    """
    systemd = systemd or Systemd(os.environ)
    probe = Probe(engine)
    health = Health(
        probe.schema,
        lambda: bot.metrics.lately,
        lambda: 0.0 if bot.acts_since is None else silent_seconds(bot, bot.acts_since),
        waits=lambda: bot.acts_since is None,
    )
    async with AsyncExitStack() as stack:
        stack.push_async_callback(health.close)
        if bot.settings.metrics_port:
            await stack.enter_async_context(_served(bot, engine, health, probe))
        feeding = asyncio.create_task(systemd.feed(health.database))
        stack.push_async_callback(cancel_and_wait, feeding)
        systemd.tell(READY)
        try:
            yield health
        finally:
            systemd.tell(STOPPING)


@asynccontextmanager
async def _served(bot: Finte, engine: AsyncEngine, health: Health, probe: Probe) -> AsyncIterator[None]:
    """Collects what only the metrics show, and serves both pages."""
    host, port = bot.settings.metrics_host, bot.settings.metrics_port
    measure_transactions(engine, bot.metrics)
    _pull_gauges(bot)
    bot.add_listener(_noting(bot, is_new=True), "on_shard_connect")
    bot.add_listener(_noting(bot, is_new=False), "on_shard_resumed")
    async with AsyncExitStack() as stack:
        stopping = asyncio.Event()
        refreshing = asyncio.create_task(_refresh(bot, probe, stopping))
        stack.push_async_callback(asyncio.wait, {refreshing}, timeout=LAST_LOOK_SECONDS)
        stack.callback(stopping.set)
        stack.push_async_callback(cancel_and_wait, asyncio.create_task(watch_loop(bot.metrics)))
        serve = partial(serving, bot.metrics.registry, health.reasons, host, port, health.waits)
        try:
            await stack.enter_async_context(serve())
            log.info(SERVED, host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotStart(f"METRICS_HOST or METRICS_PORT: {error.strerror}") from error
            log.info("METRICS_PORT: %d is in use; it's opened once it's free, as when this process takes over", port)
            waiting = asyncio.create_task(_serve_once_free(serve, host, port, lambda: bot.lease_holder.is_sure))
            stack.push_async_callback(cancel_and_wait, waiting)
        yield


async def _serve_once_free(
    serve: Callable[[], AbstractAsyncContextManager[int]], host: str, port: int, acts: Callable[[], bool]
) -> None:
    """Serves once the process that uses the port has ended, such as the one that a standby waits for.

    Shape: if the port stays taken although this process `acts`, the log warns once.
    """
    tries = 0
    while True:
        await asyncio.sleep(PORT_SECONDS)
        with suppress(OSError):
            async with serve():
                log.info(SERVED, host, port)
                await asyncio.get_running_loop().create_future()
        tries += acts()
        if acts() and tries == TRIES_BEFORE_WARNING:
            log.warning("METRICS_PORT: %d is taken by another program; it's opened once it's free", port)


def _noting(bot: Finte, *, is_new: bool) -> Callable[[int], Coroutine[None, None, None]]:
    async def note(_shard_id: int) -> None:
        bot.metrics.connected(is_new=is_new)

    return note


def _pull_gauges(bot: Finte) -> None:
    metrics = bot.metrics
    metrics.registry.register(Requests(bot.limiter))
    metrics.pull("finte_tables_in_memory", lambda: bot.matches.in_memory)
    metrics.pull("finte_interactions_waiting", lambda: bot.reception.waiting)
    metrics.pull("finte_edits_waiting", lambda: bot.painter.waiting)
    metrics.pull("finte_pictures_waiting", lambda: bot.renderer.waiting)
    metrics.pull("finte_searches_waiting", lambda: bot.jobs.searches_waiting)
    metrics.pull("finte_servers", lambda: bot.server_count)


async def _refresh(bot: Finte, probe: Probe, stopping: asyncio.Event) -> None:
    """Updates what is too expensive for each request of `/metrics`. Stopped by `stopping`, never cancelled."""
    while not stopping.is_set():
        for shard_id, shard in bot.shards.items():
            bot.metrics.gateway_latency.labels(str(shard_id)).set(shard.latency)
        try:
            bot.metrics.show_tables(await probe.open_tables())
        except Exception as error:  # noqa: BLE001 - the health page says what is wrong with the database
            log.debug("open tables cannot be counted: %s", outline(error))
        with suppress(TimeoutError):
            async with asyncio.timeout(REFRESH_SECONDS):
                await stopping.wait()


def silent_seconds(bot: discord.AutoShardedClient, began: float) -> float:
    """How long nothing has come from the gateway, on the shard that has been silent for longest.

    Units: `began` by time.perf_counter, when the bot started; it counts as heard then.
    """
    heard = [max(began, heard_at(shard) or began) for shard in bot.shards.values()] or [began]
    return time.perf_counter() - min(heard)
