"""The doctor's checks of what the bot may do where, and whether clicks arrive."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.store.processes import Heartbeat
from localcord import Localcord, Person
from localcord.entities import ChannelKind
from localcord.permissions import BOT, Permission
from tests.bot.ops.doctor.examining import findings, of, settings_for
from tests.database import database


async def test_a_channel_that_lacks_rights_is_named_with_them(local: Localcord, tmp_path: Path) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.ATTACH_FILES & ~Permission.SEND_MESSAGES)
    found = await findings(settings_for(local, tmp_path))

    assert of(found, "rights") == (
        "warning",
        "Finte's tables: Attach Files, Send Messages is missing in 1 of 2 channels (#tables)",
    )


@pytest.mark.parametrize(
    ("missing", "finding"),
    [
        (Permission.READ_MESSAGE_HISTORY, ("warning", "#tables: Read Message History is missing")),
        (Permission.SEND_MESSAGES_IN_THREADS, ("failure", "#tables: Send Messages in Threads is missing")),
        (Permission.CONNECT, ("ok", "#tables: all that are needed")),
    ],
)
async def test_of_one_channel_each_right_is_said(
    local: Localcord, tmp_path: Path, missing: Permission, finding: tuple[str, str]
) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~missing)
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0)

    assert of(found, "channel") == finding


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_voice_channel_needs_connect(local: Localcord, tmp_path: Path, kind: ChannelKind) -> None:
    channel_id = local.add_channel("voice", kind=kind)
    local.set_bot_permissions(channel_id, BOT & ~Permission.CONNECT)

    of_all = await findings(settings_for(local, tmp_path))
    of_one = await findings(settings_for(local, tmp_path), channel_id, patience=0)

    assert of(of_all, "rights") == ("warning", "Finte's tables: Connect is missing in 1 of 3 channels (#voice)")
    assert of(of_one, "channel") == ("failure", "#voice: Connect is missing")


# Clicks


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


async def test_a_running_bot_keeps_its_clicks(local: Localcord, tmp_path: Path) -> None:
    settings = settings_for(local, tmp_path)
    async with database(settings.database_url) as engine:
        await Heartbeat(engine).beat(int(time.time()), {0: 0})
    found = await findings(settings, local.channel_id)

    assert of(found, "clicks") == ("warning", "not tried while the bot runs")
    assert local.person("Ana").messages() == []
