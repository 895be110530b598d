"""What becomes of a call to a lobby when the bot is killed around its post: it's there once, and then no longer."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.background.calls import LACKING_SECONDS
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from localcord.world import Event
from tests.end_to_end.child import Child
from tests.end_to_end.killed.test_pings import is_ping
from tests.end_to_end.tables import Table

pytestmark = pytest.mark.kills


@pytest.mark.parametrize("starts", [False, True], ids=["still a lobby", "started meanwhile"])
@pytest.mark.parametrize("is_done", [True, False], ids=["after its post", "before its post"])
async def test_a_call_during_which_the_bot_is_killed_comes_once_and_goes(
    discord: Localcord, child: Child, *, is_done: bool, starts: bool
) -> None:
    ana, ben, dora = (discord.person(name) for name in ("Ana", "Ben", "Dora"))
    settings = await dora.command("settings")
    assert settings.message
    page = await dora.click(settings.message, "f1|calls|0|0|")
    assert page.message
    await dora.select(page.message, "f1|calls|0|0|most", ["5"])
    table = await (await Table.opened(discord, ana, seats=3)).joined_by(ben)
    posted: list[Event] = []
    discord.world.watch(lambda event: posted.append(event) if is_ping(event) else None)
    held = discord.hold_next("POST", f"/channels/{discord.channel_id}/messages", is_done=is_done)
    with closing(sqlite3.connect(child.database)) as database, database:
        database.execute("UPDATE matches SET changed_at = changed_at - ?", [LACKING_SECONDS])
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()
    if starts:
        await table.tap(ana, "Start")
        await table.until(lambda: table.asked)

    child.kill()
    await child.dead()
    held.let_go()
    assert len(posted) == is_done
    assert await child.start()
    if not starts:
        await dora.wait_for(lambda _: bool(dora.pings))
        await table.tap(ana, "Start")
    async with asyncio.timeout(PATIENCE_SECONDS):
        while call_id(child) != -1:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.02)
    assert not dora.pings
    assert len(posted) == 1


def call_id(child: Child) -> int:
    """The message that is stored as a call; -1 once it's deleted."""
    with closing(sqlite3.connect(child.database)) as database:
        (found,) = database.execute("SELECT call_id FROM matches").fetchone()
    return int(found)
