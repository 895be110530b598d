"""The bot is unhealthy if answers go wrong, or the database or the gateway is silent."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.ops import health
from bot.ops.health import DATABASE_SILENT_SECONDS, GATEWAY_SILENT_SECONDS, PROBE_EVERY_SECONDS, Health
from tests.clock import Clock

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


async def test_a_bot_with_nothing_to_do_is_healthy(clock: Clock) -> None:
    assert await judge(clock).reasons() == {}


@pytest.mark.parametrize(
    ("answers", "wrong", "is_said"),
    [(5, 5, True), (9, 5, True), (10, 5, False), (4, 4, False), (1000, 400, False)],
)
async def test_clicks_fail_if_most_answers_go_wrong(clock: Clock, answers: int, wrong: int, is_said: bool) -> None:
    reasons = await judge(clock, lately=(answers, wrong)).reasons()

    assert reasons == ({"clicks": f"{wrong} of the latest {answers} answers went wrong"} if is_said else {})


async def test_a_gateway_is_missed_after_a_while(clock: Clock) -> None:
    assert await judge(clock, silence=GATEWAY_SILENT_SECONDS - 1).reasons() == {}
    assert await judge(clock, silence=GATEWAY_SILENT_SECONDS).reasons() == {"gateway": "not heard for 120 s"}


async def test_the_database_is_asked_only_now_and_then(clock: Clock) -> None:
    database = Database()
    found = judge(clock, database.probe)
    for _ in range(3):
        assert await found.database() == ""
    assert database.asked == 1

    clock.now += PROBE_EVERY_SECONDS
    await found.database()
    assert database.asked == 2


async def test_a_database_that_fails_is_named_without_a_quotation_until_it_answers_again(clock: Clock) -> None:
    database = Database()
    database.error = ConnectionRefusedError(111, "Connection refused")
    found = judge(clock, database.probe)
    assert await found.reasons() == {"database": "ConnectionRefusedError ([Errno 111] Connection refused)"}

    database.error = ValueError(SECRET)
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
