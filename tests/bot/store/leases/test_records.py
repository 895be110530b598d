"""What one process leaves for the next."""

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import LeaseRecords


async def test_the_next_one_knows_which_clicks_were_taken(engine: AsyncEngine) -> None:
    records = LeaseRecords(engine)
    assert await records.claim("a") == frozenset()

    await records.hand_over("a", [10**18 + 1, 10**18 + 2])

    assert await records.claim("b") == frozenset({10**18 + 1, 10**18 + 2})


async def test_nobody_knows_what_a_dead_one_had_taken(engine: AsyncEngine) -> None:
    records = LeaseRecords(engine)
    await records.claim("a")
    await records.hand_over("a", [1])
    await records.claim("b")

    assert await records.claim("c") is None


async def test_one_of_several_shards_without_a_record_is_enough_not_to_know(engine: AsyncEngine) -> None:
    await LeaseRecords(engine, (0,)).claim("a")
    await LeaseRecords(engine, (0,)).hand_over("a", [1])
    await LeaseRecords(engine, (1,)).claim("b")

    assert await LeaseRecords(engine, (0, 1)).claim("c") is None


async def test_somebody_who_was_followed_writes_no_more(engine: AsyncEngine) -> None:
    records = LeaseRecords(engine)
    await records.claim("a")
    await records.claim("b")

    await records.hand_over("a", [1])

    assert await records.claim("c") is None


async def test_whether_anyone_has_followed(engine: AsyncEngine) -> None:
    records = LeaseRecords(engine, (0, 1))
    await records.claim("a")
    assert await records.is_last("a")

    await LeaseRecords(engine, (1,)).claim("b")

    assert not await records.is_last("a")
