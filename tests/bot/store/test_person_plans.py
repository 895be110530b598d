"""One person's statistics and matches are read by their id, however many others there are."""

import re
from collections.abc import AsyncIterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.retention import RetentionStore
from bot.store.schema import ALL_GAMES
from bot.store.statistics import LINES, HistoryStore, PersonQuery, StatisticsStore
from bot.store.store import Store
from tests.bot.people import ANA, BEN, HERE
from tests.bot.results import Played
from tests.bot.store.test_query_plans import Queries
from tests.database import database

OF_A_PERSON = re.compile(r"SCAN anon_|\b(user_id|match_id|id|rowid|is_listed)=\?")
"""The step begins with the rows of a person, a match or a ranking, or with those that another step has found."""


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    """SQLite, whatever else there is: each kind of database explains its plans in its own words."""
    async with database("sqlite+aiosqlite:///:memory:") as new:
        yield new


@pytest.fixture
async def queries(engine: AsyncEngine) -> Queries:
    for _ in range(2 * LINES):
        await Played(Store(engine))((ANA, 1), (BEN, 0), at=100)
    return await Queries.of(engine)


async def of_others(queries: Queries) -> list[str]:
    """The steps that look at rows of more than one person. Sorting a person's own rows costs little."""
    steps = [step for step in await queries.steps() if step.startswith(("SCAN ", "SEARCH "))]
    assert steps
    return [step for step in steps if not OF_A_PERSON.search(step)]


@pytest.mark.parametrize("game", [ALL_GAMES, "bluff"])
async def test_statistics_are_read_by_their_owners_id(engine: AsyncEngine, queries: Queries, game: str) -> None:
    statistics, query = StatisticsStore(engine), PersonQuery(HERE.guild_id, ANA.user_id, game)
    await statistics.read(query)  # everyone's figures are kept from now on
    await queries.steps()

    await statistics.read(query)
    await statistics.met(query, BEN.user_id)

    assert await of_others(queries) == []


@pytest.mark.parametrize("game", [ALL_GAMES, "bluff"])
async def test_a_history_is_read_by_its_owners_id(engine: AsyncEngine, queries: Queries, game: str) -> None:
    history, query = HistoryStore(engine), PersonQuery(HERE.guild_id, ANA.user_id, game)

    first = await history.page(query)
    await history.page(query, "older", first.lines[-1].number)
    await history.page(query, "newer", first.lines[-1].number)

    assert await of_others(queries) == []


async def test_a_first_is_read_by_its_match(engine: AsyncEngine, queries: Queries) -> None:
    await Store(engine).aftermath(1)

    assert await of_others(queries) == []


async def test_old_matches_are_found_by_when_they_closed(engine: AsyncEngine, queries: Queries) -> None:
    await RetentionStore(engine).closed_before(50, 10)

    (step,) = await of_others(queries)
    assert step.startswith("SEARCH matches USING COVERING INDEX ix_matches_phase_changed_at (phase=? AND changed_at<?)")


async def test_a_read_of_all_results_of_a_server_is_seen(engine: AsyncEngine, queries: Queries) -> None:
    async with engine.connect() as db:
        await db.exec_driver_sql("SELECT * FROM results WHERE community_id = 1 ORDER BY number")

    assert len(await of_others(queries)) == 1
