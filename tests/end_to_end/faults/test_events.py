"""What happens when Discord delivers an event twice, late or in another order."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.interactions.client import Finte
from bot.requests.error_codes import ALREADY_ACKNOWLEDGED
from localcord import Localcord, Person
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table

CLICK = "INTERACTION_CREATE"


async def test_everything_that_arrives_twice_happens_once(
    discord: Localcord, bot: Finte, proof: Proof, caplog: pytest.LogCaptureFixture
) -> None:
    """From `/play` over *Join* and *Start* to the last move."""
    discord.gateway.repeat_next(CLICK, times=10_000)
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben))
    assert await bot.store.ids_to_draw() == [int(table.match_id)]
    assert len([message for message in discord.world.messages.values() if message.owner_id is None]) == 1
    await proof.finish(table)
    assert {request.status for request in discord.requests if request.path.endswith("/callback")} == {200}
    assert "delivered an interaction twice" in caplog.text


async def test_a_command_that_two_processes_answer_opens_one_table(
    discord: Localcord, clock: Clock, tmp_path: Path, ana: Person
) -> None:
    async with AsyncExitStack() as both:
        one = await both.enter_async_context(ready_bot(discord, clock, tmp_path))
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call] # another process has its own locks
        other = await both.enter_async_context(ready_bot(discord, clock, tmp_path))
        held = discord.hold_next("POST", "/callback")  # that of the process that has opened it
        opening = asyncio.create_task(Table.opened(discord, ana))
        await held.came.wait()
        table = await opening
        held.let_go()
        for bot in (one, other):
            await asyncio.gather(*bot.admission._answers)

        assert await one.store.ids_to_draw() == [int(table.match_id)]
        public = [message.id for message in discord.world.messages.values() if message.owner_id is None]
        stored = await other.store.table(int(table.match_id))
        assert stored
        assert [str(stored.board_id)] == public
    refused = {seen.code for seen in discord.requests if seen.path.endswith("/callback") and seen.status >= 400}
    assert refused == {ALREADY_ACKNOWLEDGED}


async def test_clicks_from_a_server_that_is_new_are_answered(
    discord: Localcord,
    bot: Finte,  # noqa: ARG001 - it plays here
    proof: Proof,
) -> None:
    guild_id = discord.add_guild("New")
    (place,) = (channel.id for channel in discord.world.channels.values() if channel.guild_id == guild_id)
    ana, ben = discord.person("Ana"), discord.person("Ben")
    opened = await ana.command("play bluff", {"seats": 2}, channel_id=place)
    assert opened.message
    table = await Table.shown_by(opened.message, discord, ana).joined_by(ben)
    await table.tap(ana, "Start")
    await table.until(lambda: table.asked)
    assert table.asked
    assert (await table.move(table.asked)).answered
    await proof.finish(table, channel_id=place)
