"""Several processes share Discord's servers and a PostgreSQL: each has its shard, and knows what others change."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.share import Share
from localcord import Localcord, Person
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.nursery import nursery_at
from tests.end_to_end.tables import Table, text_of
from tests.postgresql import SKIPPED, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

NUMBERS = count()
NAMES = ("Ana", "Ben", "Chloé", "Jürgen", "Mia", "Noah", "Olga", "Paul")


@pytest.fixture
async def discord() -> AsyncIterator[Localcord]:
    async with discord_for_children() as server:
        yield server


class Fleet:
    """One process for each shard, another one that stands by for the last, and two people in a server of each."""

    def __init__(self, discord: Localcord, processes: list[Child], spare: Child) -> None:
        self.processes, self.spare = processes, spare
        self._discord = discord
        self._count = len(processes)
        self.people = [self._people_in(shard) for shard in range(self._count)]

    def _people_in(self, shard: int) -> tuple[Person, Person]:
        """Two people whose server belongs to this shard."""
        share = Share((shard,), self._count)
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

    async def start_spare(self) -> None:
        """Starts the spare process, and waits until it stands by."""
        await self.spare.start(sessions=self._count + 1)
        await self.spare.has_logged("standing by")


@pytest.fixture(params=[2, pytest.param(4, marks=pytest.mark.thorough)])
async def fleet(
    request: pytest.FixtureRequest, discord: Localcord, postgresql: Server, tmp_path: Path, nursery_port: int
) -> AsyncIterator[Fleet]:
    url = await server_database(postgresql, f"shards_{next(NUMBERS)}")
    shards: int = request.param
    async with AsyncExitStack() as stack:
        children = []
        for number, shard in enumerate([*range(shards), shards - 1]):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            nursery = await stack.enter_async_context(nursery_at(nursery_port))
            settings = {"SHARD_IDS": f"{shard}", "SHARD_COUNT": f"{shards}"}
            children.append(Child(discord, folder, nursery, DATABASE_URL=url, LOG_LEVEL="INFO", **settings))
        yield Fleet(discord, children[:-1], children[-1])


async def test_each_process_plays_on_its_servers_and_a_killed_one_is_replaced(discord: Localcord, fleet: Fleet) -> None:
    await fleet.start()
    await fleet.start_spare()
    tables = [await Table.started(discord, people) for people in fleet.people]
    for table in tables:
        await table.move(await asked(table))

    await fleet.processes[-1].killed()
    await fleet.spare.has_logged("this process acts now")

    for table in tables:
        await table.play_on(Random(1))
    for people in fleet.people:
        assert {name for name, *_ in await leaderboard(people[0], "people")} == {one.user.name for one in people}
    everyone = [*fleet.processes[:-1], fleet.spare]
    assert sum(process.log.count("this process does the chores for all shards") for process in everyone) == 1
    assert not [process.log for process in everyone if " ERROR " in process.log]


async def asked(table: Table) -> Person:
    await table.until(lambda: table.asked)
    assert table.asked
    return table.asked


async def test_what_one_process_changes_in_another_ones_server_is_shown_there(discord: Localcord, fleet: Fleet) -> None:
    await fleet.start()
    (ana, _), (host, other) = fleet.people[:2]
    table = await Table.opened(discord, host, seats=3)
    await table.press(ana, "Join")
    await table.until(lambda: "**Ana**" in text_of(table.board))
    private = await ana.command("rules", {"game": "bluff"}, channel_id=ana.dm_channel_id)
    await ana.wait_for(lambda _: private.message is not None)
    assert private.message is not None

    await ana.raw_click(private.message, f"f1|leave|{table.match_id}|0|")  # direct messages belong to the first shard

    await table.until(lambda: "**Ana**" not in text_of(table.board))
    assert (await table.press(other, "Join")).answered
    await table.until(lambda: f"**{other.user.name}**" in text_of(table.board))
    assert "**Ana**" not in text_of(table.board)
