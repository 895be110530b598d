"""The bot is unhealthy if answers go wrong, or the database or the gateway is silent; monitors and systemd hear it."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from bot.ops import health
from bot.ops.health import (
    ALIVE,
    DATABASE_SILENT_SECONDS,
    GATEWAY_SILENT_SECONDS,
    PROBE_EVERY_SECONDS,
    READY,
    Health,
    Systemd,
    serving,
)
from bot.ops.metrics import Metrics
from tests.clock import Clock, Naps
from tests.ports import LOOPBACK

SECRET = "roll 1 2 3"


class Database:
    """A database that answers, fails or hangs."""

    def __init__(self) -> None:
        self.asked = 0
        self.error: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def probe(self) -> None:
        self.asked += 1
        await self.gate.wait()
        if self.error:
            raise self.error


def judge(
    clock: Clock,
    probe: Callable[[], Awaitable[object]] | None = None,
    *,
    lately: tuple[int, int] = (0, 0),
    silence: float = 0,
) -> Health:
    return Health(probe or Database().probe, lambda: lately, lambda: silence, clock=clock)


@pytest.mark.parametrize(("answers", "wrong", "is_said"), [(5, 5, True), (9, 5, True), (10, 5, False), (4, 4, False)])
async def test_clicks_fail_if_most_answers_go_wrong(clock: Clock, answers: int, wrong: int, is_said: bool) -> None:
    reasons = await judge(clock, lately=(answers, wrong)).reasons()

    assert reasons == ({"clicks": f"{wrong} of the latest {answers} answers went wrong"} if is_said else {})


async def test_a_gateway_is_missed_after_a_while(clock: Clock) -> None:
    assert await judge(clock, silence=GATEWAY_SILENT_SECONDS - 1).reasons() == {}
    assert await judge(clock, silence=GATEWAY_SILENT_SECONDS).reasons() == {"gateway": "not heard for 120 s"}


async def test_a_database_that_fails_is_named_without_a_quotation_until_it_answers_again(clock: Clock) -> None:
    database = Database()
    database.error = ConnectionRefusedError(111, "Connection refused")
    found = judge(clock, database.probe)
    assert await found.reasons() == {"database": "ConnectionRefusedError ([Errno 111] Connection refused)"}

    database.error = ValueError(SECRET)
    await found.database()
    assert database.asked == 1  # only now and then
    clock.now += PROBE_EVERY_SECONDS
    assert await found.database() == "ValueError"

    database.error = None
    clock.now += PROBE_EVERY_SECONDS
    assert await found.database() == ""


async def test_a_database_that_hangs_is_waited_for_and_never_asked_twice(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PROBE_WITHIN_SECONDS", 0)
    database = Database()
    database.gate.clear()
    found = judge(clock, database.probe)

    assert await found.database() == ""
    clock.now += DATABASE_SILENT_SECONDS
    assert await found.database() == "no answer for 20 s"
    assert database.asked == 1

    database.gate.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await found.database() == ""
    await found.close()


async def test_the_pages_say_whether_the_bot_is_healthy_and_what_it_has_counted(clock: Clock) -> None:
    database, metrics = Database(), Metrics()
    metrics.count("click", "answered")

    async def fetched(path: str) -> tuple[int, str, str]:
        async with session.get(f"http://{LOOPBACK}:{port}{path}") as answer:
            return answer.status, answer.content_type, await answer.text()

    async with (
        serving(metrics.registry, judge(clock, database.probe), LOOPBACK, 0) as port,
        aiohttp.ClientSession() as session,
    ):
        assert await fetched("/healthz") == (200, "application/json", '{"healthy": true, "reasons": {}}')
        database.error = LookupError()
        clock.now += PROBE_EVERY_SECONDS
        said = '{"healthy": false, "reasons": {"database": "LookupError"}}'
        assert await fetched("/healthz") == (503, "application/json", said)
        status, content_type, text = await fetched("/metrics")

    assert (status, content_type) == (200, "text/plain")
    assert 'finte_interactions_total{kind="click",outcome="answered"} 1.0' in text.splitlines()


# systemd


@pytest.mark.parametrize("name", ["{}/notify", "@finte{}"])
async def test_the_watchdog_is_fed_four_times_in_its_time_while_nothing_is_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    address = name.format(tmp_path)
    troubles = ["", "no answer for 20 s", ""]
    naps = Naps()

    async def trouble() -> str:
        if not troubles:
            raise asyncio.CancelledError
        return troubles.pop(0)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address.replace("@", "\0", 1))  # of Linux's abstract names
        listening.setblocking(False)
        with pytest.raises(asyncio.CancelledError):
            await Systemd({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "60000000"}).feed(trouble, sleep=naps)
        assert [listening.recv(100).decode() for _ in range(2)] == [ALIVE, ALIVE]
        with pytest.raises(BlockingIOError):
            listening.recv(100)

    assert naps.taken == [15, 15, 15]
    assert "no answer for 20 s" in caplog.text


def test_a_systemd_that_is_not_there_is_only_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        Systemd({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell(READY)
        Systemd({}).tell(READY)

    assert [record.getMessage() for record in caplog.records] == [
        "systemd can't be told READY=1: No such file or directory"
    ]
