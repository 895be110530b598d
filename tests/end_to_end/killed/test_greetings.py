"""What becomes of a new server's greeting when the bot is killed around it: nobody is greeted twice."""

import asyncio
from collections.abc import Mapping

import pytest

from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.end_to_end.child import Child
from tests.end_to_end.fork_server import GREETS
from tests.end_to_end.tables import custom_ids, told

pytestmark = pytest.mark.kills


@pytest.fixture
def settings() -> Mapping[str, str]:
    return {GREETS: "true"}


async def test_a_greeting_during_which_the_bot_is_killed_comes_once(discord: Localcord, child: Child) -> None:
    ana = discord.person("Ana")
    held = discord.hold_next("POST", f"/webhooks/{discord.application_id}/")
    await ana.command("table")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()

    child.kill()
    await child.dead()
    held.let_go()
    assert await child.start()
    for _ in range(2):
        await told(ana, await ana.command("table"))
    await child.killed()

    greeted = [message for message in ana.messages() if "f1|hub|0|0|play" in custom_ids(message)]
    assert len(greeted) == 1
