"""Matches in memory follow the disk: stored before they are shown, and reloaded if in doubt."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.matches.service
from bot.errors import MatchOver, StaleClick
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.results import RatingChanges
from bot.store.schema import matches as match_rows
from bot.store.store import Store
from bot.tables.match_result import MatchResult
from bot.tables.periods import DailyScore
from bot.tables.table import Table
from games.bluff import GAME
from games.core import Move, replay
from games.sealed import Seal
from tests.bot.people import ANA, BEN, begun, lobby, play, play_out
from tests.clock import Clock


class FullDisk(Exception):
    """An error that a store may raise at any time."""


class FailingStore(Store):
    """A store whose disk is full when a test wants; with `too_late`, the error comes after the write."""

    is_full = False
    too_late = False

    async def append(
        self,
        table: Table,
        first: int,
        log: Sequence[Move],
        ending: MatchResult | None,
        *,
        stood_in: int = 0,
        seal: Seal | None = None,
        score: DailyScore | None = None,
    ) -> RatingChanges | None:
        done = None
        if not self.is_full or self.too_late:
            done = await super().append(table, first, log, ending, stood_in=stood_in, seal=seal, score=score)
        if self.is_full:
            raise FullDisk
        return done


@pytest.fixture
def store(engine: AsyncEngine) -> FailingStore:
    return FailingStore(engine)


@pytest.fixture
def others(store: FailingStore, clock: Clock) -> Matches:
    """The same tables in a second process."""
    return Matches(store, clock=clock, rng=Random(2))


async def test_a_match_comes_back_from_the_disk_as_it_was(matches: Matches, others: Matches) -> None:
    match = await play(matches, await begun(matches, BEN, reroll=True), "bid 2x3;stand")

    assert await others.get(match.table.id) == match


async def test_a_finished_match_comes_back_from_the_disk(matches: Matches, others: Matches) -> None:
    match = await play_out(matches, await begun(matches, BEN))

    assert await others.get(match.table.id) == match


async def test_a_lobby_comes_back_from_the_disk(matches: Matches, others: Matches) -> None:
    table = await lobby(matches, BEN)

    assert await others.get(table.id) == Match(table)


async def test_a_move_that_cannot_be_stored_has_not_happened(matches: Matches, store: FailingStore) -> None:
    match = await begun(matches, BEN)
    store.is_full = True

    with pytest.raises(FullDisk):
        await play(matches, match, "bid 2x3")

    assert await matches.get(match.table.id) == match


async def test_a_move_that_cannot_be_stored_is_told_to_nobody(matches: Matches, store: FailingStore) -> None:
    match = await begun(matches, BEN)
    told: list[Match] = []
    matches.on_change.append(told.append)
    store.is_full = True

    with pytest.raises(FullDisk):
        await play(matches, match, "bid 2x3")

    assert told == []


async def test_after_a_failure_the_same_move_can_be_made(matches: Matches, store: FailingStore) -> None:
    match = await begun(matches, BEN)
    store.is_full = True
    with pytest.raises(FullDisk):
        await play(matches, match, "bid 2x3")
    store.is_full = False

    assert (await play(matches, match, "bid 2x3")).length == match.length + 1


async def test_a_failure_after_the_write_is_found_out_by_reading_again(matches: Matches, store: FailingStore) -> None:
    match = await begun(matches, BEN)
    store.is_full = store.too_late = True

    with pytest.raises(FullDisk):
        await play(matches, match, "bid 2x3")

    assert (await matches.get(match.table.id)).length == match.length + 1


async def test_a_move_that_failed_after_the_write_is_shown_later_and_once(
    matches: Matches, store: FailingStore
) -> None:
    match = await begun(matches, BEN)
    shown: list[Match] = []
    matches.on_change.append(shown.append)
    store.is_full = store.too_late = True
    with pytest.raises(FullDisk):
        await play(matches, match, "bid 2x3")
    assert shown == []

    for _ in range(2):
        await matches.announce_missed()

    assert [one.length for one in shown] == [match.length + 1]


async def test_a_start_that_cannot_be_stored_has_not_happened(matches: Matches, store: FailingStore) -> None:
    table = await lobby(matches, BEN)
    store.is_full = True

    with pytest.raises(FullDisk):
        await matches.lobby.start(table.id, ANA.user_id)

    assert await matches.get(table.id) == Match(table)


async def test_a_second_writer_makes_the_click_stale(matches: Matches, others: Matches) -> None:
    match = await begun(matches, BEN)
    await play(others, match, "bid 2x3")

    with pytest.raises(StaleClick):
        await play(matches, match, "bid 3x3")


async def test_what_a_second_writer_wrote_is_what_counts(matches: Matches, others: Matches) -> None:
    match = await begun(matches, BEN)
    other = await play(others, match, "bid 2x3")
    with pytest.raises(StaleClick):
        await play(matches, match, "bid 3x3")

    assert await matches.get(match.table.id) == other


async def test_a_match_that_memory_has_let_go_is_replayed(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.matches.service, "CACHED_MATCHES", 2)
    first = await begun(matches, BEN)
    for _ in range(2):
        await begun(matches, BEN)

    again = await matches.get(first.table.id)

    assert again == first
    assert again is not first


async def test_a_match_in_use_stays_in_memory(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.matches.service, "CACHED_MATCHES", 2)
    first = await begun(matches, BEN)
    await begun(matches, BEN)
    first = await play(matches, first, "bid 2x3")
    await begun(matches, BEN)

    assert await matches.get(first.table.id) is first


async def test_moves_at_two_tables_do_not_wait_for_each_other(matches: Matches, store: FailingStore) -> None:
    slow, quick = await begun(matches, BEN), await begun(matches, BEN)
    at_the_disk, go_on = asyncio.Event(), asyncio.Event()
    append = store.append

    async def held_up(
        table: Table,
        first: int,
        log: Sequence[Move],
        ending: MatchResult | None,
        *,
        stood_in: int = 0,
        seal: Seal | None = None,
        score: DailyScore | None = None,
    ) -> RatingChanges | None:
        if table.id == slow.table.id:
            at_the_disk.set()
            await go_on.wait()
        return await append(table, first, log, ending, stood_in=stood_in, seal=seal, score=score)

    store.append = held_up  # type: ignore[method-assign]
    waiting = asyncio.create_task(play(matches, slow, "bid 2x3"))
    await at_the_disk.wait()

    assert (await play(matches, quick, "bid 2x3")).length == quick.length + 1

    go_on.set()
    assert (await waiting).length == slow.length + 1


async def outdate(engine: AsyncEngine, match: Match) -> None:
    """Marks the match as played by older rules."""
    async with engine.begin() as db:
        await db.execute(update(match_rows).where(match_rows.c.id == match.table.id).values(rules_version=0))


async def test_a_match_by_other_rules_is_closed(
    matches: Matches, others: Matches, store: Store, engine: AsyncEngine
) -> None:
    match = await begun(matches, BEN)
    await outdate(engine, match)

    assert (await others.get(match.table.id)).table.phase == "outdated"
    closed = await store.table(match.table.id)
    assert closed is not None
    assert closed.phase == "outdated"


async def test_a_match_by_other_rules_takes_no_moves(matches: Matches, others: Matches, engine: AsyncEngine) -> None:
    match = await begun(matches, BEN)
    await outdate(engine, match)

    with pytest.raises(MatchOver):
        await play(others, match, "bid 2x3")


async def test_a_match_that_ended_by_other_rules_still_has_ended(
    matches: Matches, others: Matches, store: Store, engine: AsyncEngine
) -> None:
    match = await play_out(matches, await begun(matches, BEN))
    await outdate(engine, match)

    await others.get(match.table.id)

    kept = await store.table(match.table.id)
    assert kept is not None
    assert kept.phase == "over"


async def test_where_the_board_stands_is_remembered_without_a_word(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)
    told: list[Match] = []
    matches.on_change.append(told.append)

    await matches.place_board(match.table.id, 77)

    placed = replace(match, table=replace(match.table, board_id=77))
    assert await matches.get(match.table.id) == placed
    assert await store.table(match.table.id) == placed.table
    assert told == []


async def test_the_log_and_nothing_else_makes_the_state(matches: Matches, store: Store) -> None:
    match = await play_out(matches, await begun(matches, BEN, robots=2))

    assert replay(GAME, 4, {}, await store.log(match.table.id)) == match.state


async def test_a_board_that_is_stored_twice_is_not_its_own_predecessor(matches: Matches, match: Match) -> None:
    for _ in range(2):
        await matches.place_board(match.table.id, 77)

    table = (await matches.get(match.table.id)).table
    assert (table.board_id, table.old_board_id) == (77, None)


async def test_no_message_is_adopted_where_the_board_is_known(matches: Matches, match: Match) -> None:
    await matches.adopt_board(match.table.id, 77)
    await matches.adopt_board(match.table.id, 78)

    table = (await matches.get(match.table.id)).table
    assert (table.board_id, table.old_board_id) == (77, None)
