"""Many people open tables at once, and the bot is killed meanwhile."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.background.jobs import cancel_and_wait
from localcord import Localcord
from localcord.entities import Message
from localcord.world import Event
from tests.end_to_end.child import Child
from tests.end_to_end.tables import EPHEMERAL, custom_ids, match_of

pytestmark = pytest.mark.kills

HOSTS = 40

BOARDS = 5
"""After how many boards the bot is killed, while most commands wait for their answer."""


def is_board(message: Message | None) -> bool:
    return message is not None and not message.body["flags"] & EPHEMERAL and bool(custom_ids(message.body))


class Rush:
    """People in channels of their own who all type `/play` at the same time."""

    def __init__(self, discord: Localcord) -> None:
        self._discord = discord
        self._hosts = [(discord.person(f"Host {number}"), discord.add_channel("tables")) for number in range(HOSTS)]

    @property
    def boards(self) -> dict[str, set[int]]:
        """The tables that are shown. Shape: by host, in no order; without the hosts that see none."""
        shown = [message for message in self._discord.world.messages.values() if is_board(message)]
        found: dict[str, set[int]] = {}
        for host, channel_id in self._hosts:
            here = {int(match_of(custom_ids(one.body)[0])) for one in shown if one.channel_id == channel_id}
            found |= {host.id: here} if here else {}
        return found

    async def play(self) -> None:
        """Types the command of everyone who sees no table."""
        waiting = [(host, channel_id) for host, channel_id in self._hosts if host.id not in self.boards]
        options = {"seats": 2, "bots": 1}
        commands = (host.command("play bluff", options, channel_id=channel_id) for host, channel_id in waiting)
        await asyncio.gather(*commands)

    async def shows(self, tables: int) -> None:
        """Waits until so many people see a table."""
        host, _ = self._hosts[0]
        await host.wait_for(lambda _: len(self.boards) == tables)


def stored(child: Child) -> set[int]:
    """All tables, lobbies included."""
    with closing(sqlite3.connect(child.database)) as db:
        return {match_id for (match_id,) in db.execute("SELECT id FROM matches")}


async def test_after_a_kill_amid_many_commands_everyone_has_one_table(discord: Localcord, child: Child) -> None:
    rush, boards = Rush(discord), 0

    def count(event: Event) -> None:
        nonlocal boards
        boards += event.name == "MESSAGE_CREATE" and is_board(event.message)
        if boards == BOARDS:
            child.kill()

    stop = discord.world.watch(count)
    typing = asyncio.create_task(rush.play())
    await child.dead()
    stop()
    shown, kept = rush.boards, stored(child)
    assert set[int]().union(*shown.values()) <= kept
    assert BOARDS <= len(kept) < HOSTS

    assert await child.start()
    await rush.shows(len(kept))
    await cancel_and_wait(typing)
    await rush.play()
    await rush.shows(HOSTS)

    assert [len(tables) for tables in rush.boards.values()] == [1] * HOSTS
    assert len(stored(child)) == HOSTS
