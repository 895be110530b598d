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
from tests.bot.store.test_leaderboard import BY_POINTS, WEEK
from tests.clock import Clock

# SQLite, whatever else there is: each kind of database explains its plans in its own words.
pytestmark = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)

OF_A_PERSON = re.compile(r"SCAN anon_|\b(user_id|match_id|id|rowid|is_listed)=\?")
"""The step begins with the rows of a person, a match or a ranking, or with those that another step has found."""

SMALL = ("SCAN panels", "SCAN departures", "SCAN preferences")
"""Reads of tables that have few rows: those of 15 minutes, or a few for each server."""

Asking = Callable[[AsyncEngine], Awaitable[object]]


class Queries:
    """Notes what the database is asked to find or to change, as SQLite itself reports it: with values."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._asked: set[str] = set()

    async def listen(self) -> None:
        async with self._engine.connect() as db:
            connection = await db.get_raw_connection()
            await cast("aiosqlite.Connection", connection.driver_connection).set_trace_callback(self._note)

    def _note(self, statement: str) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH", "UPDATE", "DELETE")):
            self._asked.add(statement)

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

    async def scans(self) -> list[str]:
        """The steps that look at every row of a table, or sort what an index has in order."""
        return list(filter(is_slow, await self.steps()))

    async def of_others(self) -> list[str]:
        """The steps that look at rows of more than one person. Sorting a person's own rows costs little."""
        steps = [step for step in await self.steps() if step.startswith(("SCAN ", "SEARCH "))]
        return [step for step in steps if not OF_A_PERSON.search(step)]


def is_slow(step: str) -> bool:
    """Whether a step's cost grows with the table. A subquery with a limit of one has one row."""
    is_whole = re.match(r"SCAN (?!CONSTANT ROW|anon_)", step) is not None
    return is_whole or "TEMP B-TREE FOR ORDER BY" in step


@pytest.fixture
async def queries(engine: AsyncEngine, played: Played) -> Queries:
    """The queries from now on, where three people have played for some days."""
    for day in range(2 * LINES):
        await played((ANA, 2), (BEN, 1), (CLEO, 0), at=NOW + day * DAY_SECONDS)
    queries = Queries(engine)
    await queries.listen()
    return queries


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (WEEK, "results USING COVERING INDEX ix_results_of_place (community_id=? AND field=?"),
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


async def test_the_end_of_a_match_looks_at_no_other_matches_and_for_firsts_among_firsts_alone(
    played: Played, queries: Queries
) -> None:
    await played((ANA, 2), (BEN, 1), at=NOW + 40 * DAY_SECONDS)

    steps = await queries.steps()
    assert not list(filter(is_slow, steps))
    by_index = "SEARCH results USING INDEX ix_results_firsts (user_id=? AND community_id=?)"
    assert len([step for step in steps if step.startswith(by_index)]) == 3


async def test_a_click_reads_and_writes_by_keys(engine: AsyncEngine, store: Store, queries: Queries) -> None:
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


@pytest.mark.parametrize("asking", [forget, export, forget_a_server, find_what_is_over])
async def test_deletions_and_exports_read_no_whole_table(engine: AsyncEngine, queries: Queries, asking: Asking) -> None:
    await asking(engine)

    assert not [step for step in await queries.scans() if step.startswith("SCAN") and not step.startswith(SMALL)]


@pytest.mark.parametrize("game", [ALL_GAMES, "bluff"])
async def test_statistics_and_history_are_read_by_their_owners_id(
    engine: AsyncEngine, queries: Queries, game: str
) -> None:
    query, statistics, history = (
        PersonQuery(HERE.guild_id, ANA.user_id, game),
        StatisticsStore(engine),
        HistoryStore(engine),
    )
    await statistics.read(query)  # everyone's figures are kept from now on
    await queries.steps()

    await statistics.read(query)
    await statistics.met(query, BEN.user_id)
    first = await history.page(query)
    await history.page(query, "older", first.lines[-1].number)
    await history.page(query, "newer", first.lines[-1].number)
    await Store(engine).aftermath(1)

    assert await queries.of_others() == []


async def test_old_matches_are_found_by_when_they_closed(engine: AsyncEngine, queries: Queries) -> None:
    await RetentionStore(engine).closed_before(50, 10)

    (step,) = await queries.of_others()
    assert step.startswith("SEARCH matches USING COVERING INDEX ix_matches_phase_changed_at (phase=? AND changed_at<?)")
