"""Logging in, over REST and over the gateway."""

import discord
import pytest
from aiohttp import ClientSession

from localcord import Localcord
from localcord.gateway import IDENTIFY_SECONDS, Op
from tests.clock import Clock
from tests.localcord.bot import SmallBot
from tests.localcord.conftest import Ask


async def test_a_bot_that_has_logged_in_knows_its_guild_and_channels(bot: SmallBot, local: Localcord) -> None:
    guild = await bot.fetch_guild(int(local.guild_id))
    assert [channel.name for channel in await guild.fetch_channels()] == ["tables", "lounge"]


async def test_a_bot_sees_its_own_permissions_in_a_channel(bot: SmallBot, local: Localcord) -> None:
    guild = bot.guilds[0]
    channel = guild.get_channel(int(local.channel_id))
    assert channel is not None
    assert channel.permissions_for(guild.me).attach_files


async def test_a_wrong_token_cannot_log_in(pointed: Localcord) -> None:
    client = SmallBot()
    with pytest.raises(discord.LoginFailure):
        await client.login("wrong")
    await client.close()
    assert pointed.requests[-1].status == 401


async def test_the_application_is_the_one_of_the_bot(bot: SmallBot, local: Localcord) -> None:
    assert str((await bot.application_info()).id) == local.application_id


async def test_a_wrong_token_is_hung_up_on_by_the_gateway(local: Localcord) -> None:
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 0, "properties": {}}})
        await socket.receive()
        assert socket.close_code == 4004


async def test_whoever_does_not_identify_is_hung_up_on(local: Localcord) -> None:
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 3, "d": {}})
        await socket.receive()
        assert socket.close_code == 4003


async def test_a_bot_that_identifies_too_early_gets_an_invalid_session(local: Localcord, clock: Clock) -> None:
    local.gateway.starts.gap_seconds = IDENTIFY_SECONDS
    local.gateway.starts.max_concurrency = 2
    assert [await identified(local, shard) for shard in (0, 1, 2)] == [Op.DISPATCH, Op.DISPATCH, Op.INVALID_SESSION]
    clock.now += IDENTIFY_SECONDS
    assert [await identified(local, shard) for shard in (2, 0)] == [Op.DISPATCH, Op.INVALID_SESSION]
    assert local.gateway.starts.refused == 2


async def identified(local: Localcord, shard: int) -> object:
    """What the gateway answers to this shard of four."""
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        identify = {"token": local.token, "intents": 1, "properties": {}, "shard": (shard, 4)}
        await socket.send_json({"op": Op.IDENTIFY, "d": identify})
        return (await socket.receive_json())["op"]


@pytest.mark.parametrize("shard", [(0, 2), (1, 2)], ids=["first", "second"])
async def test_a_guild_is_told_to_its_own_shard(local: Localcord, shard: tuple[int, int]) -> None:
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        identify = {"token": local.token, "intents": 1, "properties": {}, "shard": shard}
        await socket.send_json({"op": 2, "d": identify})
        ready = await socket.receive_json()
    guilds = [guild["id"] for guild in ready["d"]["guilds"]]
    assert guilds == ([local.guild_id] if (int(local.guild_id) >> 22) % 2 == shard[0] else [])


async def test_a_heartbeat_is_acknowledged(local: Localcord) -> None:
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11


async def test_json_comes_without_a_charset(ask: Ask) -> None:
    assert (await ask("GET", "/users/@me")).headers["content-type"] == "application/json"


async def test_without_a_token_nothing_is_said(ask: Ask) -> None:
    answer = await ask("GET", "/users/@me", token="")
    assert (answer.status, answer.code) == (401, 0)


async def test_an_unknown_route_is_404_with_code_0(ask: Ask) -> None:
    answer = await ask("GET", "/nothing/here")
    assert (answer.status, answer.code) == (404, 0)


async def test_a_wrong_method_is_405_with_code_0(ask: Ask) -> None:
    answer = await ask("DELETE", "/users/@me")
    assert (answer.status, answer.code) == (405, 0)


async def test_what_is_no_json_is_refused(local: Localcord) -> None:
    headers = {"Authorization": f"Bot {local.token}", "Content-Type": "application/json"}
    url = f"{local.api_url}/channels/{local.channel_id}/messages"
    async with ClientSession(headers=headers) as session, session.post(url, data="{") as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)
