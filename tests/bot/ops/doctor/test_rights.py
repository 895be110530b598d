"""The doctor's checks of what the bot may do where."""

from pathlib import Path
from typing import Any

import pytest
from discord import Permissions

from bot.ops.doctor import permissions_in
from localcord import Localcord
from localcord.entities import ChannelKind
from localcord.permissions import BOT, Permission
from tests.bot.ops.doctor.examining import findings, of, settings_for


async def test_a_channel_that_lacks_rights_is_named_with_them(local: Localcord, tmp_path: Path) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.ATTACH_FILES & ~Permission.SEND_MESSAGES)
    found = await findings(settings_for(local, tmp_path))

    assert of(found, "rights") == (
        "warning",
        "Finte's tables: Attach Files, Send Messages is missing in 1 of 2 text channels (#tables)",
    )


async def test_a_server_in_which_nobody_can_play_fails(local: Localcord, tmp_path: Path) -> None:
    for channel in list(local.world.channels.values()):
        local.set_bot_permissions(channel.id, BOT & ~Permission.VIEW_CHANNEL)
    found = await findings(settings_for(local, tmp_path))

    assert of(found, "rights")[0] == "failure"


async def test_a_bot_that_is_on_no_server_is_told_so(local: Localcord, tmp_path: Path) -> None:
    local.world.guilds.clear()
    found = await findings(settings_for(local, tmp_path))

    assert of(found, "servers") == ("warning", "the bot is on none")


async def test_only_the_first_servers_are_looked_at(local: Localcord, tmp_path: Path) -> None:
    for number in range(11):
        local.add_guild(f"Server {number}")
    found = await findings(settings_for(local, tmp_path))

    assert sum(one.check == "rights" for one in found) == 10
    assert of(found, "servers")[1].startswith("only the first 10 were checked")


@pytest.mark.parametrize(
    ("missing", "level"),
    [(Permission.READ_MESSAGE_HISTORY, "warning"), (Permission.SEND_MESSAGES_IN_THREADS, "failure")],
)
async def test_of_one_channel_each_right_is_said(
    local: Localcord, tmp_path: Path, missing: Permission, level: str
) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~missing)
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0)

    assert of(found, "channel")[0] == level


async def test_a_right_that_is_not_needed_is_no_fault(local: Localcord, tmp_path: Path) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.USE_EXTERNAL_EMOJIS)
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0)

    assert of(found, "channel") == (
        "ok",
        "#tables: all that are needed; Use External Emojis is missing, and isn't needed",
    )


async def test_a_channel_that_is_not_there_fails(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path), "77")

    assert of(found, "channel") == ("failure", "Discord answers HTTP 404, code 10003")


async def test_direct_messages_are_no_channel_of_a_server(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path), local.person("Ana").dm_channel_id)

    assert of(found, "channel")[0] == "failure"


SEND, VIEW = Permissions(send_messages=True).value, Permissions(view_channel=True).value


def overwrite(of_whom: str, *, allow: int = 0, deny: int = 0, is_member: bool = False) -> dict[str, Any]:
    return {"id": of_whom, "type": int(is_member), "allow": str(allow), "deny": str(deny)}


@pytest.mark.parametrize(
    ("overwrites", "may_send"),
    [
        ([], True),
        ([overwrite("1", deny=SEND)], False),
        ([overwrite("1", deny=SEND), overwrite("2", allow=SEND)], True),
        ([overwrite("2", deny=SEND), overwrite("3", allow=SEND)], True),
        ([overwrite("4", deny=SEND)], True),
        ([overwrite("2", allow=SEND), overwrite("9", deny=SEND, is_member=True)], False),
        ([overwrite("2", deny=SEND), overwrite("9", allow=SEND, is_member=True)], True),
        ([overwrite("8", deny=SEND, is_member=True)], True),
    ],
    ids=[
        "none", "everyone", "a role over everyone", "one role of two allows", "a role that isn't held",
        "the member over a role", "allowed to the member", "another member",
    ],
)  # fmt: skip
def test_overwrites_count_in_discords_order(overwrites: list[dict[str, Any]], may_send: bool) -> None:
    roles = [{"id": "1", "permissions": str(VIEW | SEND)}, *({"id": role, "permissions": "0"} for role in "234")]
    server = {"id": "1", "owner_id": "5", "roles": roles}
    member = {"user": {"id": "9"}, "roles": ["2", "3"]}

    assert permissions_in(server, member, {"permission_overwrites": overwrites}).send_messages == may_send


def test_an_administrator_may_do_everything() -> None:
    server = {"id": "1", "owner_id": "5", "roles": [{"id": "1", "permissions": "8"}]}
    member: dict[str, Any] = {"user": {"id": "9"}, "roles": []}

    assert permissions_in(server, member, {"permission_overwrites": [overwrite("1", deny=SEND)]}).send_messages


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_voice_channel_needs_connect(local: Localcord, tmp_path: Path, kind: ChannelKind) -> None:
    channel_id = local.add_channel("voice", kind=kind)
    local.set_bot_permissions(channel_id, BOT & ~Permission.CONNECT)

    of_all = await findings(settings_for(local, tmp_path))
    of_one = await findings(settings_for(local, tmp_path), channel_id, patience=0)

    assert of(of_all, "rights") == (
        "warning",
        "Finte's tables: Connect is missing in 1 of 3 text and voice channels (#voice)",
    )
    assert of(of_one, "channel") == ("failure", "#voice: Connect is missing")


async def test_a_text_channel_needs_no_connect(local: Localcord, tmp_path: Path) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.CONNECT)
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0)

    assert of(found, "channel") == ("ok", "#tables: all that are needed")
