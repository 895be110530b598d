"""Several transactions at once, as on PostgreSQL, leave the sums as if they had come one after the other."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Leaderboard, PrivacyStore, RankingQuery, Recount, Store
from bot.store.schema import matches
from bot.store.sums import counting
from bot.store.sums import schema as sums
from bot.store.sums.recount import SUMS
from bot.tables.clock import DAY_SECONDS
from bot.tables.match_result import MatchResult
from bot.tables.table import Table
from games.core import Move, Seat
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played, ending
from tests.postgresql import SKIPPED

pytestmark = pytest.mark.slow

WAITS: Final = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
"""How many transactions wait for another one."""


def read(table: Table, log: Sequence[Move]) -> MatchResult:
    assert log
    points = [(person, seat) for seat, person in enumerate(table.people)]
    return ending(table.id, *points, community_id=HERE.guild_id, game="bluff", field="people", at=table.changed_at)


async def test_days_are_taken_away_once(engine: AsyncEngine) -> None:
    played = Played(Store(engine))
    for number in range(7):
        await played((ANA, 1), (BEN, 0), at=NOW + (5 * DAY_SECONDS if number < 3 else 0))
    later = NOW + 9 * DAY_SECONDS
    query = RankingQuery(HERE.guild_id, "bluff", "people", "7d", "matches")
    boards = [Leaderboard(engine, lambda: later) for _ in range(3)]

    looks = (board.ranking(query, reader=0, first=0, lines=10) for board in boards[:2])
    await asyncio.gather(*looks, played((CLEO, 1), (BEN, 0), at=later))

    lines = (await boards[2].ranking(query, reader=0, first=0, lines=10)).lines
    assert [(line.user_id, line.matches) for line in lines] == [
        (BEN.user_id, 4), (ANA.user_id, 3), (CLEO.user_id, 1)
    ]  # fmt: skip


async def test_nobody_is_counted_again_after_they_are_forgotten(engine: AsyncEngine) -> None:
    for number in range(15):
        await Played(Store(engine))((ANA, 1), (BEN, 0), at=NOW + number)
    async with engine.begin() as db:
        for table in (*SUMS, sums.rankings):
            await db.execute(delete(table))
        await db.execute(update(sums.progress).values(counted=0))
    recount, privacy = Recount(engine, read), PrivacyStore(engine)

    await asyncio.gather(recount.count_some(15), privacy.forget(BEN.user_id, range(1, 16)))

    async with engine.connect() as db:
        for table in sums.ABOUT_A_PERSON:
            assert BEN.user_id not in (await db.execute(select(table.c.user_id))).scalars().all(), table.name
    assert await recount.compare(NOW // DAY_SECONDS, repairs=False) == []


@pytest.mark.parametrize("engine", [pytest.param("postgresql", marks=SKIPPED)], indirect=True)
async def test_a_person_is_forgotten_while_another_process_ends_a_match_that_they_have_left(
    engine: AsyncEngine,
) -> None:
    store = Store(engine)
    table = await store.open(draft(ANA, BEN, host_id=BEN.user_id))
    left = table.with_new_clocks()
    await store.note(replace(left, version=1, phase="playing").with_clock(Seat(1), left.clock(Seat(1)).gone()))

    async with engine.begin() as ending_it:
        await ending_it.execute(update(matches).values(version=2))
        forgetting = asyncio.create_task(PrivacyStore(engine).forget(BEN.user_id, {table.id}))
        async with asyncio.timeout(PATIENCE_SECONDS), engine.connect() as db:
            while not (await db.execute(WAITS)).scalar_one():
                await db.rollback()
        await ending_it.run_sync(counting.lock)

    assert (await forgetting).seats == 1
