"""Many people open tables at once, and the bot is killed meanwhile."""

import asyncio
import sqlite3
from collections import defaultdict
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


def tables_shown(message: Message | None) -> set[int]:
    """The table whose board this is, if it's one."""
    ids = custom_ids(message.body) if message is not None and not message.body["flags"] & EPHEMERAL else []
    return {int(match_of(custom_id)) for custom_id in ids[:1]}


def stored(child: Child) -> set[int]:
    """All tables, lobbies included."""
    with closing(sqlite3.connect(child.database)) as db:
        return {match_id for (match_id,) in db.execute("SELECT id FROM matches")}


async def test_after_a_kill_amid_many_commands_everyone_has_one_table(discord: Localcord, child: Child) -> None:
    hosts = {discord.add_channel("tables"): discord.person(f"Host {number}") for number in range(HOSTS)}
    boards = 0

    def shown() -> dict[str, set[int]]:
        """The tables that are shown, by channel."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for message in discord.world.messages.values():
            found[message.channel_id] |= tables_shown(message)
        return {channel_id: tables for channel_id, tables in found.items() if tables}

    async def play() -> None:
        """Everyone who sees no table types the command."""
        waiting = [(channel_id, host) for channel_id, host in hosts.items() if channel_id not in shown()]
        options = {"seats": 2, "bots": 1}
        await asyncio.gather(*(host.command("play bluff", options, channel_id=place) for place, host in waiting))

    def count(event: Event) -> None:
        nonlocal boards
        boards += event.name == "MESSAGE_CREATE" and bool(tables_shown(event.message))
        if boards == BOARDS:
            child.kill()

    stop = discord.world.watch(count)
    typing = asyncio.create_task(play())
    await child.dead()
    stop()
    kept = stored(child)
    assert set[int]().union(*shown().values()) <= kept
    assert BOARDS <= len(kept) < HOSTS

    assert await child.start()
    first, *_ = hosts.values()
    await first.wait_for(lambda _: len(shown()) == len(kept))
    await cancel_and_wait(typing)
    await play()
    await first.wait_for(lambda _: len(shown()) == HOSTS)

    assert [len(tables) for tables in shown().values()] == [1] * HOSTS
    assert len(stored(child)) == HOSTS
