"""The doctor's check of clicks, with a person who presses its button."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.ops.doctor import BUTTON, Finding
from bot.store import Heartbeat, open_database
from localcord import Localcord, Person
from localcord.ratelimits import RateLimits
from tests.bot.ops.doctor.examining import findings, of, settings_for


@pytest.fixture
async def limited(local: Localcord) -> Localcord:
    """Discord with its limits, whose headers name the pace."""
    local.api.rate_limits = RateLimits(clock=lambda: 0.0)
    return local


def last_text(person: Person) -> str:
    return str(person.messages()[-1]["content"]) if person.messages() else ""


async def until_asked(person: Person, text: str) -> None:
    await person.wait_for(lambda _: text in last_text(person))


async def press_twice(ana: Person) -> None:
    for asked in ("Press the button", "Press it again"):
        await until_asked(ana, asked)
        await ana.click(ana.messages()[-1], BUTTON)


async def examined(local: Localcord, folder: Path) -> list[Finding]:
    """What the doctor finds when Ana presses its button twice."""
    pressing = asyncio.create_task(press_twice(local.person("Ana")))
    found = await findings(settings_for(local, folder), local.channel_id)
    await pressing
    return found


async def test_an_edit_by_an_older_token_is_tried_after_a_second_click(limited: Localcord, tmp_path: Path) -> None:
    found = await examined(limited, tmp_path)

    assert [str(one) for one in found[-4:]] == [
        "ok       clicks: they arrive, and can be answered",
        "ok       tokens: a click's token still edits the message after a later click",
        "ok       pace: in the channel: 5 edits in 5.0 s",
        "ok       pace: with a token: 5 edits in 2.0 s",
    ]
    assert limited.person("Ana").messages() == []


async def test_an_edit_by_token_that_is_refused_fails(local: Localcord, tmp_path: Path) -> None:
    local.fail_next("PATCH", "/webhooks", status=404)
    found = await examined(local, tmp_path)

    assert of(found, "tokens")[0] == "failure"
    assert [one.level for one in found if one.check == "pace"] == ["warning", "failure"]


async def test_nobody_is_waited_for_for_ever(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0.5)

    assert of(found, "clicks") == ("failure", "no click arrived within 0 s")
    assert local.person("Ana").messages() == []


async def test_a_running_bot_keeps_its_clicks(local: Localcord, tmp_path: Path) -> None:
    settings = settings_for(local, tmp_path)
    async with open_database(settings.database_url) as engine:
        await Heartbeat(engine).beat(int(time.time()), {0: 0})
    found = await findings(settings, local.channel_id)

    assert of(found, "clicks") == ("warning", "not tried while the bot runs")
    assert local.person("Ana").messages() == []
