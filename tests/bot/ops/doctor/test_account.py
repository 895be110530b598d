"""The doctor's checks of the bot's account at Discord."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from pydantic import SecretStr

from bot.ops.doctor import (
    Level,
    check_clock,
    commands_finding,
    sessions_finding,
)
from bot.settings import Settings
from localcord import Localcord
from tests.bot.ops.doctor.examining import COMMAND, FACE, findings, of, settings_for
from tests.clock import Clock


async def test_a_healthy_account_passes_each_check(local: Localcord, tmp_path: Path) -> None:
    local.world.commands["1"] = {**COMMAND, "id": "1", "version": "2"}
    local.world.emojis["1"] = {"id": "1", "name": FACE}
    found = await findings(settings_for(local, tmp_path))

    levels = [(one.level, one.check) for one in found]
    assert levels[levels.index(("ok", "token")) :] == [
        ("ok", check) for check in ("token", "clock", "application", "gateway", "commands", "emojis", "rights")
    ]
    invitation = parse_qs(of(found, "application")[1].partition("?")[2])
    assert invitation["client_id"] == [local.application_id]
    assert invitation["scope"] == ["bot applications.commands"]
    assert invitation["permissions"] == ["309238795264"]  # what cogs/table/answers.py looks at
    assert "the bot uses 1 at each start" in of(found, "gateway")[1]
    assert {request.method for request in local.requests} == {"GET"}


async def test_an_account_that_is_not_set_up_is_said(local: Localcord, tmp_path: Path) -> None:
    local.world.has_user_install = True
    found = await findings(settings_for(local, tmp_path, shard_count=6))

    (application,) = (one for one in found if one.check == "application")
    assert application.level == "warning"
    assert "Switch *User Install* off" in application.advice
    assert "the bot uses 6 at each start" in of(found, "gateway")[1]
    assert of(found, "emojis") == ("warning", "1 of 1 aren't uploaded; cards and dice are shown as text")


async def test_a_token_that_discord_does_not_know_ends_the_examination(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path, discord_token="c2VjcmV0"))

    assert str(found[-1]).startswith("failure  token: Discord doesn't know it. Reset the token")
    assert "c2VjcmV0" not in "".join(map(str, found))


@pytest.mark.parametrize(
    ("token", "said"),
    [("", "DISCORD_TOKEN is missing"), ("MTIz.GhIjKl", "This doesn't look like a bot token")],
)
async def test_without_a_bots_token_this_machine_is_checked_all_the_same(tmp_path: Path, token: str, said: str) -> None:
    address = f"sqlite:///{tmp_path / 'finte.sqlite3'}"
    settings = Settings(discord_token=SecretStr("none"), database_url=address, picture_processes=0, _env_file=None)
    found = await findings(settings.model_copy(update={"discord_token": SecretStr(token)}))

    assert {"versions", "settings", "processes", "database", "disk"} < {one.check for one in found}
    assert (found[-1].level, found[-1].check) == ("failure", "token")
    assert said in found[-1].text
    assert "GhIjKl" not in str(found[-1])


@pytest.mark.parametrize(
    ("url", "text", "advice"),
    [
        ("http://127.0.0.1:1/api/v10", "Discord is out of reach: ", "Check the network"),
        ("{}/api", "something other than Discord's API answers (HTTP 404)", "DISCORD_API_URL"),
    ],
)
async def test_an_address_that_is_not_discords_api_is_said(
    local: Localcord, tmp_path: Path, *, url: str, text: str, advice: str
) -> None:
    at = url.format(local.api_url.removesuffix("/api/v10"))
    found = await findings(settings_for(local, tmp_path, discord_api_url=at))

    assert found[-1].level == "failure"
    assert found[-1].text.startswith(text)
    assert advice in found[-1].advice


@pytest.mark.parametrize(
    ("seconds", "level", "text"),
    [
        (1, "ok", "it agrees with Discord's clock"),
        (10, "warning", "it is 10 s ahead of Discord's"),
        (-40, "failure", "it is 40 s behind Discord's"),
    ],
)
def test_a_clock_that_is_wrong_is_said(clock: Clock, seconds: int, level: Level, text: str) -> None:
    assert clock() == 1_800_000_000
    clock.now += seconds
    found = check_clock("Fri, 15 Jan 2027 08:00:00 GMT", clock)

    assert (found.level, found.text) == (level, text)
    assert check_clock(None).level == "warning"


@pytest.mark.parametrize(("remaining", "level"), [(3, "failure"), (20, "warning"), (900, "ok")])
def test_few_sessions_left_are_said(remaining: int, level: Level) -> None:
    found = sessions_finding({"total": 1000, "remaining": remaining, "reset_after": 3_600_000}, 4)

    assert found.level == level
    assert f"{remaining} of 1000 session starts are left today; the bot uses 4 at each start" in found.text


@pytest.mark.parametrize(
    "there",
    [
        [],
        [{**COMMAND, "description": "Opens a room"}],
        [COMMAND, {**COMMAND, "name": "old"}],
        [{**COMMAND, "options": [{"type": 3, "name": "game", "description": "Which"}]}],
        [{**COMMAND, "description_localizations": {"de": "Anders"}}],
    ],
    ids=["none", "another text", "one too many", "another option", "another translation"],
)
def test_commands_of_another_version_are_named(there: list[dict[str, Any]]) -> None:
    found = commands_finding(there, [COMMAND])
    assert found.level == "warning"
    assert "/play" in found.text or "/old" in found.text


def test_commands_are_equal_however_their_defaults_are_written() -> None:
    option = {"type": 3, "name": "game", "description": "Which"}
    sent = {**COMMAND, "options": [{**option, "required": False, "choices": []}], "default_member_permissions": 32}
    kept = {**COMMAND, "id": "7", "nsfw": False, "options": [option], "default_member_permissions": "32"}

    assert commands_finding([kept], [sent]).level == "ok"


OF_ACCOUNT = ("/users/@me", "/oauth2/applications/@me", "/gateway/bot", "/commands", "/emojis", "/members/")


@pytest.mark.parametrize(("route", "has_channel"), [*((route, False) for route in OF_ACCOUNT), ("/channels/", True)])
async def test_a_refused_request_is_a_finding(
    local: Localcord, tmp_path: Path, route: str, *, has_channel: bool
) -> None:
    local.fail_next("GET", route, status=503, times=100)
    found = await findings(settings_for(local, tmp_path), local.channel_id if has_channel else None, patience=0)

    assert any("HTTP 503" in one.text for one in found if one.level == "failure")
