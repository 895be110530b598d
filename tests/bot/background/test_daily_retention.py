"""What is deleted of daily matches by itself: their moves after some days, and never what they came to."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.retention import DAILY_DAYS
from bot.errors import MatchOver
from bot.matches.intents import Matches
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from tests.bot.daily_matches import finish, take
from tests.bot.people import ANA
from tests.bot.retaining import retention_of
from tests.clock import Clock, Naps


async def test_a_daily_match_is_deleted_after_some_days_but_not_what_it_came_to(
    engine: AsyncEngine, matches: Matches, store: Store, *, clock: Clock, naps: Naps
) -> None:
    retention = retention_of(engine, matches, clock=clock, sleep=naps)
    match = await finish(matches, await take(matches, "faehrte"))

    clock.now += (DAILY_DAYS - 1) * DAY_SECONDS
    await retention.tick()
    assert await matches.get(match.table.id)
    clock.now += 2 * DAY_SECONDS
    await retention.tick()

    with pytest.raises(MatchOver):
        await matches.get(match.table.id)
    assert (await store.dailies.tries(ANA.user_id, match.table.day or 0))["faehrte"].score is not None
