"""Judges whether the bot works, and tells systemd and whoever asks for `/healthz` or `/metrics`."""

import asyncio
import errno
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial

import discord
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.gateway import heard_at
from bot.background.jobs import cancel_and_wait
from bot.errors import CannotStart
from bot.interactions.client import Finte
from bot.logs import outline
from bot.ops.metrics import Requests, Together, measure_transactions, watch_loop
from bot.store.operations import Probe, figures

log = logging.getLogger(__name__)

PROBE_EVERY_SECONDS = 5
"""The shortest time between two probes of the database, however often `/healthz` is requested."""

PROBE_WITHIN_SECONDS = 3
"""How long one request waits for the database. A move can occupy SQLite's only connection that long."""

DATABASE_SILENT_SECONDS = 20
"""The database counts as gone once it hasn't responded for this long."""

GATEWAY_SILENT_SECONDS = 120
"""Discord acknowledges a heartbeat every 41 s, and discord.py gives up a silent connection after 60."""

LEAST_WRONG = 5
"""Fewer wrong answers than this in two minutes aren't reported."""

MOST_WRONG_SHARE = 0.5
"""Above this share of wrong answers, the bot is unhealthy."""


class Health:
    """The bot's health.

    `probe` reads from the database; `lately` counts the latest answers and the wrong ones among them; `silence` is how
    many seconds the gateway hasn't been heard.
    """

    def __init__(
        self,
        probe: Callable[[], Awaitable[object]],
        lately: Callable[[], tuple[int, int]],
        silence: Callable[[], float],
        *,
        waits: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.waits = waits  # for the end of another process, which is healthy whatever the database is like
        self._probe, self._lately, self._silence, self._clock = probe, lately, silence, clock
        self._asking: asyncio.Task[object] | None = None
        self._asked_at = -float(PROBE_EVERY_SECONDS)
        self._answered_at = clock()
        self._error = ""

    async def reasons(self) -> Mapping[str, str]:
        """Faults by the part concerned: "clicks", "database" or "gateway"; empty if all is well."""
        wrong = {"database": await self.database(), "clicks": self._clicks(), "gateway": self._gateway()}
        return {part: reason for part, reason in wrong.items() if reason}

    async def database(self) -> str:
        """Why the database can't be used, or "" if it can. Probes it at intervals, and never waits long for it."""
        if self.waits():
            return ""
        if self._asking is None and self._clock() - self._asked_at >= PROBE_EVERY_SECONDS:
            self._asked_at = self._clock()
            self._asking = asyncio.ensure_future(self._probe())
        if self._asking is not None:  # never cancelled: that would close SQLite's only connection
            await asyncio.wait({self._asking}, timeout=PROBE_WITHIN_SECONDS)
            if self._asking is not None and self._asking.done():
                error, self._asking = self._asking.exception(), None
                self._error = outline(error).partition(" at ")[0] if error else ""
                self._answered_at = self._answered_at if error else self._clock()
        if self._error:
            return self._error
        silent = self._clock() - self._answered_at
        return f"no answer for {silent:.0f} s" if silent >= DATABASE_SILENT_SECONDS else ""

    def _clicks(self) -> str:
        answers, wrong = self._lately()
        if wrong >= LEAST_WRONG and wrong > MOST_WRONG_SHARE * answers:
            return f"{wrong} of the latest {answers} answers went wrong"
        return ""

    def _gateway(self) -> str:
        silent = self._silence()
        return f"not heard for {silent:.0f} s" if silent >= GATEWAY_SILENT_SECONDS else ""

    async def close(self) -> None:
        """Waits for a probe that is under way, since the database is closed next."""
        if self._asking is not None:
            await asyncio.wait({self._asking}, timeout=PROBE_WITHIN_SECONDS)
            self._asking.cancel()


READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


class Systemd:
    """The service manager that has started this process, if any."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Takes the environment of the process."""
        self._address = environment.get("NOTIFY_SOCKET", "")
        seconds = environment.get("WATCHDOG_USEC", "")
        self.watchdog_seconds = int(seconds) / 1e6 if seconds.isdecimal() else 0.0
        """systemd restarts a process that is silent for this long; 0 without a watchdog."""

    def tell(self, state: str) -> None:
        """Sends a state. Without systemd, does nothing; if it can't be reached, logs a warning."""
        if not self._address:
            return
        name = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address  # Linux's abstract names
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto(state.encode(), name)
        except OSError as error:
            log.warning("systemd can't be told %s: %s", state, error.strerror)

    async def feed(
        self,
        trouble: Callable[[], Awaitable[str]],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Feeds the watchdog four times per period while `trouble` returns ""; returns at once without a watchdog."""
        if not self._address or not self.watchdog_seconds:
            return
        while True:
            if reason := await trouble():
                log.error("systemd's watchdog isn't fed: database: %s", reason)
            else:
                self.tell(ALIVE)
            await sleep(self.watchdog_seconds / 4)


@asynccontextmanager
async def serving(
    registry: CollectorRegistry,
    health: Health,
    host: str,
    port: int,
    refresh: Callable[[], None] = lambda: None,
) -> AsyncIterator[int]:
    """Serves both pages, and yields the port; 0 chooses a free one. `refresh` sets gauges before the metrics are read.

    Raises: OSError if the address is taken.
    """

    async def healthz(_request: web.Request) -> web.Response:
        wrong = await health.reasons()
        page = {"healthy": not wrong, "reasons": dict(wrong)} | ({"waiting": True} if health.waits() else {})
        return web.json_response(page, status=503 if wrong else 200)

    async def metrics(_request: web.Request) -> web.Response:
        await health.database()  # which counts the open tables, too
        refresh()
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


SERVED = "health and metrics: http://%s:%d"

PORT_SECONDS = 2
"""How long to wait before trying a taken port again."""

TRIES_BEFORE_WARNING = 5
"""Failed tries once this process acts: its predecessor frees the port only as it ends."""


@asynccontextmanager
async def start_monitoring(bot: Finte, engine: AsyncEngine, systemd: Systemd) -> AsyncIterator[None]:
    """Monitors the bot inside the context.

    Raises: CannotStart if METRICS_PORT can't be opened. If it's only taken, it's opened once it's free.
    """
    probe = Probe(engine)

    async def look() -> None:
        await probe.schema()
        for phase, number in (await probe.open_tables()).items():
            bot.metrics.tables.labels(phase).set(number)

    health = Health(
        look,
        lambda: bot.metrics.lately,
        lambda: 0.0 if bot.acts_since is None else silent_seconds(bot, bot.acts_since),
        waits=lambda: bot.acts_since is None,
    )
    async with AsyncExitStack() as stack:
        stack.push_async_callback(health.close)
        if bot.settings.metrics_port:
            await stack.enter_async_context(_served(bot, engine, health))
        feeding = asyncio.create_task(systemd.feed(health.database))
        stack.push_async_callback(cancel_and_wait, feeding)
        systemd.tell(READY)
        try:
            yield
        finally:
            systemd.tell(STOPPING)


@asynccontextmanager
async def _served(bot: Finte, engine: AsyncEngine, health: Health) -> AsyncIterator[None]:
    """Collects what only the metrics show, and serves both pages."""
    host, port = bot.settings.metrics_host, bot.settings.metrics_port
    measure_transactions(engine, bot.metrics)
    _pull_gauges(bot)
    for kind, happened in (("new", "on_shard_connect"), ("resumed", "on_shard_resumed")):
        bot.add_listener(_counting(bot.metrics.sessions.labels(kind)), happened)

    together = Together(bot.metrics, lambda: figures(engine, int(bot.clock())))

    def refresh() -> None:
        if bot.acts_since is not None and bot.jobs.does_chores:  # one process does it for all
            together.refresh(time.monotonic())
        for shard_id, shard in bot.shards.items():
            bot.metrics.gateway_latency.labels(str(shard_id)).set(shard.latency)

    async with AsyncExitStack() as stack:
        stack.push_async_callback(together.settled)
        stack.push_async_callback(cancel_and_wait, asyncio.create_task(watch_loop(bot.metrics)))
        serve = partial(serving, bot.metrics.registry, health, host, port, refresh)
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

    If the port stays taken although this process `acts`, logs a warning once.
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


def _counting(counter: Counter) -> Callable[[int], Coroutine[None, None, None]]:
    async def count(_shard_id: int) -> None:
        counter.inc()

    return count


def _pull_gauges(bot: Finte) -> None:
    metrics = bot.metrics
    metrics.registry.register(Requests(bot.limiter))
    metrics.pull("finte_tables_in_memory", lambda: bot.matches.in_memory)
    metrics.pull("finte_interactions_waiting", lambda: bot.reception.waiting)
    metrics.pull("finte_edits_waiting", lambda: bot.painter.waiting)
    metrics.pull("finte_pictures_waiting", lambda: bot.renderer.waiting)
    metrics.pull("finte_searches_waiting", lambda: bot.jobs.searches_waiting)
    metrics.pull("finte_servers", lambda: bot.server_count)


def silent_seconds(bot: discord.AutoShardedClient, began: float) -> float:
    """Seconds since the gateway was heard, on the shard that has been silent for longest.

    It counts as heard when the bot `began`, by time.perf_counter.
    """
    heard = [max(began, heard_at(shard) or began) for shard in bot.shards.values()] or [began]
    return time.perf_counter() - min(heard)
