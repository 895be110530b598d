"""Monitoring of a running bot: its health, its metrics, and what it tells systemd."""

import asyncio
import errno
import json
import logging
import socket
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import aiohttp
import pytest

from bot.errors import CannotStart
from bot.interactions.client import Finte
from bot.ops import health
from bot.ops.health import Systemd, silent_seconds, start_monitoring
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.tables import Table
from tests.ports import LOOPBACK, free_port


async def fetched(port: int, path: str) -> tuple[int, str]:
    """The status and text of a page."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{LOOPBACK}:{port}{path}") as answer:
        return answer.status, await answer.text()


@pytest.fixture
async def port(bot: Finte) -> AsyncIterator[int]:
    """The port of the running bot's pages."""
    bot.settings.metrics_port = free_port()
    async with start_monitoring(bot, bot.store._engine, Systemd({})):
        yield bot.settings.metrics_port


async def test_a_running_bot_is_healthy(port: int) -> None:
    assert await fetched(port, "/healthz") == (200, '{"healthy": true, "reasons": {}}')


async def test_a_bot_whose_database_has_lost_its_tables_is_unhealthy(bot: Finte) -> None:
    async with bot.store._engine.begin() as db:
        await db.exec_driver_sql("DROP TABLE alembic_version")
    bot.settings.metrics_port = free_port()
    async with start_monitoring(bot, bot.store._engine, Systemd({})):
        status, said = await fetched(bot.settings.metrics_port, "/healthz")

    assert status == 503
    assert json.loads(said)["reasons"] == {"database": "OperationalError (no such table: alembic_version)"}


async def test_moves_are_in_the_metrics_but_nobodys_name_or_id_is(table: Table, port: int) -> None:
    player = table.asked
    assert player
    await table.move(player)
    _, said = await fetched(port, "/metrics")

    lines = said.splitlines()
    assert any(line.startswith('finte_interactions_total{kind="click",outcome="answered"}') for line in lines)
    assert "finte_tables_in_memory 1.0" in lines
    assert "finte_servers 1.0" in lines
    assert any(line.startswith('finte_requests_total{priority="board"}') for line in lines)
    assert 'finte_tables_open{phase="playing"} 1.0' in lines
    assert any(line.startswith("process_resident_memory_bytes ") for line in lines)
    assert any(line.startswith('finte_gateway_latency_seconds{shard="0"}') for line in lines)
    for person in table.people:
        assert person.user.name not in said
        assert person.id not in said


async def test_a_click_that_comes_too_late_is_stale(table: Table, bot: Finte) -> None:
    player = table.asked
    assert player
    (made, *_) = table.moves(player)
    await table.move(player)
    await player.raw_click(table.board, made)
    await asyncio.gather(*bot.admission._answers)

    assert bot.metrics.registry.get_sample_value("finte_interactions_total", {"kind": "click", "outcome": "stale"}) == 1


async def test_a_gateway_that_is_gone_grows_ever_more_silent(bot: Finte) -> None:
    assert silent_seconds(bot, 0) < PATIENCE_SECONDS
    shard = bot.shards[0]
    heard = shard._parent.ws._keep_alive
    assert heard
    heard._last_recv = time.perf_counter() - 500

    assert silent_seconds(bot, 0) >= 500
    assert silent_seconds(bot, time.perf_counter()) < 500  # it began only now


async def test_a_port_that_is_taken_is_served_once_it_is_free(bot: Finte, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = asyncio.Event()
    monkeypatch.setattr(health, "PORT_SECONDS", 0.01)
    monkeypatch.setattr(health.log, "info", lambda text, *_: opened.set() if text == health.SERVED else None)
    with closing(socket.create_server((LOOPBACK, 0))) as taken:
        bot.settings.metrics_port = port = taken.getsockname()[1]
        async with start_monitoring(bot, bot.store._engine, Systemd({})):
            assert not opened.is_set()
            taken.close()
            async with asyncio.timeout(PATIENCE_SECONDS):
                await opened.wait()
            assert (await fetched(port, "/healthz"))[0] == 200
    with closing(socket.create_server((LOOPBACK, port))):
        pass  # the end gives it back


@pytest.mark.parametrize("acts", [True, False], ids=["while it acts", "while it stands by"])
async def test_only_a_process_that_acts_warns_that_its_port_stays_taken(
    bot: Finte, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, acts: bool
) -> None:
    caplog.set_level(logging.INFO)
    tried = 0
    has_waited = asyncio.Event()

    def taken(*_: object) -> NoReturn:
        nonlocal tried
        tried += 1
        if tried == 2 * health.TRIES_BEFORE_WARNING:
            has_waited.set()
        raise OSError(errno.EADDRINUSE, "it's taken")

    monkeypatch.setattr(health, "PORT_SECONDS", 0)
    monkeypatch.setattr(health, "serving", taken)
    bot.settings.metrics_port = 1
    if not acts:
        bot.lease_holder._sure.clear()
    async with start_monitoring(bot, bot.store._engine, Systemd({})), asyncio.timeout(PATIENCE_SECONDS):
        await has_waited.wait()
    said = [record.levelname for record in caplog.records if "METRICS_PORT" in record.getMessage()]
    assert said == ["INFO", "WARNING"][: 1 + acts]


async def test_an_address_that_is_not_this_machines_stops_the_start(bot: Finte) -> None:
    bot.settings.metrics_port, bot.settings.metrics_host = free_port(), "192.0.2.1"  # for documentation: RFC 5737
    with pytest.raises(CannotStart, match="METRICS_HOST"):
        async with start_monitoring(bot, bot.store._engine, Systemd({})):
            pass


@pytest.mark.kills
async def test_systemd_and_a_monitor_follow_a_process_from_start_to_stop(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    port, address = free_port(), tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.setblocking(False)

        async def heard() -> bytes:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asyncio.get_running_loop().sock_recv(manager, 100)

        async with discord_for_children() as discord:
            child = Child(
                discord,
                tmp_path,
                fork_server,
                METRICS_PORT=str(port),
                LOG_FORMAT="json",
                NOTIFY_SOCKET=str(address),
                WATCHDOG_USEC="60000000",
            )
            await child.start()
            assert {await heard(), await heard()} == {b"READY=1", b"WATCHDOG=1"}
            assert await fetched(port, "/healthz") == (200, '{"healthy": true, "reasons": {}}')
            assert await child.stop() == 0
            assert await heard() == b"STOPPING=1"

    lines = [json.loads(line) for line in child.log.splitlines()]
    assert "stopping" in [line["message"] for line in lines]
