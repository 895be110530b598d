"""Sessions of the gateway: whom it hangs up on, and what a session that was lost can be resumed for."""

import asyncio

import discord
import pytest
from aiohttp import ClientSession

from localcord import Localcord
from localcord.gateway import IDENTIFY_SECONDS, Op
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.localcord.bot import SmallBot, Use, buttons


async def answer_to(local: Localcord, op: int, content: object) -> JsonObject:
    """What the gateway says to a first frame; the close code if it hangs up."""
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": op, "d": content})
        message = await socket.receive()
        return {"closed": socket.close_code} if socket.close_code else message.json()


async def identified(local: Localcord, shard: int = 0, token: str | None = None) -> JsonObject:
    """What the gateway answers to this shard of four."""
    identify = {"token": token or local.token, "intents": 0, "properties": {}, "shard": (shard, 4)}
    return await answer_to(local, Op.IDENTIFY, identify)


async def test_a_wrong_token_cannot_log_in(pointed: Localcord) -> None:
    client = SmallBot()
    with pytest.raises(discord.LoginFailure):
        await client.login("wrong")
    await client.close()
    assert await identified(pointed, token="wrong") == {"closed": 4004}


async def test_a_heartbeat_is_acknowledged_and_anything_strange_is_hung_up_on(local: Localcord) -> None:
    assert (await answer_to(local, Op.HEARTBEAT, None))["op"] == Op.HEARTBEAT_ACK
    assert await answer_to(local, 3, {}) == {"closed": 4001}


async def test_a_bot_that_identifies_too_early_gets_an_invalid_session(local: Localcord, clock: Clock) -> None:
    local.gateway.starts.gap_seconds = IDENTIFY_SECONDS
    local.gateway.starts.max_concurrency = 2
    first = [(await identified(local, shard))["op"] for shard in (0, 1, 2)]
    clock.now += IDENTIFY_SECONDS
    second = [(await identified(local, shard))["op"] for shard in (2, 0)]
    assert first == [Op.DISPATCH, Op.DISPATCH, Op.INVALID_SESSION]
    assert second == [Op.DISPATCH, Op.INVALID_SESSION]


async def test_a_resume_of_an_unknown_session_is_invalid(local: Localcord) -> None:
    content = {"token": local.token, "session_id": "nobody", "seq": 1}
    assert await answer_to(local, Op.RESUME, content) == {"op": Op.INVALID_SESSION, "d": False}


async def answer(interaction: Use) -> None:
    await interaction.response.send_message("here", ephemeral=True)


async def test_a_bot_that_starts_anew_hears_nothing_of_what_it_missed(
    bot: SmallBot, local: Localcord, clock: Clock
) -> None:
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    await bot.go()
    await local.bot_disconnected()
    missing = asyncio.create_task(local.person("Ana").click(str(message.id), "Join"))
    await asyncio.sleep(0)
    clock.now += 3.1
    local.clock_moved()
    again = SmallBot()
    again.react = answer
    await again.come(local)
    clicked = await local.person("Ana").click(str(message.id), "Join")
    await again.go()
    assert ((await missing).failed, clicked.answered) == (True, True)
