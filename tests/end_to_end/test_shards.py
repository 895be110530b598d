"""Several processes share Discord's servers and a PostgreSQL: each has its shard, and knows what others change."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.pictures.faces import FACES
from bot.share import Share
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from localcord.wire import JsonObject
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import nursery_at
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.tables import Table, emojis, enabled, labelled, labels, text_of
from tests.postgresql import SKIPPED, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

NUMBERS = count()

DOES_CHORES = "this process does the chores for all shards"

TAKEN_OVER_SECONDS = 30
"""The longest time in which no process may do the chores."""

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
        await self.spare.stand_by()


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> dict[str, str]:
    """Settings of all processes that only some tests need."""
    found: dict[str, str] = getattr(request, "param", {})
    return found


@pytest.fixture(params=[2, pytest.param(4, marks=pytest.mark.thorough)])
async def fleet(
    request: pytest.FixtureRequest,
    discord: Localcord,
    postgresql: Server,
    tmp_path: Path,
    *,
    nursery_port: int,
    settings: dict[str, str],
) -> AsyncIterator[Fleet]:
    url = await server_database(postgresql, f"shards_{next(NUMBERS)}")
    shards: int = request.param
    async with AsyncExitStack() as stack:
        children = []
        for number, shard in enumerate([*range(shards), shards - 1]):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            fork_server = await stack.enter_async_context(nursery_at(nursery_port))
            own = {"SHARD_IDS": f"{shard}", "SHARD_COUNT": f"{shards}", **settings}
            children.append(Child(discord, folder, fork_server, DATABASE_URL=url, LOG_LEVEL="INFO", **own))
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
    for shard, process in enumerate(fleet.processes):
        assert f"shards of this process: {shard} of {len(fleet.processes)}\n" in process.log
    everyone = [*fleet.processes[:-1], fleet.spare]
    assert sum(process.log.count(DOES_CHORES) for process in everyone) == 1
    assert not [process.log for process in everyone if " ERROR " in process.log]


@pytest.mark.parametrize("end", [Child.killed, Child.stop], ids=["killed", "stopped"])
async def test_the_chores_pass_to_another_process_and_stay_there(
    discord: Localcord, fleet: Fleet, end: Callable[[Child], Awaitable[object]]
) -> None:
    await fleet.start()
    first, *others = fleet.processes
    await first.has_logged(DOES_CHORES)
    async with asyncio.timeout(TAKEN_OVER_SECONDS):
        await end(first)
        while not (heirs := [one for one in others if DOES_CHORES in one.log]):  # noqa: ASYNC110 - another process writes
            await asyncio.sleep(0.02)
    await first.start(sessions=len(fleet.processes))
    assert first.log.count(DOES_CHORES) == len(heirs) == 1
    async with asyncio.timeout(TAKEN_OVER_SECONDS):
        await end(heirs[0])
        while sum(one.log.count(DOES_CHORES) for one in fleet.processes) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    assert [seen.method for seen in discord.requests if seen.path.endswith("/commands")].count("PUT") == 1
    assert not [process.log for process in fleet.processes if " ERROR " in process.log]


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


async def test_a_panel_in_a_direct_message_follows_another_processs_table(discord: Localcord, fleet: Fleet) -> None:
    await fleet.start()
    player, other = fleet.people[1]
    table = await Table.started(discord, (player, other))

    def moves() -> list[str]:
        private = player.messages(player.dm_channel_id)
        return [found["custom_id"] for message in private for found in enabled(message, "play")]

    if await asked(table) is player:
        await table.move(player)
        await table.until(lambda: table.moves(other))
    await player.command("table", channel_id=player.dm_channel_id)
    await player.wait_for(lambda _: bool(player.messages(player.dm_channel_id)))

    await table.move(other)

    await player.wait_for(lambda _: bool(moves()), PATIENCE_SECONDS / 2)


async def test_a_choice_made_at_one_process_is_followed_by_another(discord: Localcord, fleet: Fleet) -> None:
    await fleet.start()
    table = await Table.started(discord, fleet.people[1])
    player = await asked(table)
    await player.command("settings", {"ping": "never"})

    await player.command("settings", {"ping": "now"}, channel_id=player.dm_channel_id)

    await player.wait_for(lambda _: bool(player.pings))


@pytest.mark.parametrize("settings", [{"EMOJIS": "true"}], ids=["emojis"], indirect=True)
async def test_emojis_that_one_process_uploads_are_shown_by_another(discord: Localcord, fleet: Fleet) -> None:
    first = discord.hold_next("POST", "/emojis")
    await fleet.start()
    host = fleet.people[1][0]
    table = await Table.started(discord, [host], "faehrte", bots=2)
    await table.until(lambda: table.panel(host))
    assert not emojis(table.panel(host))

    first.let_go()

    await table.until(lambda: emojis(table.panel(host)))
    assert len(discord.world.emojis) == len(FACES)


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
