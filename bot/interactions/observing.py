"""Connects the running bot with its metrics, its health page and systemd."""

import asyncio
import errno
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial

import discord
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.gateway import heard_at
from bot.background.upkeep import cancel_and_wait
from bot.errors import CannotStart
from bot.interactions.client import Finte
from bot.logs import outline
from bot.metrics.database import measure_transactions
from bot.metrics.health import Health
from bot.metrics.loop import watch_loop
from bot.metrics.requests import Requests
from bot.metrics.server import serving
from bot.metrics.systemd import READY, STOPPING, Systemd
from bot.store import Probe, observe_units

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
async def observed(bot: Finte, engine: AsyncEngine, systemd: Systemd | None = None) -> AsyncIterator[Health]:
    """Monitors the bot inside the context.

    Raises: CannotStart if METRICS_PORT can't be opened. If it's only taken, it's opened once it's free.
    """
    systemd = systemd or Systemd(os.environ)
    probe, began = Probe(engine), time.perf_counter()
    health = Health(probe.schema, lambda: bot.metrics.lately, lambda: silent_seconds(bot, began))
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
    observe_units(engine, lambda end, seconds: bot.metrics.transactions.labels(end).observe(seconds))
    _pull_gauges(bot)
    bot.add_listener(_noting(bot, is_new=True), "on_shard_connect")
    bot.add_listener(_noting(bot, is_new=False), "on_shard_resumed")
    async with AsyncExitStack() as stack:
        stopping = asyncio.Event()
        refreshing = asyncio.create_task(_refresh(bot, probe, stopping))
        stack.push_async_callback(asyncio.wait, {refreshing}, timeout=LAST_LOOK_SECONDS)
        stack.callback(stopping.set)
        stack.push_async_callback(cancel_and_wait, asyncio.create_task(watch_loop(bot.metrics)))
        serve = partial(serving, bot.metrics.registry, health.reasons, host, port)
        try:
            await stack.enter_async_context(serve())
            log.info(SERVED, host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotStart(f"METRICS_HOST or METRICS_PORT: {error.strerror}") from error
            log.info("METRICS_PORT: %d is in use; it's opened once it's free, as when this process takes over", port)
            waiting = asyncio.create_task(_serve_once_free(serve, host, port, lambda: bot.succession.gate.is_open))
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
    metrics.registry.register(Requests(bot.budget))
    metrics.pull("finte_tables_in_memory", lambda: bot.matches.in_memory)
    metrics.pull("finte_interactions_waiting", lambda: bot.reception.waiting)
    metrics.pull("finte_edits_waiting", lambda: bot.painter.waiting)
    metrics.pull("finte_pictures_waiting", lambda: bot.studio.waiting)
    metrics.pull("finte_searches_waiting", lambda: bot.upkeep.searches_waiting)
    metrics.pull("finte_servers", lambda: len(bot.guilds))


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
