"""What happens when a process doesn't hear what another one has changed, because its connection for that has ended."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.share import Share
from localcord import Localcord, Person
from tests.database import server_database
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.fork_server import nursery_at
from tests.end_to_end.tables import Table, text_of
from tests.postgresql import SKIPPED, Server

pytestmark = [pytest.mark.kills, pytest.mark.slow, SKIPPED]

SHARDS = 2

END_LISTENING = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE datname = current_database() AND (query LIKE '%LISTEN%' OR query = 'SELECT 1') AND pid <> pg_backend_pid()"
)
"""Ends the connections over which processes listen, which look whether they are still there with the shortest query."""


@pytest.fixture
async def discord() -> AsyncIterator[Localcord]:
    async with discord_for_children() as server:
        yield server


@pytest.fixture
async def url(postgresql: Server) -> str:
    return await server_database(postgresql, "missed_news")


@pytest.fixture
async def processes(discord: Localcord, url: str, tmp_path: Path, nursery_port: int) -> AsyncIterator[list[Child]]:
    """A process for each shard, running."""
    children = []
    async with nursery_at(nursery_port) as first, nursery_at(nursery_port) as second:
        for shard, fork_server in enumerate((first, second)):
            folder = tmp_path / f"{shard}"
            folder.mkdir()
            own = {"SHARD_IDS": f"{shard}", "SHARD_COUNT": f"{SHARDS}", "DATABASE_URL": url, "LOG_LEVEL": "INFO"}
            children.append(Child(discord, folder, fork_server, **own))
            assert await children[-1].start(sessions=shard + 1)
        yield children


def moved_to_shard(discord: Localcord, shard: int) -> None:
    """Has people come to a server that belongs to this shard."""
    guild = discord.add_guild("A server")
    while not Share((shard,), SHARDS).has(int(guild)):
        guild = discord.add_guild("Another server")
    (discord.channel_id,) = (one.id for one in discord.world.channels.values() if one.guild_id == guild)


async def private_message(person: Person) -> object:
    """A direct message of the bot to click on: those belong to the first shard."""
    answer = await person.command("rules", {"game": "bluff"}, channel_id=person.dm_channel_id)
    await person.wait_for(lambda _: answer.message is not None)
    return answer.message


async def stop_listening(url: str) -> None:
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as db:
        assert (await db.execute(text(END_LISTENING))).scalar_one() >= SHARDS


async def test_what_changed_while_a_process_could_not_hear_is_shown_once_it_can(
    discord: Localcord, url: str, processes: list[Child]
) -> None:
    moved_to_shard(discord, 1)
    host, ana = discord.person("Ben"), discord.person("Ana")
    table = await Table.opened(discord, host, seats=3)
    await table.press(ana, "Join")
    await table.until(lambda: "**Ana**" in text_of(table.board))
    private = await private_message(ana)

    await stop_listening(url)
    await ana.raw_click(private, f"f1|leave|{table.match_id}|0|")  # type: ignore[arg-type]

    await table.until(lambda: "**Ana**" not in text_of(table.board))
    assert "no notifications from other processes" in processes[1].log
    assert not [process.log for process in processes if " ERROR " in process.log]
