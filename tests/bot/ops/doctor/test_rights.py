"""The doctor's checks of what the bot may do where."""

from pathlib import Path

import pytest

from localcord import Localcord
from localcord.entities import ChannelKind
from localcord.permissions import BOT, Permission
from tests.bot.ops.doctor.examining import findings, of, settings_for


async def test_a_channel_that_lacks_rights_is_named_with_them(local: Localcord, tmp_path: Path) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.ATTACH_FILES & ~Permission.SEND_MESSAGES)
    found = await findings(settings_for(local, tmp_path))

    assert of(found, "rights") == (
        "warning",
        "Finte's tables: Attach Files, Send Messages is missing in 1 of 2 channels (#tables)",
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


async def test_a_channel_that_is_not_there_fails(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path), "77")

    assert of(found, "channel") == ("failure", "Discord answers HTTP 404, code 10003")


async def test_of_a_thread_the_rights_are_those_of_its_channel(local: Localcord, tmp_path: Path) -> None:
    thread_id = local.add_thread("late", local.person("Ana"))
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.ATTACH_FILES)
    found = await findings(settings_for(local, tmp_path), thread_id, patience=0)

    assert of(found, "channel") == ("warning", "#late: Attach Files is missing")


async def test_direct_messages_are_no_channel_of_a_server(local: Localcord, tmp_path: Path) -> None:
    found = await findings(settings_for(local, tmp_path), local.person("Ana").dm_channel_id)

    assert of(found, "channel")[0] == "failure"


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_voice_channel_needs_connect(local: Localcord, tmp_path: Path, kind: ChannelKind) -> None:
    channel_id = local.add_channel("voice", kind=kind)
    local.set_bot_permissions(channel_id, BOT & ~Permission.CONNECT)

    of_all = await findings(settings_for(local, tmp_path))
    of_one = await findings(settings_for(local, tmp_path), channel_id, patience=0)

    assert of(of_all, "rights") == (
        "warning",
        "Finte's tables: Connect is missing in 1 of 3 channels (#voice)",
    )
    assert of(of_one, "channel") == ("failure", "#voice: Connect is missing")


async def test_a_text_channel_needs_no_connect(local: Localcord, tmp_path: Path) -> None:
    local.set_bot_permissions(local.channel_id, BOT & ~Permission.CONNECT)
    found = await findings(settings_for(local, tmp_path), local.channel_id, patience=0)

    assert of(found, "channel") == ("ok", "#tables: all that are needed")
