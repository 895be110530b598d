"""Old matches are deleted, and what they have counted for stays."""

from dataclasses import replace

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.retention import RetentionStore
from bot.store.schema import matches, moves, results, sitters
from bot.store.statistics import HistoryStore, PersonQuery, StatisticsStore
from bot.store.store import Store
from tests.bot.people import ANA, BEN, HERE, draft
from tests.bot.results import Played

ALL = PersonQuery(HERE.guild_id, ANA.user_id, "")


async def left(engine: AsyncEngine) -> list[int]:
    """How many rows matches have left in each table that they fill."""
    async with engine.connect() as db:
        return [
            (await db.execute(select(func.count()).select_from(table))).scalar_one()
            for table in (matches, sitters, moves, results)
        ]


async def test_a_match_goes_with_everything_it_is_made_of_but_not_what_it_has_counted_for(
    engine: AsyncEngine, store: Store, played: Played
) -> None:
    old = await played((ANA, 1), (BEN, 0), at=100)
    before = await StatisticsStore(engine).read(ALL)
    assert before.firsts

    await RetentionStore(engine).delete_matches([old])

    assert await left(engine) == [0, 0, 0, 2]
    assert (await HistoryStore(engine).page(ALL)).lines == ()
    assert await StatisticsStore(engine).read(ALL) == before
    again = await played((ANA, 1), (BEN, 0), at=200)
    _, firsts = await store.aftermath(again)
    assert firsts == {}


async def test_only_closed_tables_are_old_and_few_at_a_time(engine: AsyncEngine, store: Store, played: Played) -> None:
    over = await played((ANA, 1), (BEN, 0), at=100)
    await played((ANA, 1), (BEN, 0), at=101)
    await store.open(draft(ANA, BEN, changed_at=100))
    lapsed = await store.open(draft(ANA, changed_at=100))
    await store.close(replace(lapsed, version=1, phase="lapsed"))
    retention = RetentionStore(engine)

    assert sorted(await retention.closed_before(101, 100)) == [over, lapsed.id]
    assert len(await retention.closed_before(101, 1)) == 1
