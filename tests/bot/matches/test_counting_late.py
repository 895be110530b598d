"""Matches that are counted late, in the background, count as if they had been counted at once."""

from random import Random

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.jobs import Counting
from bot.matches.intents import Matches
from bot.matches.privacy import Forgetting
from bot.matches.service import stored_ending
from bot.store import Leaderboard, RankingQuery, Recount, Store
from bot.store.schema import matches as matches_table
from bot.store.sums import schema as sums
from bot.store.sums.recount import SUMS
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import day_of
from bot.tables.table import Person
from tests.bot.people import BEN, CLEO, HERE, begun, play_out
from tests.clock import Clock

DORA = Person(4, "Dora")


async def differences(engine: AsyncEngine, clock: Clock) -> object:
    """What comes out differently when all matches are counted anew."""
    return await Recount(engine, stored_ending).compare(day_of(int(clock.now)), repairs=False)


async def uncount(engine: AsyncEngine) -> None:
    """Has all matches wait, as a migration does."""
    async with engine.begin() as db:
        for table in (*SUMS, sums.rankings):
            await db.execute(delete(table))
        await db.execute(update(sums.progress).values(counted=0))


async def test_somebody_forgotten_meanwhile_leaves_the_ratings_of_the_others_as_they_are(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, clock: Clock
) -> None:
    for people in ((BEN, CLEO), (BEN,), (CLEO, DORA), (BEN, DORA)):
        clock.now += 60
        await play_out(matches, await begun(matches, *people))
    await uncount(engine)
    await Recount(engine, stored_ending).count_some(2)

    await forgetting.forget(BEN.user_id)
    await Counting(engine).catch_up()

    assert await differences(engine, clock) == []


@pytest.mark.parametrize("most", [1, 3])
async def test_nothing_about_former_players_is_left_when_all_are_counted(
    engine: AsyncEngine, matches: Matches, forgetting: Forgetting, most: int
) -> None:
    for _ in range(3):
        await play_out(matches, await begun(matches, BEN))
    await uncount(engine)
    await forgetting.forget(BEN.user_id)
    for _ in range(3 // most):  # and then the process is killed
        await Recount(engine, stored_ending).count_some(most)

    await Counting(engine).catch_up()

    async with engine.connect() as db:
        for table in sums.ABOUT_A_PERSON:
            assert not (await db.execute(select(table).where(table.c.user_id < 0))).all(), table.name


async def test_a_look_at_the_last_days_meanwhile_changes_nothing(
    engine: AsyncEngine, matches: Matches, clock: Clock
) -> None:
    for _ in range(3):
        await play_out(matches, await begun(matches, BEN))
    await uncount(engine)
    await Recount(engine, stored_ending).count_some(1)
    clock.now += 40 * DAY_SECONDS
    query = RankingQuery(HERE.community_id, "bluff", "people", "7d")

    await Leaderboard(engine, clock).ranking(query, reader=0, first=0, lines=10)
    await Counting(engine).catch_up()

    assert await differences(engine, clock) == []


async def test_a_match_closed_after_its_rules_changed_counts_the_same_anew(
    engine: AsyncEngine, matches: Matches, store: Store, clock: Clock
) -> None:
    match = await begun(matches, BEN, CLEO)
    await matches.seats.quit(match.table.id, BEN.user_id)
    async with engine.begin() as db:
        await db.execute(update(matches_table).values(rules_version=0))

    restarted = Matches(store, clock=clock, rng=Random(1))
    assert (await restarted.get(match.table.id)).table.phase == "outdated"

    async with engine.connect() as db:
        assert (await db.execute(select(sums.streaks.c.user_id))).scalars().all()
    assert await differences(engine, clock) == []


async def test_a_clock_that_was_ahead_for_a_while_changes_nothing(
    engine: AsyncEngine, matches: Matches, clock: Clock
) -> None:
    await play_out(matches, await begun(matches, BEN))
    query = RankingQuery(HERE.community_id, "bluff", "people", "7d")
    clock.now += 10 * DAY_SECONDS
    await Leaderboard(engine, clock).ranking(query, reader=0, first=0, lines=10)
    clock.now -= 10 * DAY_SECONDS

    assert await differences(engine, clock) == []

    await play_out(matches, await begun(matches, BEN))
    assert await differences(engine, clock) == []
