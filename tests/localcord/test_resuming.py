"""After the gateway hangs up, the bot resumes without losing an event, or starts anew."""

import asyncio

from aiohttp import ClientSession

from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.clock import Clock
from tests.localcord.bot import SmallBot, Use, buttons


async def answer(interaction: Use) -> None:
    await interaction.response.send_message("here", ephemeral=True)


async def test_a_click_made_while_the_connection_is_lost_is_answered_after_the_resume(
    bot: SmallBot, local: Localcord
) -> None:
    bot.react = answer
    message = await bot.text_channel(local.channel_id).send(view=buttons("Join"))
    await local.drop_gateway()
    clicked = await local.person("Ana").click(str(message.id), "Join")
    assert clicked.answered


async def test_a_resume_is_told_to_the_bot(bot: SmallBot, local: Localcord) -> None:
    await local.drop_gateway()
    await bot.resumed.wait()
    await local.bot_connected()


async def test_a_lost_session_makes_the_bot_identify_anew(bot: SmallBot, local: Localcord) -> None:
    coming = asyncio.create_task(bot.wait_for("connect", timeout=PATIENCE_SECONDS))
    await local.drop_gateway(resumable=False)
    await coming
    assert not bot.resumed.is_set()


async def test_the_bot_comes_back_when_asked_to_reconnect(bot: SmallBot, local: Localcord) -> None:
    local.gateway.ask_to_reconnect()
    await local.bot_disconnected()
    await local.bot_connected()
    assert bot.resumed.is_set() or await bot.resumed.wait()


async def test_a_resume_of_an_unknown_session_is_invalid(local: Localcord) -> None:
    async with ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {"token": local.token, "session_id": "nobody", "seq": 1}})
        assert await socket.receive_json() == {"op": 9, "d": False}


async def test_a_bot_that_starts_anew_hears_nothing_of_what_it_missed(
    bot: SmallBot, local: Localcord, clock: Clock
) -> None:
    bot.react = answer
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
