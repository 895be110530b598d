"""What becomes of a match's thread when the bot is killed as it opens or ends it: one thread, one board, one result."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from localcord.world import Event
from tests.end_to_end.child import Child
from tests.end_to_end.tables import EPHEMERAL, Table, custom_ids, labels, text_of

pytestmark = pytest.mark.kills

MOMENTS: dict[str, tuple[str, Callable[[Table], str]]] = {
    "as it opens the thread": ("POST", lambda table: f"/messages/{table.first_board_id}/threads"),
    "as it posts the board there": ("POST", lambda table: f"/channels/{table.first_board_id}/messages"),
    "as it leads there": ("PATCH", lambda table: f"/messages/{table.first_board_id}"),
}


@pytest.mark.parametrize("is_done", [True, False], ids=["after the request", "before the request"])
@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
async def test_a_match_moves_into_its_thread_once(
    discord: Localcord, child: Child, moment: tuple[str, Callable[[Table], str]], *, is_done: bool
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await (await Table.opened(discord, ana, seats=2, thread=True)).joined_by(ben)
    await table.until(lambda: "Ben" in text_of(lobby_of(table)))
    posted: list[Event] = []
    discord.world.watch(lambda event: posted.append(event) if event.name == "MESSAGE_CREATE" else None)
    held = discord.hold_next(moment[0], moment[1](table), is_done=is_done)
    await table.tap(ana, "Start")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()
    child.kill()
    await child.dead()
    held.let_go()
    assert await child.start()

    await table.until(lambda: not custom_ids(lobby_of(table)))
    await table.play_on(Random(1))
    await table.until(lambda: labels(lobby_of(table)) == ["Rematch"])
    boards = [event.payload for event in posted if not event.payload["flags"] & EPHEMERAL]
    assert [board["channel_id"] for board in boards if len(custom_ids(board)) > 1] == [table.first_board_id]
    assert [len([ping for ping in person.pings if ping["id"] == boards[0]["id"]]) for person in (ana, ben)] == [1, 1]


@pytest.mark.parametrize("is_done", [True, False], ids=["after the request", "before the request"])
async def test_a_result_comes_into_the_channel_once(discord: Localcord, child: Child, *, is_done: bool) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    table = await Table.started(discord, (ana, ben), thread=True)
    await table.until(lambda: not custom_ids(lobby_of(table)) and table.asked)
    held = discord.hold_next("PATCH", f"/messages/{table.first_board_id}", is_done=is_done)
    playing = asyncio.create_task(table.play_on(Random(1)))
    async with asyncio.timeout(PATIENCE_SECONDS):
        await held.came.wait()
    await playing
    child.kill()
    await child.dead()
    held.let_go()
    assert await child.start()

    await table.until(lambda: labels(lobby_of(table)) == ["Rematch"])
    thread = discord.world.channel(table.first_board_id)
    assert thread.thread
    async with asyncio.timeout(PATIENCE_SECONDS):
        while thread.thread.hides_after > 60:  # noqa: ASYNC110 - nothing tells when the bot has set it
            await asyncio.sleep(0.02)
    assert [len(shown_in(discord, place)) for place in (discord.channel_id, thread.id)] == [1, 1]


def lobby_of(table: Table) -> dict[str, object]:
    return table.discord.world.messages[table.first_board_id].body


def shown_in(discord: Localcord, channel_id: str) -> list[str]:
    """The public messages of a channel."""
    return [message.id for message in discord.world.messages_in(channel_id) if message.owner_id is None]
