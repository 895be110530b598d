"""The doctor's checks of the bot's account at Discord."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.ops.doctor import (
    Level,
    application_finding,
    check_clock,
    check_token,
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

    at_discord = [(one.level, one.check) for one in found if one.check not in {"versions", "processes", "disk"}]
    assert at_discord[at_discord.index(("ok", "token")) :] == [
        ("ok", "token"), ("ok", "clock"), ("ok", "application"), ("ok", "gateway"),
        ("ok", "commands"), ("ok", "emojis"), ("ok", "rights"),
    ]  # fmt: skip
    assert {request.method for request in local.requests} == {"GET"}


async def test_a_token_that_discord_does_not_know_ends_the_examination(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path, discord_token="c2VjcmV0"))

    assert str(found[-1]).startswith("failure  token: Discord doesn't know it. Reset the token")
    assert "c2VjcmV0" not in "".join(map(str, found))


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("", "DISCORD_TOKEN is missing"),
        ("abc", "This doesn't look like a bot token"),
        ("MTIz.GhIjKl", "This doesn't look like a bot token"),
        ("..", "This doesn't look like a bot token"),
    ],
)
async def test_without_a_bots_token_this_machine_is_checked_all_the_same(tmp_path: Path, token: str, said: str) -> None:
    address = f"sqlite:///{tmp_path / 'finte.sqlite3'}"
    settings = Settings(discord_token=SecretStr("none"), database_url=address, picture_processes=0, _env_file=None)
    found = await findings(settings.model_copy(update={"discord_token": SecretStr(token)}))

    assert {"versions", "settings", "processes", "database", "disk"} < {one.check for one in found}
    assert found[-1].check == "token"
    assert found[-1].level == "failure"
    assert said in found[-1].text
    assert "abc" not in str(found[-1])


@pytest.mark.parametrize("token", ["MTIz.GhIjKl.m-_N0", "a.b.c.d"])
def test_what_discord_might_issue_is_taken_for_a_token(token: str) -> None:
    assert not Settings(discord_token=SecretStr(token), _env_file=None).has_malformed_token


async def test_a_discord_that_cannot_be_reached_is_said(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path, discord_api_url="http://127.0.0.1:1/api/v10"))

    assert found[-1].level == "failure"
    assert found[-1].text.startswith("Discord is out of reach: ")


@pytest.mark.parametrize("path", ["", "/api", "/api/v10/"])
async def test_an_address_that_is_not_discords_api_is_said(local: Localcord, tmp_path: Path, path: str) -> None:
    url = local.api_url.removesuffix("/api/v10") + path
    found = await findings(settings_for(local, tmp_path, discord_api_url=url))

    assert found[-1].text == "something other than Discord's API answers (HTTP 404)"
    assert "DISCORD_API_URL" in found[-1].advice


async def test_a_page_that_answers_in_place_of_discord_is_said() -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(text="Log in to this network", content_type="text/html")

    app = web.Application()
    app.router.add_get("/users/@me", answer)
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        url = str(server.make_url("")).rstrip("/")
        found, date = await check_token(Settings(discord_token=SecretStr("token"), discord_api_url=url), session)

    assert (found.level, date) == ("failure", None)
    assert "DISCORD_API_URL" in found.advice


async def test_a_discord_that_is_down_is_said(local: Localcord, tmp_path: Path) -> None:
    local.fail_next("GET", "/users/@me", status=503)
    found = await findings(settings_for(local, tmp_path))

    assert of(found, "token") == ("failure", "Discord answers HTTP 503")


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


def test_a_clock_that_nobody_can_compare_is_a_warning() -> None:
    assert check_clock(None).level == "warning"


@pytest.mark.parametrize(("address", "level"), [("https://example.com", "failure"), (None, "ok")])
def test_an_application_that_sends_clicks_elsewhere_fails(address: str | None, level: Level) -> None:
    application: Any = Mock(id=1, interactions_endpoint_url=address, user_integration_config=None)
    assert application_finding(application).level == level


@pytest.mark.parametrize("has_user_install", [True, False])
async def test_an_application_that_people_can_add_to_their_account_is_a_warning(
    local: Localcord, tmp_path: Path, *, has_user_install: bool
) -> None:
    local.world.has_user_install = has_user_install
    found = await findings(settings_for(local, tmp_path))

    (application,) = (one for one in found if one.check == "application")
    assert application.level == ("warning" if has_user_install else "ok")
    assert ("Switch *User Install* off" in application.advice) == has_user_install
    assert f"client_id={local.application_id}&" in application.text


@pytest.mark.parametrize(("remaining", "level"), [(3, "failure"), (20, "warning"), (900, "ok")])
def test_few_sessions_left_are_said(remaining: int, level: Level) -> None:
    found = sessions_finding({"total": 1000, "remaining": remaining, "reset_after": 3_600_000}, 4)

    assert found.level == level
    assert f"{remaining} of 1000 session starts" in found.text
    assert "the bot uses 4 at each start" in found.text


@pytest.mark.parametrize(("chosen", "used"), [(0, 1), (6, 6)], ids=["by Discord", "by the host"])
async def test_a_start_uses_a_session_for_each_shard(local: Localcord, tmp_path: Path, chosen: int, used: int) -> None:
    found = await findings(settings_for(local, tmp_path, shard_count=chosen))

    assert f"the bot uses {used} at each start" in of(found, "gateway")[1]


async def test_a_gateway_that_is_not_there_is_said(local: Localcord, tmp_path: Path) -> None:
    for address in ("ws://127.0.0.1:1/", local.gateway_url.replace("gateway", "nowhere"), "nonsense"):
        found = await findings(settings_for(local, tmp_path, discord_gateway_url=address))
        assert of(found, "gateway")[0] == "failure"


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


async def test_emojis_that_are_missing_are_counted(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path))
    assert of(found, "emojis") == ("warning", "1 of 1 aren't uploaded; cards and dice are shown as text")
