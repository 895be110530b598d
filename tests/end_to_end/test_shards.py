"""Several processes share Discord's servers and a PostgreSQL: each has its shard, and knows what others change."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.share import Share
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import nursery_at
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.tables import Table, enabled, labelled, labels, set_up, text_of
from tests.postgresql import SKIPPED, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

NUMBERS = count()

DOES_CHORES = "this process does the chores for all shards"

SHARDS = 2

END_LISTENING = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND (query LIKE '%LISTEN%' OR query = 'SELECT 1') AND pid <> pg_backend_pid()"
)
"""Processes look whether the connections over which they listen are still there with the shortest query."""

TAKEN_OVER_SECONDS = 30
"""The longest time in which no process may do the chores."""

NAMES = ("Ana", "Ben", "Chloé", "Jürgen")


@pytest.fixture
async def discord() -> AsyncIterator[Localcord]:
    async with discord_for_children() as server:
        yield server


class Fleet:
    """One process for each shard, another one that stands by for the last, and two people in a server of each."""

    def __init__(self, discord: Localcord, url: str, processes: list[Child], spare: Child) -> None:
        self.url, self.processes, self.spare = url, processes, spare
        self._discord = discord
        self.people = [self._people_in(shard) for shard in range(SHARDS)]

    def _people_in(self, shard: int) -> tuple[Person, Person]:
        """Two people whose server belongs to this shard."""
        share = Share((shard,), SHARDS)
        guild = self._discord.add_guild("A server")
        while not share.has(int(guild)):
            guild = self._discord.add_guild("Another server")
        (channel,) = (one for one in self._discord.world.channels.values() if one.guild_id == guild)
        self._discord.channel_id = channel.id
        return self._discord.person(NAMES[2 * shard]), self._discord.person(NAMES[2 * shard + 1])

    async def start(self) -> None:
        """Starts all processes but the spare one."""
        for number, process in enumerate(self.processes):
            await process.start(sessions=number + 1)


@pytest.fixture
async def fleet(discord: Localcord, postgresql: Server, tmp_path: Path, nursery_port: int) -> AsyncIterator[Fleet]:
    url = await server_database(postgresql, f"shards_{next(NUMBERS)}")
    async with AsyncExitStack() as stack:
        children = []
        for number, shard in enumerate([*range(SHARDS), SHARDS - 1]):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            fork_server = await stack.enter_async_context(nursery_at(nursery_port))
            own = {"SHARD_IDS": f"{shard}", "SHARD_COUNT": f"{SHARDS}", "DATABASE_URL": url, "LOG_LEVEL": "INFO"}
            children.append(Child(discord, folder, fork_server, **own))
        yield Fleet(discord, url, children[:-1], children[-1])


async def test_each_process_plays_on_its_servers_and_a_killed_one_is_replaced(discord: Localcord, fleet: Fleet) -> None:
    await fleet.start()
    await fleet.spare.stand_by()
    tables = [await Table.started(discord, people) for people in fleet.people]
    for table in tables:
        await table.move(await asked(table))

    await fleet.processes[-1].killed()
    await fleet.spare.has_logged("this process acts now")

    for table in tables:
        await table.play_on(Random(1))
    for people in fleet.people:
        assert {name for name, *_ in await leaderboard(people[0], "people")} == {one.user.name for one in people}
    for shard, process in enumerate(fleet.processes):
        assert f"shards of this process: {shard} of {len(fleet.processes)}\n" in process.log
    everyone = [*fleet.processes[:-1], fleet.spare]
    assert sum(process.log.count(DOES_CHORES) for process in everyone) == 1
    assert not [process.log for process in everyone if " ERROR " in process.log]


async def test_the_chores_pass_to_another_process_and_stay_there(discord: Localcord, fleet: Fleet) -> None:
    await fleet.start()
    first, second = fleet.processes
    await first.has_logged(DOES_CHORES)
    async with asyncio.timeout(TAKEN_OVER_SECONDS):
        await first.killed()
        await second.has_logged(DOES_CHORES)
    await first.start(sessions=SHARDS)
    assert first.log.count(DOES_CHORES) == 1
    async with asyncio.timeout(TAKEN_OVER_SECONDS):
        await second.stop()
        while first.log.count(DOES_CHORES) < 2:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.02)

    assert [seen.method for seen in discord.requests if seen.path.endswith("/commands")].count("PUT") == 1
    assert not [process.log for process in fleet.processes if " ERROR " in process.log]


async def asked(table: Table) -> Person:
    await table.until(lambda: table.asked)
    assert table.asked
    return table.asked


async def test_a_change_by_another_process_is_shown_even_by_one_that_could_not_hear_of_it(
    discord: Localcord, fleet: Fleet
) -> None:
    await fleet.start()
    (ana, _), (host, _) = fleet.people
    table = await Table.opened(discord, host, seats=3)
    await table.press(ana, "Join")
    await table.until(lambda: "**Ana**" in text_of(table.board))
    private = await ana.command("rules", {"game": "bluff"}, channel_id=ana.dm_channel_id)
    await ana.wait_for(lambda _: private.message is not None)
    assert private.message is not None

    await stop_listening(fleet.url)
    await ana.raw_click(private.message, f"f1|leave|{table.match_id}|0|")  # direct messages belong to the first shard

    await table.until(lambda: "**Ana**" not in text_of(table.board))
    assert "no notifications from other processes" in fleet.processes[1].log
    assert not [process.log for process in fleet.processes if " ERROR " in process.log]


async def stop_listening(url: str) -> None:
    """Ends the connections over which processes learn of each other's changes."""
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as db:
        assert (await db.execute(text(END_LISTENING))).scalar_one() >= SHARDS


async def test_a_panel_and_a_choice_in_a_direct_message_follow_another_processs_table(
    discord: Localcord, fleet: Fleet
) -> None:
    await fleet.start()
    player, other = fleet.people[1]
    table = await Table.started(discord, (player, other))
    await set_up(player, "ping", "now", channel_id=player.dm_channel_id)

    def moves() -> list[str]:
        private = player.messages(player.dm_channel_id)
        return [found["custom_id"] for message in private for found in enabled(message, "play")]

    if await asked(table) is player:
        await table.move(player)
        await table.until(lambda: table.moves(other))
    await player.command("table", channel_id=player.dm_channel_id)
    await player.wait_for(lambda _: bool(player.messages(player.dm_channel_id)))

    await table.move(other)

    await player.wait_for(lambda _: bool(moves() and player.pings), PATIENCE_SECONDS / 2)


async def test_somebody_forgotten_by_one_process_is_no_longer_shown_by_another(
    discord: Localcord, fleet: Fleet
) -> None:
    await fleet.start()
    (ana, _), others = fleet.people[:2]
    table = await Table.started(discord, (*others, ana))
    await table.until(lambda: "Ana" in text_of(table.board))

    await ana.command("privacy", channel_id=ana.dm_channel_id)
    for label in ("Delete my data…", "Delete for good"):
        await ana.wait_for(lambda _, label=label: bool(pages(ana, label)))  # type: ignore[misc]
        shown = pages(ana, label)[-1]
        await ana.click(shown, labelled(shown, label))

    # A ping would also redraw the board, after 45 seconds.
    await others[0].wait_for(lambda _: "Ana" not in text_of(table.board), PATIENCE_SECONDS / 2)


def pages(person: Person, label: str) -> list[JsonObject]:
    """The person's direct messages that have a button with this label."""
    return [message for message in person.messages(person.dm_channel_id) if label in labels(message)]
