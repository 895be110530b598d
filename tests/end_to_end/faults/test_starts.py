"""What happens to a start if Discord fails, limits, resets or doesn't answer its requests."""

import logging
from pathlib import Path
from unittest.mock import Mock

import pytest
from discord import shard

import bot.messages.emojis
from bot.errors import CannotStart
from bot.interactions import client
from bot.pictures.faces import FACES
from localcord import Localcord
from tests.clock import Clock, NoSleep
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.faults.failures import FAULTS, request_seconds, waiting
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.here import ready_bot
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table

COMMANDS = ("PUT", "/commands")

ROUTES = (COMMANDS, ("GET", "/emojis"), ("POST", "/emojis"))
"""The routes of a start without which it goes on."""

SHOWN = ("die_1", "red_7")


@pytest.fixture(autouse=True)
def impatiently(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Gives Discord little time for a request if one isn't answered, and the bot few emojis to upload."""
    monkeypatch.setattr(client, "REQUEST_SECONDS", request_seconds(request.node.name))
    monkeypatch.setattr(bot.messages.emojis, "FACES", {name: FACES[name] for name in SHOWN})


@pytest.mark.parametrize("fault", ["429", "500 after it was done", "no answer"])
async def test_a_start_survives_requests_that_fail(
    discord: Localcord, clock: Clock, proof: Proof, tmp_path: Path, *, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    for route in ROUTES:
        FAULTS[fault](discord, *route)
    async with ready_bot(discord, clock, tmp_path, has_emojis=True) as bot:
        table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
        assert bot.uploading
        await bot.uploading
        assert sorted(emoji["name"] for emoji in discord.world.emojis.values()) == sorted(bot.renderer.faces.ids)
        assert sorted(bot.renderer.faces.ids) == sorted(SHOWN)
        await proof.finish(table)
    assert not waiting(discord)
    assert discord.token not in caplog.text


async def test_a_gateway_that_stays_out_of_reach_ends_the_start_with_a_reason(
    discord: Localcord,
    clock: Clock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL, "discord.shard")  # each try logs the tracebacks of all before it
    monkeypatch.setattr(shard.DiscordWebSocket, "from_client", Mock(side_effect=ConnectionRefusedError))
    monkeypatch.setattr(shard, "asyncio", NoSleep())
    with pytest.raises(CannotStart, match="Discord is out of reach"):
        async with ready_bot(discord, clock, tmp_path):
            pass


@pytest.mark.kills
async def test_a_start_without_discord_ends_with_a_reason_for_a_supervisor_to_try_again(
    tmp_path: Path, fork_server: ForkServer
) -> None:
    async with discord_for_children() as discord:
        child = Child(discord, tmp_path, fork_server)
        for path in ("/users/@me", "/gateway/bot"):
            discord.fail_next("GET", path, status=503)
            assert await child.start_in_vain() == 1
            assert "Traceback" not in child.log
            assert "Discord is out of reach: " in child.log.splitlines()[-1]
        await child.start()
        await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
