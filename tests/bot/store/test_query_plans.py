"""Pages, clicks, the ends of matches and deletions are answered by indices, however many rows there are."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

import aiosqlite
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.leaderboard import Leaderboard, RankingQuery
from bot.store.panels import PanelStore, PanelToken
from bot.store.privacy import ExportStore, PrivacyStore
from bot.store.retention import RetentionStore
from bot.store.schema import ALL_GAMES, EVERYWHERE
from bot.store.statistics import LINES, HistoryStore, PersonQuery, StatisticsStore
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from games.core import Move, Seat
from games.sealed import Seal
from tests.bot.people import ANA, BEN, CLEO, HERE, draft
from tests.bot.results import NOW, Played
from tests.bot.store.test_leaderboard import BY_POINTS, MONTH, WEEK

# SQLite, whatever else there is: each kind of database explains its plans in its own words.
pytestmark = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)

SMALL = ("SCAN panels", "SCAN departures", "SCAN preferences")
"""Reads of tables that have few rows: those of 15 minutes, or a few for each server."""

Steps = Callable[[], Awaitable[list[str]]]


@pytest.fixture
async def steps(engine: AsyncEngine, played: Played) -> Steps:
    """Explains the queries since it was called last, as SQLite itself reports them, where people have played."""
    for day in range(2 * LINES):
        await played((ANA, 2), (BEN, 1), (CLEO, 0), at=NOW + day * DAY_SECONDS)
    asked: set[str] = set()

    def note(statement: str) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH", "UPDATE", "DELETE")):
            asked.add(statement)

    async def explain() -> list[str]:
        statements = list(asked)
        async with engine.connect() as db:
            plans = [(one, await db.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}")) for one in statements]
        asked.clear()
        assert plans
        return [f"{step.detail}: {statement}" for statement, plan in plans for step in plan]

    async with engine.connect() as db:
        connection = await db.get_raw_connection()
        await cast("aiosqlite.Connection", connection.driver_connection).set_trace_callback(note)
    return explain


def is_scan(step: str) -> bool:
    """Whether a step looks at every row of a table. A subquery with a limit of one has one row."""
    return re.match(r"SCAN (?!CONSTANT ROW|anon_)", step) is not None


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (WEEK, "results USING COVERING INDEX ix_results_of_place (community_id=? AND field=?"),
        (replace(MONTH, community_id=EVERYWHERE), "results USING INDEX ix_results_everywhere (field=? AND ended_at>?)"),
        (BY_POINTS, "ratings USING COVERING INDEX ix_ratings_by_strength"),
    ],
    ids=["week", "everywhere", "all time"],
)
async def test_a_leaderboard_reads_what_an_index_has_of_its_days(
    engine: AsyncEngine, steps: Steps, query: RankingQuery, index: str
) -> None:
    await Leaderboard(engine, lambda: NOW).ranking(query, reader=BEN.user_id, first=0, lines=10)

    found = await steps()
    assert any(index in step.partition(": ")[0] for step in found), found
    assert not [step for step in found if step.startswith(("SCAN results", "SCAN ratings"))]


async def play(engine: AsyncEngine) -> None:
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
    await Played(store)((ANA, 2), (BEN, 1), at=NOW + 40 * DAY_SECONDS)


async def look_back(engine: AsyncEngine) -> None:
    history, query = HistoryStore(engine), PersonQuery(HERE.guild_id, ANA.user_id, ALL_GAMES)
    first = await history.page(query)
    await history.page(query, "older", first.lines[-1].number)
    await history.page(query, "newer", first.lines[-1].number)
    await StatisticsStore(engine).met(query, BEN.user_id)
    await Store(engine).aftermath(1)


async def forget(engine: AsyncEngine) -> None:
    store = PrivacyStore(engine)
    await store.forget(ANA.user_id, await store.matches_of(ANA.user_id))


async def export(engine: AsyncEngine) -> None:
    store = ExportStore(engine)
    await store.rows(ANA.user_id)
    await store.matches(await store.match_ids(ANA.user_id), ANA.user_id, with_moves=True)


async def forget_a_server(engine: AsyncEngine) -> None:
    store = RetentionStore(engine)
    await store.matches_in(10, 25)
    await store.open_in(10)
    await store.forget_some(10)


async def find_what_is_over(engine: AsyncEngine) -> None:
    await RetentionStore(engine).ended_between(0, 100)
    await RetentionStore(engine).closed_before(50, 10)


@pytest.mark.parametrize("asking", [play, look_back, forget, export, forget_a_server, find_what_is_over])
async def test_no_large_table_is_read_whole_nor_sorted_while_people_play(
    engine: AsyncEngine, steps: Steps, asking: Callable[[AsyncEngine], Awaitable[None]]
) -> None:
    await asking(engine)

    found = await steps()
    assert not [step for step in found if is_scan(step) and not step.startswith(SMALL)]
    assert asking is not play or not [step for step in found if "TEMP B-TREE FOR ORDER BY" in step]
