"""Records that one process leaves for the next."""

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.share import Share
from bot.store.processes import Heartbeat, LeaseRecords


async def test_somebody_who_was_followed_is_not_the_last_and_ends_nothing(engine: AsyncEngine) -> None:
    records = LeaseRecords(engine, (0, 1))
    await records.claim("a")
    await Heartbeat(engine).beat(900, {0: 0})
    assert await records.is_last("a")
    for shard in (0, 1):
        await LeaseRecords(engine, (shard,)).claim("b")
        assert not await records.is_last("a")

    await records.end("a")

    assert await records.last_beat() == 900


async def test_the_last_heartbeat_is_of_a_process_of_these_shards_that_has_not_ended(engine: AsyncEngine) -> None:
    one, two = LeaseRecords(engine, (0,)), LeaseRecords(engine, (1,))
    assert await one.last_beat() is None
    await one.claim("a")
    await two.claim("b")
    await Heartbeat(engine, Share((0,), 2)).beat(900, {0: 0})
    await Heartbeat(engine, Share((1,), 2)).beat(950, {1: 0})
    assert (await one.last_beat(), await two.last_beat()) == (900, 950)

    await one.end("a")

    assert (await one.last_beat(), await two.last_beat()) == (None, 950)
