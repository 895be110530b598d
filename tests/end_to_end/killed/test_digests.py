"""What becomes of a server's digest when the bot is killed around its post: it's there once after the restart."""

import asyncio
import sqlite3
from time import time

import pytest

from localcord import Localcord, Permission
from localcord.people import PATIENCE_SECONDS
from localcord.permissions import EVERYONE
from tests.end_to_end.child import Child

pytestmark = pytest.mark.kills


@pytest.mark.parametrize("is_done", [True, False], ids=["after its post", "before its post"])
async def test_a_digest_during_which_the_bot_is_killed_comes_once(
    discord: Localcord, child: Child, *, is_done: bool
) -> None:
    host = discord.person("Host", permissions=EVERYONE | Permission.MANAGE_GUILD)
    host.say("Good morning!")
    before = len(host.messages())
    await host.command("server digest", {"post": "on"})
    assert await child.stop() == 0
    with sqlite3.connect(child.database) as database:  # it's due now, and its last one was about an earlier day
        database.execute("UPDATE digests SET day = day - 2, minute = ?", (int(time()) // 60 % (24 * 60),))
    held = discord.hold_next("POST", f"/channels/{discord.channel_id}/messages", is_done=is_done)
    assert await child.start()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()

    child.kill()
    await child.dead()
    held.let_go()
    assert await child.start()

    async with asyncio.timeout(PATIENCE_SECONDS):
        while _message_id(child) in (None, 0):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.02)
    public = [message for message in host.messages()[before:] if message["components"]]
    assert [int(message["id"]) for message in public] == [_message_id(child)]


def _message_id(child: Child) -> int | None:
    with sqlite3.connect(child.database) as database:
        (found,) = database.execute("SELECT message_id FROM digests").fetchone()
    return None if found is None else int(found)
