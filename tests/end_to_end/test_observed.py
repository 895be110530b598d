"""Monitoring of a running bot: its health, its metrics, the doctor, and what it tells systemd."""

import asyncio
import json
import socket
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from bot.interactions.client import Finte
from bot.ops import health
from bot.ops.health import Systemd, start_monitoring
from cogs.composition import expected_at_discord
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.bot.ops.doctor.examining import findings, of
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.tables import Table
from tests.ports import LOOPBACK, free_port


async def fetched(port: int, path: str) -> tuple[int, str]:
    """The status and text of a page."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{LOOPBACK}:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_moves_are_in_the_metrics_but_nobodys_name_or_id_is(table: Table, bot: Finte, asked: Person) -> None:
    await table.move(asked)
    bot.settings.metrics_port = free_port()
    async with start_monitoring(bot, bot.store._engine, Systemd({})):
        _, said = await fetched(bot.settings.metrics_port, "/metrics")

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


async def test_the_commands_of_a_running_bot_are_those_of_its_version(bot: Finte, discord: Localcord) -> None:
    before = len(discord.requests)
    found = await findings(bot.settings, expected=await expected_at_discord(bot.settings))

    assert of(found, "commands")[0] == "ok"
    assert [one for one in found if one.level == "failure"] == []
    assert {request.method for request in discord.requests[before:]} == {"GET"}
    assert discord.gateway.has_sessions


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
            own = {"NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "60000000", "LOG_FORMAT": "json"}
            child = Child(discord, tmp_path, fork_server, METRICS_PORT=str(port), **own)
            await child.start()
            assert {await heard(), await heard()} == {b"READY=1", b"WATCHDOG=1"}
            assert await fetched(port, "/healthz") == (200, '{"healthy": true, "reasons": {}}')
            assert await child.stop() == 0
            assert await heard() == b"STOPPING=1"

    lines = [json.loads(line) for line in child.log.splitlines()]
    assert "stopping" in [line["message"] for line in lines]
