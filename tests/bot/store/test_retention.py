"""Old matches are deleted, and what they have counted for stays."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.retention import RetentionStore
from bot.store.schema import matches, moves, results, sitters
from bot.store.statistics import HistoryStore, PersonQuery, StatisticsStore
from bot.store.store import Store
from tests.bot.people import ANA, BEN, HERE, draft
from tests.bot.results import Played

ALL = PersonQuery(HERE.guild_id, ANA.user_id, "")


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


async def delete(engine: AsyncEngine, before: int) -> list[int]:
    """Deletes every match that may go; returns their numbers."""
    retention = RetentionStore(engine)
    ids = await retention.closed_before(before, 100)
    await retention.delete_matches(ids)
    return ids


async def left(engine: AsyncEngine) -> list[int]:
    """How many rows matches have left in each table that they fill."""
    async with engine.connect() as db:
        return [
            (await db.execute(select(func.count()).select_from(table))).scalar_one()
            for table in (matches, sitters, moves, results)
        ]


async def test_an_old_match_is_deleted_with_everything_it_is_made_of(engine: AsyncEngine, played: Played) -> None:
    old = await played((ANA, 1), (BEN, 0), at=100)

    assert await delete(engine, 101) == [old]
    assert await left(engine) == [0, 0, 0, 2]  # what they counted for stays
    assert (await HistoryStore(engine).page(ALL)).lines == ()


async def test_a_younger_match_stays(engine: AsyncEngine, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=100)

    assert await delete(engine, 100) == []


async def test_what_it_has_counted_for_stays(engine: AsyncEngine, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=100)
    before = await StatisticsStore(engine).read(ALL)

    await delete(engine, 101)

    assert await StatisticsStore(engine).read(ALL) == before
    assert before.firsts


async def test_a_first_is_not_celebrated_again(engine: AsyncEngine, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=100)
    await delete(engine, 101)

    again = await played((ANA, 1), (BEN, 0), at=200)

    _, firsts = await Store(engine).aftermath(again)
    assert firsts == {}


async def test_a_table_that_is_open_stays(engine: AsyncEngine) -> None:
    await Store(engine).open(draft(ANA, BEN, changed_at=100))

    assert await delete(engine, 101) == []


async def test_a_table_that_never_began_goes_too(engine: AsyncEngine) -> None:
    store = Store(engine)
    table = await store.open(draft(ANA, changed_at=100))
    await store.close(replace(table, version=1, phase="lapsed"))

    assert await delete(engine, 101) == [table.id]


async def test_only_a_few_are_named_at_a_time(engine: AsyncEngine, played: Played) -> None:
    for _ in range(3):
        await played((ANA, 1), (BEN, 0), at=100)

    assert len(await RetentionStore(engine).closed_before(101, 2)) == 2
