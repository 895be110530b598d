"""Rankings of the last days and of seasons."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.leaderboard import Leaderboard
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import season_begins
from tests.bot.people import ANA, BEN, CLEO
from tests.bot.results import Played
from tests.bot.store.test_leaderboard import BY_POINTS, ask, points, ranks
from tests.clock import Clock


@pytest.fixture
def played(engine: AsyncEngine) -> Played:
    return Played(Store(engine))


@pytest.fixture
def leaderboard(engine: AsyncEngine, clock: Clock) -> Leaderboard:
    return Leaderboard(engine, clock)


async def test_a_rolling_period_has_its_last_days_and_no_others(
    leaderboard: Leaderboard, played: Played, clock: Clock
) -> None:
    clock.now = 100 * DAY_SECONDS
    await played((ANA, 1), (BEN, 0), at=94 * DAY_SECONDS - 1)
    await played((CLEO, 1), (BEN, 0), at=94 * DAY_SECONDS)
    await played((CLEO, 1), (BEN, 0), at=99 * DAY_SECONDS)

    week, month = replace(BY_POINTS, period="7d"), replace(BY_POINTS, period="30d")
    assert points(await ask(leaderboard, week)) == {"Cleo": 2, "Ben": 0}
    assert points(await ask(leaderboard, month)) == {"Ana": 1, "Cleo": 2, "Ben": 0}


async def test_a_day_leaves_a_rolling_period_though_nobody_plays(
    leaderboard: Leaderboard, played: Played, clock: Clock
) -> None:
    week = replace(BY_POINTS, period="7d")
    await played((ANA, 1), (BEN, 0), at=10 * DAY_SECONDS)
    await played((ANA, 1), (CLEO, 0), at=12 * DAY_SECONDS)
    found = []
    for day in (12, 16, 17, 18, 19):
        clock.now = day * DAY_SECONDS
        found.append(points(await ask(leaderboard, week)))

    assert found == [*[{"Ana": 2, "Ben": 0, "Cleo": 0}] * 2, *[{"Ana": 1, "Cleo": 0}] * 2, {}]


async def test_a_late_match_counts_in_the_days_that_it_belongs_to(
    leaderboard: Leaderboard, played: Played, clock: Clock
) -> None:
    clock.now = 50 * DAY_SECONDS
    await played((ANA, 1), (BEN, 0), at=50 * DAY_SECONDS)
    await played((CLEO, 1), (BEN, 0), at=43 * DAY_SECONDS)

    assert points(await ask(leaderboard, replace(BY_POINTS, period="7d"))) == {"Ana": 1, "Ben": 0}
    assert points(await ask(leaderboard, replace(BY_POINTS, period="30d"))) == {"Ana": 1, "Ben": 0, "Cleo": 1}


async def test_each_quarter_is_a_season(leaderboard: Leaderboard, played: Played) -> None:
    first = season_begins("2026Q4")
    await played((ANA, 1), (BEN, 0), at=first - 1)
    await played((CLEO, 1), (BEN, 0), at=first)

    assert ranks(await ask(leaderboard, replace(BY_POINTS, period="2026Q3"))) == [(1, "Ana"), (2, "Ben")]
    assert ranks(await ask(leaderboard, replace(BY_POINTS, period="2026Q4"))) == [(1, "Cleo"), (2, "Ben")]
    assert set(await leaderboard.seasons(BY_POINTS)) == {"2026Q3", "2026Q4"}
