"""Several transactions at once, as on PostgreSQL, leave the sums as if they had come one after the other."""

import asyncio
from dataclasses import replace
from itertools import permutations
from typing import Final

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.preferences import Preference, PreferenceStore
from bot.store.privacy import PrivacyStore
from bot.store.results import recount
from bot.store.schema import matches, ratings
from bot.store.store import Store
from games.core import Seat
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import Played
from tests.postgresql import SKIPPED

pytestmark = pytest.mark.slow

WAITS: Final = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
"""How many transactions wait for another one."""


async def test_matches_that_end_at_once_count_one_after_the_other(engine: AsyncEngine) -> None:
    played, people = Played(Store(engine)), (ANA, BEN, CLEO)
    await PreferenceStore(engine).keep(Preference("community", HERE.guild_id, is_everywhere=True))

    await asyncio.gather(*(played(*zip(pair, (1, 0), strict=True)) for pair in 8 * list(permutations(people, 2))))

    assert await recount(engine, repairs=False) == []
    async with engine.connect() as db:
        in_all = (await db.execute(select(ratings.c.matches).where(ratings.c.user_id == ANA.user_id))).scalars().all()
    assert in_all == [32] * 8


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

    assert (await forgetting).seats == 1
