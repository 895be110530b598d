"""Turns don't end by themselves while no click could arrive or be stored, and players get that time back."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from math import isinf
from types import SimpleNamespace

import pytest

from bot.background.deadlines import GAP_SECONDS
from bot.background.gateway import Gateway
from bot.interactions.client import Finte
from bot.tables.table import Table as StoredTable
from localcord import Person
from localcord.people import PATIENCE_SECONDS
from tests.clock import FIRST_TURN_SECONDS, Clock
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table
from tests.end_to_end.time import pass_by, time_left

REAL_SILENT_SECONDS = Gateway.silent_seconds
"""The bot's own: in other tests, the gateway always seems to have just been heard (`fast_timeouts`)."""


@pytest.fixture
def listen(table: Table, bot: Finte, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Awaitable[None]]:
    """Has the bot reconnect, and measure by the test's clock how long that connection is silent.

    However silent it is, only the test ends it.
    """

    async def listen() -> None:
        monkeypatch.setattr(Gateway, "silent_seconds", REAL_SILENT_SECONDS)
        monkeypatch.setattr("bot.background.gateway.perf_counter", clock)
        monkeypatch.setattr("discord.gateway.time", SimpleNamespace(time=time.time, perf_counter=clock))
        bot._connection.heartbeat_timeout = 10 * FIRST_TURN_SECONDS
        resumed = asyncio.create_task(bot.wait_for("resumed", timeout=PATIENCE_SECONDS))
        await table.discord.drop_gateway()
        await resumed
        while isinf(bot.latency):  # noqa: ASYNC110 - the answer to discord.py's first heartbeat, which sets no event
            await asyncio.sleep(0)

    return listen


async def stored(table: Table, bot: Finte) -> StoredTable:
    found = await bot.store.table(int(table.match_id))
    assert found
    return found


async def test_a_turn_ends_once_discord_answers_a_probe(
    table: Table, bot: Finte, clock: Clock, listen: Callable[[], Awaitable[None]]
) -> None:
    await pass_by(bot, clock, FIRST_TURN_SECONDS - 1)
    await listen()
    await pass_by(bot, clock, GAP_SECONDS)
    while not any(one.misses for one in (await stored(table, bot)).clocks):
        await bot.jobs.every_second()
    assert await time_left(bot, table, clock) > 0


async def test_no_clock_runs_over_a_connection_that_has_died_unnoticed(
    table: Table, bot: Finte, clock: Clock, *, asked: Person, proof: Proof, listen: Callable[[], Awaitable[None]]
) -> None:
    await pass_by(bot, clock, 1)
    await listen()
    before = await time_left(bot, table, clock)
    table.discord.gateway.freeze()
    await pass_by(bot, clock, 2 * FIRST_TURN_SECONDS)
    await listen()
    await bot.jobs.every_second()
    assert await time_left(bot, table, clock) == before
    assert [one.misses for one in (await stored(table, bot)).clocks] == [0, 0]
    assert (await table.move(asked)).answered
    await proof.finish(table)
