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

OF_A_PERSON = re.compile(r"SCAN anon_|\b(user_id|match_id|id|rowid|is_listed)=\?")
"""The step begins with the rows of a person, a match or a ranking, or with those that another step has found."""

SMALL = ("SCAN panels", "SCAN departures", "SCAN preferences")
"""Reads of tables that have few rows: those of 15 minutes, or a few for each server."""

Steps = Callable[[], Awaitable[list[str]]]
Asking = Callable[[AsyncEngine], Awaitable[object]]


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


def is_slow(step: str) -> bool:
    """Whether a step's cost grows with the table."""
    return is_scan(step) or "TEMP B-TREE FOR ORDER BY" in step


def is_of_others(step: str) -> bool:
    """Whether a step looks at rows of more than one person. Sorting a person's own rows costs little."""
    return step.startswith(("SCAN ", "SEARCH ")) and not OF_A_PERSON.search(step)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (WEEK, "results USING COVERING INDEX ix_results_of_place (community_id=? AND field=?"),
        (
            replace(MONTH, community_id=EVERYWHERE),
            "SEARCH results USING INDEX ix_results_everywhere (field=? AND ended_at>?)",
        ),
        (BY_POINTS, "SEARCH ratings USING COVERING INDEX ix_ratings_by_strength"),
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


async def test_the_end_of_a_match_looks_at_no_other_matches_and_for_firsts_among_firsts_alone(
    played: Played, steps: Steps
) -> None:
    await played((ANA, 2), (BEN, 1), at=NOW + 40 * DAY_SECONDS)

    found = await steps()
    assert not list(filter(is_slow, found))
    by_index = "SEARCH results USING INDEX ix_results_firsts (user_id=? AND community_id=?)"
    assert len([step for step in found if step.startswith(by_index)]) == 3


async def test_a_click_reads_and_writes_by_keys(engine: AsyncEngine, store: Store, steps: Steps) -> None:
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

    assert not list(filter(is_slow, await steps()))


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


@pytest.mark.parametrize("asking", [forget, export, forget_a_server, find_what_is_over])
async def test_deletions_and_exports_read_no_whole_table(engine: AsyncEngine, steps: Steps, asking: Asking) -> None:
    await asking(engine)

    assert not [step for step in filter(is_scan, await steps()) if not step.startswith(SMALL)]


@pytest.mark.parametrize("game", [ALL_GAMES, "bluff"])
async def test_statistics_and_history_are_read_by_their_owners_id(engine: AsyncEngine, steps: Steps, game: str) -> None:
    statistics, history = StatisticsStore(engine), HistoryStore(engine)
    query = PersonQuery(HERE.guild_id, ANA.user_id, game)
    await statistics.read(query)  # everyone's figures are kept from now on
    await steps()

    await statistics.read(query)
    await statistics.met(query, BEN.user_id)
    first = await history.page(query)
    await history.page(query, "older", first.lines[-1].number)
    await history.page(query, "newer", first.lines[-1].number)
    await Store(engine).aftermath(1)

    assert not list(filter(is_of_others, await steps()))
