"""What the doctor says if Discord refuses some of its requests."""

from pathlib import Path

import pytest

from localcord import Localcord
from tests.bot.ops.doctor.examining import findings, settings_for

OF_ACCOUNT = ("/users/@me", "/oauth2/applications/@me", "/gateway/bot", "/commands", "/emojis")
OF_SERVERS = ("/users/@me/guilds", "/guilds/", "/members/", "/channels")
OF_CHANNEL = ("/gateway/bot", "/guilds/", "/members/", "/channels/")


async def check(local: Localcord, folder: Path, route: str, channel_id: str | None) -> None:
    """Checks that a failure says what Discord has answered."""
    local.fail_next("GET", route, status=503, times=100)
    found = await findings(settings_for(local, folder), channel_id, patience=0)

    assert any("HTTP 503" in one.text for one in found if one.level == "failure")


@pytest.mark.parametrize("route", OF_ACCOUNT + OF_SERVERS)
async def test_a_refused_request_is_a_finding(local: Localcord, tmp_path: Path, route: str) -> None:
    await check(local, tmp_path, route, None)


@pytest.mark.parametrize("route", OF_CHANNEL)
async def test_a_refused_request_about_a_channel_is_a_finding(local: Localcord, tmp_path: Path, route: str) -> None:
    await check(local, tmp_path, route, local.channel_id)
