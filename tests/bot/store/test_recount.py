"""Counting all matches anew finds the sums that were kept while they ended, and mends those that are wrong."""

from collections.abc import Sequence
from random import Random

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Difference, Preference, PreferenceStore, Recount, Store
from bot.store.schema import results
from bot.store.sums.recount import SUMS
from bot.store.sums.schema import honours, progress, standings
from bot.tables.clock import DAY_SECONDS
from bot.tables.match_result import MatchResult
from bot.tables.periods import day_of
from bot.tables.ratings import _moved
from bot.tables.standings import Field, Result
from bot.tables.table import Person, Table
from games.core import Move
from tests.bot.people import HERE
from tests.bot.results import NOW, Played, ending

pytestmark = pytest.mark.slow

PEOPLE = [Person(number, f"Person {number}") for number in range(1, 8)]


COUNTS = {"matches", "current", "ended_at", "total", "kind"}
"""A column of every sum, to change."""


class Records:
    """Stores random matches, and reads them back as endings, in place of logs that the games could replay."""

    def __init__(self, engine: AsyncEngine, seed: int) -> None:
        self._played = Played(Store(engine))
        self._rng = Random(seed)
        self._now = NOW
        self.recount = Recount(engine, self.read)
        self._endings: dict[int, MatchResult] = {}

    @property
    def today(self) -> int:
        return day_of(self._now)

    async def compare(self, *, repairs: bool = False) -> list[Difference]:
        return await self.recount.compare(self.today, repairs=repairs)

    async def play(self, times: int) -> None:
        """Stores matches of random people, servers and games, at random times that mostly go up."""
        rng = self._rng
        for _ in range(times):
            self._now += rng.choice((0, 60, 7200, DAY_SECONDS, 3 * DAY_SECONDS, -30))
            group = rng.sample(PEOPLE, rng.choice((1, 2, 2, 3, 4)))
            points = tuple((person, rng.randrange(4)) for person in group)
            where, game = rng.choice((HERE.guild_id, 11)), rng.choice(("bluff", "faehrte"))
            field: Field = "people" if len(group) > 1 else "computer"
            number = await self._played(*points, at=self._now, guild_id=where, game=game, field=field)
            self._endings[number] = ending(number, *points, community_id=where, game=game, field=field, at=self._now)

    def read(self, table: Table, log: Sequence[Move]) -> MatchResult | None:
        assert log
        return self._endings[table.id]


@pytest.fixture(params=[0, pytest.param(1, marks=pytest.mark.thorough)])
def records(engine: AsyncEngine, request: pytest.FixtureRequest) -> Records:
    return Records(engine, request.param)


async def everywhere(engine: AsyncEngine) -> None:
    """One server counts everywhere, and some people are listed there."""
    preferences = PreferenceStore(engine)
    await preferences.keep(Preference("community", HERE.guild_id, is_everywhere=True))
    for person in PEOPLE[:3]:
        await preferences.keep(Preference("person", person.user_id, is_everywhere=True))


async def test_all_matches_counted_anew_give_the_same_sums(engine: AsyncEngine, records: Records) -> None:
    await everywhere(engine)
    await records.play(40)

    assert await records.compare() == []


async def test_every_sum_is_compared(engine: AsyncEngine, records: Records) -> None:
    await records.play(15)
    async with engine.begin() as db:
        for table in SUMS:
            rows = (await db.execute(select(func.count()).select_from(table))).scalar_one()
            if rows:
                changed = next(column for column in table.c if column.key in COUNTS)
                await db.execute(
                    update(table).values({changed: changed.concat("?") if changed.key == "kind" else changed + 1000})
                )

    found = await records.compare()

    assert {"standings", "meetings", "opponents", "tallies", "streaks", "honours"} <= {one.table for one in found}


async def test_a_wrong_sum_is_found_and_only_repaired_if_asked(engine: AsyncEngine, records: Records) -> None:
    await records.play(20)
    async with engine.begin() as db:
        await db.execute(update(standings).where(standings.c.user_id == 1).values(mu=99.0))
        await db.execute(update(results).where(results.c.user_id == 2).values(rating_after=5))

    found = await records.compare()
    assert {one.table for one in found} >= {"standings"}
    assert await records.compare(repairs=True) == found
    assert await records.compare() == []


async def test_ratings_from_before_a_change_of_the_rule_are_worked_out_by_the_present_one(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:  # openskill's own rule for shared places
        before.setattr("bot.tables.ratings._moved_with_ties", _moved)
        await records.play(20)

    found = await records.compare(repairs=True)

    assert {one.table for one in found} == {"standings", "results"}
    assert await records.compare() == []


async def test_a_first_win_from_before_a_change_of_the_rule_stays(
    engine: AsyncEngine, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, a win that was taken or shared by all could be somebody's first."""
    await records.play(20)
    async with engine.connect() as db:
        before = set(map(tuple, await db.execute(select(honours))))
    assert before

    monkeypatch.setattr(Result, "is_triumph", False)

    assert await records.compare(repairs=True) == []
    async with engine.connect() as db:
        assert set(map(tuple, await db.execute(select(honours)))) == before


async def test_a_first_win_in_a_match_that_was_lost_does_not_stay(engine: AsyncEngine, records: Records) -> None:
    await records.play(20)
    async with engine.begin() as db:
        lost = (await db.execute(select(results.c.match_id, results.c.user_id).where(results.c.won == 0))).first()
        assert lost is not None
        wins = (honours.c.user_id == lost.user_id) & (honours.c.kind == "win")
        await db.execute(update(honours).where(wins).values(match_id=lost.match_id))

    assert {one.table for one in await records.compare()} == {"honours"}


async def test_matches_that_wait_are_counted_in_their_order(engine: AsyncEngine, records: Records) -> None:
    await records.play(12)
    async with engine.begin() as db:  # as if the migration had just queued the first ones
        before = [set(map(tuple, await db.execute(select(table)))) for table in SUMS if "ranking_id" not in table.c]
        for table in SUMS:
            await db.execute(table.delete())
        await db.execute(text("DELETE FROM rankings"))
        await db.execute(update(progress).values(counted=0))
    await records.play(1)
    assert await records.recount.waiting() == 13

    assert [await records.recount.count_some(10) for _ in range(3)] == [10, 3, 0]

    assert await records.recount.waiting() == 0
    async with engine.connect() as db:
        after = [set(map(tuple, await db.execute(select(table)))) for table in SUMS if "ranking_id" not in table.c]
    assert len(before) == len(after)
    assert await records.compare() == []


async def test_a_match_that_cannot_be_counted_holds_up_no_other(
    engine: AsyncEngine, records: Records, caplog: pytest.LogCaptureFixture
) -> None:
    await records.play(5)

    def read(table: Table, log: Sequence[Move]) -> MatchResult | None:
        if table.id == 2:
            raise ValueError("a secret")
        return records.read(table, log)

    found = await Recount(engine, read).compare(records.today, repairs=True)

    assert found
    assert await records.recount.waiting() == 0
    assert "match 2 cannot be counted: ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_an_error_while_counting_does_not_keep_a_match_from_ending(
    engine: AsyncEngine, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.sums.people.count", fails)
        await records.play(1)
    async with engine.connect() as db:
        assert (await db.execute(select(func.count()).select_from(results))).scalar_one() >= 1
        assert (await db.execute(select(func.count()).select_from(standings))).scalar_one() == 0
    await records.play(2)

    assert await records.recount.count_some() == 3
    assert await records.compare() == []
