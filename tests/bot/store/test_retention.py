"""Old matches are deleted, and what they have counted for stays."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import HistoryStore, PersonQuery, Preference, PreferenceStore, RetentionStore, StatisticsStore, Store
from bot.store.schema import matches, moves, results, sitters
from bot.store.sums.schema import endings, progress
from bot.tables.table import Person
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
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
            for table in (matches, sitters, moves, results, endings)
        ]


async def test_an_old_match_is_deleted_with_everything_it_is_made_of(engine: AsyncEngine, played: Played) -> None:
    old = await played((ANA, 1), (BEN, 0), at=100)

    assert await delete(engine, 101) == [old]
    assert await left(engine) == [0] * 5
    assert (await HistoryStore(engine).page(ALL)).lines == ()


async def test_a_younger_match_stays(engine: AsyncEngine, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=100)

    assert await delete(engine, 100) == []


async def test_what_it_has_counted_for_stays(engine: AsyncEngine, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=100)
    before = await StatisticsStore(engine).read(ALL)

    await delete(engine, 101)

    assert await StatisticsStore(engine).read(ALL) == replace(before, curves={})
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


async def test_a_match_stays_until_it_has_been_counted(engine: AsyncEngine, played: Played) -> None:
    await played((ANA, 1), (BEN, 0), at=100)
    async with engine.begin() as db:
        await db.execute(update(progress).values(counted=0))

    assert await delete(engine, 101) == []


async def deleted(engine: AsyncEngine) -> int:
    """How many matches the sums include that are no longer stored."""
    async with engine.connect() as db:
        return int((await db.execute(select(progress.c.deleted))).scalar_one())


async def test_matches_that_have_counted_are_missed_and_no_others(engine: AsyncEngine, played: Played) -> None:
    store = Store(engine)
    lobby = await store.open(draft(ANA, changed_at=100))
    await store.close(replace(lobby, version=1, phase="lapsed"))
    await delete(engine, 101)
    assert await deleted(engine) == 0

    for _ in range(2):
        await played((ANA, 1), (BEN, 0), at=100)
    await delete(engine, 101)

    assert await deleted(engine) == 2


@pytest.mark.parametrize(
    ("is_everywhere", "elsewhere", "missed"),
    [(False, (), 0), (True, (), 1), (False, (ANA, BEN), 1), (False, (ANA, CLEO), 0)],
    ids=["its own sums", "sums across servers", "met on another server", "met others there"],
)
async def test_of_a_forgotten_server_only_matches_are_missed_that_others_sums_include(
    engine: AsyncEngine, played: Played, is_everywhere: bool, elsewhere: tuple[Person, ...], missed: int
) -> None:
    await PreferenceStore(engine).keep(Preference("community", HERE.guild_id, is_everywhere=is_everywhere))
    here = await played((ANA, 1), (BEN, 0))
    if elsewhere:
        await played(*((person, 0) for person in elsewhere), guild_id=4711)

    await RetentionStore(engine).delete_matches([here], HERE.guild_id)

    assert await deleted(engine) == missed


async def test_only_a_few_are_named_at_a_time(engine: AsyncEngine, played: Played) -> None:
    for _ in range(3):
        await played((ANA, 1), (BEN, 0), at=100)

    assert len(await RetentionStore(engine).closed_before(101, 2)) == 2
