"""What happens to matches while Discord's gateway is gone, silent, or says things twice."""

import asyncio

import pytest

from bot.interactions.client import Finte
from localcord import Person
from localcord.people import PATIENCE_SECONDS
from tests.clock import Clock
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table
from tests.end_to_end.time import pass_by

IMPATIENCE_SECONDS = 0.3
"""How long discord.py waits in these tests for anything from the gateway, in place of its 60 s."""


def lose_patience(table: Table, bot: Finte) -> None:
    """Makes the bot's next connections give up soon when nothing comes; heartbeats keep them alive."""
    table.discord.gateway.heartbeat_ms = 50
    bot._connection.heartbeat_timeout = IMPATIENCE_SECONDS


def clicked_meanwhile(table: Table, person: Person) -> "asyncio.Task[bool]":
    """Starts a move of this person. Shape: its result is whether it was answered in time."""

    async def move() -> bool:
        return (await table.move(person)).answered

    return asyncio.create_task(move())


async def test_a_request_to_reconnect_is_followed_without_a_new_session(
    table: Table, bot: Finte, asked: Person, proof: Proof
) -> None:
    before = table.discord.gateway.starts.left
    resumed = asyncio.create_task(bot.wait_for("resumed", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    table.discord.gateway.ask_to_reconnect()
    assert (await table.move(asked)).answered
    await resumed
    assert table.discord.gateway.starts.left == before
    await proof.finish(table)


async def test_after_a_lost_session_the_bot_begins_another(table: Table, asked: Person, proof: Proof) -> None:
    before = table.discord.gateway.starts.left
    await table.discord.drop_gateway(resumable=False)
    await table.discord.bot_connected()
    assert (await table.move(asked)).answered
    assert table.discord.gateway.starts.left == before - 1
    await proof.finish(table)


async def test_without_a_session_start_left_the_bot_waits_for_the_next(
    table: Table, asked: Person, proof: Proof, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = table.discord.gateway
    gateway.starts.left = 0
    await table.discord.drop_gateway(resumable=False)
    while "no session start" not in caplog.text:  # noqa: ASYNC110 - a line in a log sets no event
        await asyncio.sleep(0)
    gateway.starts.left = 10
    await table.discord.bot_connected()
    assert "no session start for 24.0 hours" in caplog.text
    assert (await table.move(asked)).answered
    await proof.finish(table)


async def test_no_clock_runs_while_the_gateway_is_out_of_reach(
    table: Table, bot: Finte, clock: Clock, asked: Person, proof: Proof
) -> None:
    await pass_by(bot, clock, 10)
    resumed = asyncio.create_task(bot.wait_for("resumed", timeout=PATIENCE_SECONDS))
    gateway = table.discord.gateway
    gateway.greets = False
    lose_patience(table, bot)
    await table.discord.drop_gateway()
    await gateway.ungreeted.wait()
    moving = clicked_meanwhile(table, asked)
    clock.now += 3600
    await bot.jobs.every_second()
    gateway.greets = True
    await resumed
    await bot.jobs.every_second()
    stored = await bot.store.table(int(table.match_id))
    assert stored
    assert [clock.misses for clock in stored.clocks] == [0, 0]
    assert await moving
    await proof.finish(table)


async def test_a_connection_that_has_died_unnoticed_is_left_and_its_clicks_are_answered(
    table: Table, bot: Finte, asked: Person, proof: Proof
) -> None:
    lose_patience(table, bot)
    await table.discord.drop_gateway()
    await table.discord.bot_connected()
    table.discord.gateway.freeze()
    moving = clicked_meanwhile(table, asked)
    await table.discord.bot_disconnected()
    await table.discord.bot_connected()
    assert await moving
    await proof.finish(table)
