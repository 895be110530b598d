"""What becomes of a ping when the bot is killed around its post: it's there once after the restart, and never twice."""

import asyncio
from time import time

import pytest

from localcord import Localcord
from localcord.api import SeenRequest
from localcord.people import PATIENCE_SECONDS
from localcord.world import Event
from tests.end_to_end.child import Child
from tests.end_to_end.tables import Table, set_up

pytestmark = pytest.mark.kills


@pytest.mark.parametrize("is_done", [True, False], ids=["after its post", "before its post"])
async def test_a_ping_during_which_the_bot_is_killed_comes_once(
    discord: Localcord, child: Child, *, is_done: bool
) -> None:
    ana, ben = people = [discord.person("Ana"), discord.person("Ben")]
    for person in people:
        await set_up(person, "ping", "now")
    table = await (await Table.opened(discord, ana, seats=2)).joined_by(ben)
    posted: list[Event] = []
    discord.world.watch(lambda event: posted.append(event) if is_ping(event) else None)
    held = discord.hold_next("POST", f"/channels/{discord.channel_id}/messages", is_done=is_done)
    await table.tap(ana, "Start")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()

    child.kill()
    await child.dead()
    held.let_go()
    assert len(posted) == is_done
    again = time()
    assert await child.start()

    async with asyncio.timeout(PATIENCE_SECONDS):
        while not any(is_look(request) and request.time >= again for request in discord.requests):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await table.until(lambda: table.asked and table.asked.pings)
    asked = table.asked
    assert asked
    (ping,) = asked.pings
    assert len(posted) == 1
    await table.move(asked)
    await asked.wait_for(lambda shown: ping["id"] not in [message["id"] for message in shown])
    assert len([event for event in posted if event.message and asked.user.id in event.message.pinged]) == 1


def is_ping(event: Event) -> bool:
    return event.name == "MESSAGE_CREATE" and event.message is not None and bool(event.message.pinged)


def is_look(request: SeenRequest) -> bool:
    """Whether a channel's messages are read."""
    return request.method == "GET" and request.path.startswith("/channels/")
