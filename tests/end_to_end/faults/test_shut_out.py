"""What happens once Discord shuts the bot out: it ends with a reason, and isn't restarted."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from localcord import Localcord
from localcord.gateway import Close
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import ForkServer
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table

pytestmark = pytest.mark.kills


@pytest.fixture(name="discord")
async def discord_there() -> AsyncIterator[Localcord]:
    async with discord_for_children() as discord:
        yield discord


@pytest.fixture
def child(discord: Localcord, tmp_path: Path, fork_server: ForkServer) -> Child:
    return Child(discord, tmp_path, fork_server)


def last_line(child: Child) -> str:
    """The last line of the log, which has to be the reason. Nothing in the log is a traceback or a token."""
    assert "Traceback" not in child.log
    return child.log.splitlines()[-1]


async def test_a_token_reset_during_play_ends_the_bot_and_with_a_new_one_it_goes_on(
    discord: Localcord, child: Child, tmp_path: Path, fork_server: ForkServer
) -> None:
    await child.start()
    proof = Proof(discord, child.database)
    table = await Table.started(discord, (discord.person("Ana"), discord.person("Ben")))
    await table.until(lambda: table.asked)
    old, discord.world.token = discord.token, "bmV3.dG9rZW4"
    await discord.drop_gateway(code=Close.AUTHENTICATION_FAILED)
    assert await child.ended() == os.EX_CONFIG
    assert "ERROR" in last_line(child)
    assert "Discord no longer knows this DISCORD_TOKEN" in last_line(child)
    assert await child.start_in_vain() == os.EX_CONFIG
    assert "Discord does not know this DISCORD_TOKEN" in last_line(child)
    assert old not in child.log
    with_new_token = Child(discord, tmp_path, fork_server)
    await with_new_token.start()
    await proof.finish(table)
    assert await with_new_token.stop() == 0


async def test_a_bot_that_is_shut_out_says_why_during_play_and_at_the_start(discord: Localcord, child: Child) -> None:
    code, reason = Close.SHARDING_REQUIRED, "raise SHARD_COUNT"
    await child.start()
    await discord.drop_gateway(code=code)
    assert await child.ended() == os.EX_CONFIG
    during_play = last_line(child)
    discord.gateway.shuts_out = code
    assert await child.start_in_vain() == os.EX_CONFIG
    for line in (during_play, last_line(child)):
        assert "ERROR" in line
        assert reason in line
        assert str(code.value) in line
