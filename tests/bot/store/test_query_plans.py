"""Leaderboard pages and the ends of matches are answered by indices, however many results there are."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import cast

import aiosqlite
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.leaderboard import Leaderboard, RankingQuery
from bot.store.panels import PanelStore, PanelToken
from bot.store.schema import ALL_GAMES, EVERYWHERE
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from games.core import Move, Seat
from games.sealed import Seal
from tests.bot.people import ANA, BEN, CLEO, draft
from tests.bot.results import NOW, Played
from tests.bot.store.test_leaderboard import BY_POINTS
from tests.clock import Clock
from tests.database import database


class Queries:
    """Notes what the database is asked to find or to change."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._asked: set[str] = set()

    @classmethod
    async def of(cls, engine: AsyncEngine) -> "Queries":
        """The queries from now on, as SQLite itself reports them: with their values, and from any caller."""
        queries = cls(engine)
        async with engine.connect() as db:
            connection = await db.get_raw_connection()
            await cast("aiosqlite.Connection", connection.driver_connection).set_trace_callback(queries._note)
        return queries

    def _note(self, statement: str) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH", "UPDATE", "DELETE")):
            self._asked.add(statement)

    async def scans(self) -> list[str]:
        """The steps of any query that look at every row of a table, or sort what an index has in order."""
        return [step for step in await self.steps() if is_slow(step)]

    async def steps(self) -> list[str]:
        """The steps of every query, each with its query."""
        asked, self._asked = self._asked, set()
        assert asked
        found = []
        async with self._engine.connect() as db:
            for statement in asked:
                plan = await db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
                found += [f"{step.detail}: {statement}" for step in plan]
        return found


def is_slow(step: str) -> bool:
    """Whether a step's cost grows with the table. A subquery with a limit of one has one row."""
    is_whole = re.match(r"SCAN (?!CONSTANT ROW|anon_)", step) is not None
    return is_whole or "TEMP B-TREE FOR ORDER BY" in step


@pytest.fixture
async def engine() -> AsyncIterator[AsyncEngine]:
    """SQLite, whatever else there is: each kind of database explains its plans in its own words."""
    async with database("sqlite+aiosqlite:///:memory:") as new:
        yield new


@pytest.fixture
async def queries(engine: AsyncEngine) -> Queries:
    played = Played(Store(engine))
    for day in range(3):
        await played((ANA, 2), (BEN, 1), (CLEO, 0), at=NOW + day * DAY_SECONDS)
    return await Queries.of(engine)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (
            replace(BY_POINTS, period="7d"),
            "results USING COVERING INDEX ix_results_of_place (community_id=? AND field=?",
        ),
        (
            replace(BY_POINTS, period="30d", game=ALL_GAMES, community_id=EVERYWHERE),
            "SEARCH results USING INDEX ix_results_everywhere (field=? AND ended_at>?)",
        ),
        (BY_POINTS, "SEARCH ratings USING COVERING INDEX ix_ratings_by_strength"),
    ],
)
async def test_a_leaderboard_reads_what_an_index_has_of_its_days(
    engine: AsyncEngine, queries: Queries, clock: Clock, query: RankingQuery, index: str
) -> None:
    await Leaderboard(engine, clock).ranking(query, reader=BEN.user_id, first=0, lines=10)

    steps = await queries.steps()
    assert any(index in step.partition(": ")[0] for step in steps), steps
    assert not [step for step in steps if step.startswith(("SCAN results", "SCAN ratings"))]


async def test_the_end_of_a_match_looks_at_no_other_matches(engine: AsyncEngine, queries: Queries) -> None:
    await Played(Store(engine))((ANA, 2), (BEN, 1), (CLEO, 0), at=NOW + 40 * DAY_SECONDS)

    assert await queries.scans() == []


async def test_the_end_of_a_match_looks_for_firsts_among_firsts_alone(engine: AsyncEngine, queries: Queries) -> None:
    await Played(Store(engine))((ANA, 2), (BEN, 1), at=NOW + 40 * DAY_SECONDS)

    by_index = "SEARCH results USING INDEX ix_results_firsts (user_id=? AND community_id=?)"
    assert len([step for step in await queries.steps() if step.startswith(by_index)]) == 3


async def test_a_click_reads_and_writes_by_keys(engine: AsyncEngine, queries: Queries) -> None:
    store = Store(engine)
    table = await store.open(draft(ANA), key=bytes(32))
    table = replace(table, version=1, sitters=(ANA, BEN))
    await store.seat(table)
    table = replace(table, version=2, phase="playing")
    await store.append(table, 0, [Move(Seat(0), "bid 1 2")], None, seal=Seal(bytes(32), ("", "")))
    await store.note(replace(table, version=3))
    await store.place_board(table.id, 5, None)
    await PanelStore(engine).remember(PanelToken(table.id, BEN.user_id, 5, "secret", "@original", "fr", 100))
    await store.close(replace(table, version=4, phase="cancelled"))
    await store.note_drawn(table.id)

    assert await queries.scans() == []


async def test_a_scan_is_seen(engine: AsyncEngine, queries: Queries) -> None:
    async with engine.connect() as db:
        await db.exec_driver_sql("SELECT * FROM results WHERE points = 1")

    assert len(await queries.scans()) == 1
