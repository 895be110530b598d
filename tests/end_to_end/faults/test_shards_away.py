"""What happens to the clocks of matches while only some of the shards of one process are connected."""

import asyncio
from pathlib import Path

from bot.interactions.client import Finte
from bot.share import Share
from localcord import Localcord
from localcord.people import PATIENCE_SECONDS
from tests.clock import WHOLE_TURN_SECONDS, Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.proof import Proof
from tests.end_to_end.tables import Table
from tests.end_to_end.time import pass_by, time_left

SHARDS = 2


def event(bot: Finte, name: str, shard: int) -> "asyncio.Task[int]":
    """Waits for an event of this shard. It's awaited only once whatever the bot itself does then has begun."""
    waiting = bot.wait_for(name, check=lambda shard_id: shard_id == shard, timeout=PATIENCE_SECONDS)
    return asyncio.ensure_future(waiting)


async def table_on(discord: Localcord, clock: Clock, shard: int, *names: str) -> Table:
    """A table that has just begun on a server of this shard."""
    guild = discord.add_guild("A server")
    while not Share((shard,), SHARDS).has(int(guild)):
        clock.now += 0.001  # the next millisecond's servers are on the next shard
        guild = discord.add_guild("Another server")
    (channel,) = (one for one in discord.world.channels.values() if one.guild_id == guild)
    discord.channel_id = channel.id
    table = await Table.started(discord, [discord.person(name) for name in names])
    await table.until(lambda: table.asked)
    return table


async def misses(bot: Finte, table: Table) -> int:
    """How many turns the computer has played in somebody's place."""
    found = await bot.store.table(int(table.match_id))
    assert found
    return sum(one.misses for one in found.clocks)


async def test_when_two_shards_are_lost_and_one_returns_only_its_clocks_run(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    proof = Proof(discord, tmp_path / "finte.sqlite3")
    async with ready_bot(discord, clock, tmp_path, shards=SHARDS) as bot:
        here = await table_on(discord, clock, 0, "Ana", "Ben")
        there = await table_on(discord, clock, 1, "Chloé", "Jürgen")
        await pass_by(bot, clock, 10)
        before = await time_left(bot, there, clock)
        lost, resumed = event(bot, "shard_disconnect", 1), event(bot, "shard_resumed", 0)
        discord.gateway.starts.left = 0
        await discord.gateway.drop(resumable=False, shard=1)
        await discord.gateway.drop(resumable=True, shard=0)
        await lost
        await resumed
        await pass_by(bot, clock, 2 * WHOLE_TURN_SECONDS)
        assert (await misses(bot, here), await misses(bot, there)) == (2, 0)

        connected = event(bot, "shard_connect", 1)
        discord.gateway.starts.left = 10
        await connected
        await bot.jobs.every_second()
        assert await time_left(bot, there, clock) == before
        assert there.asked
        assert (await there.move(there.asked)).answered
        await proof.finish(here, there, is_listed=False)  # each server has a leaderboard of its own
