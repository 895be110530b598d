"""The doctor's check of clicks, with a person who presses its button."""

import asyncio
import time
from pathlib import Path

from bot.store.connection import open_database
from bot.store.processes import Heartbeat
from localcord import Localcord, Person
from tests.bot.ops.doctor.examining import findings, of, settings_for


async def press(ana: Person) -> None:
    await ana.wait_for(lambda _: bool(ana.messages()))
    await ana.click(ana.messages()[-1], "doctor")


async def test_a_click_on_the_button_is_answered_and_nothing_is_left(local: Localcord, tmp_path: Path) -> None:
    ana, told = local.person("Ana"), list[str]()
    pressing = asyncio.create_task(press(ana))
    found = await findings(settings_for(local, tmp_path), local.channel_id, tell=told.append)
    await pressing

    assert of(found, "clicks") == ("ok", "they arrive, and can be answered")
    assert told == ["Press the button in #tables."]
    assert ana.messages() == []


async def test_nobody_is_waited_for_for_ever(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0.5)

    assert of(found, "clicks") == ("failure", "none could be answered within 0 s")
    assert local.person("Ana").messages() == []


async def test_a_running_bot_keeps_its_clicks(local: Localcord, tmp_path: Path) -> None:
    settings = settings_for(local, tmp_path)
    async with open_database(settings.database_url) as engine:
        await Heartbeat(engine).beat(int(time.time()), {0: 0})
    found = await findings(settings, local.channel_id)

    assert of(found, "clicks") == ("warning", "not tried while the bot runs")
    assert local.person("Ana").messages() == []
