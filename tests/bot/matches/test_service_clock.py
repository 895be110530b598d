"""Time without the bot is given back once: before the first click at a table, and whatever kills the start."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.matches import service
from bot.matches.intents import Matches
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.clock import PACES
from bot.tables.table import Table
from tests.bot.gateway import FakeGateway
from tests.bot.people import BEN, begun, play
from tests.clock import Clock

DOWN = 100
TABLES = 5


class Killed(Exception):
    """Raised to end a start midway."""


@contextmanager
def killed_before(engine: AsyncEngine, statement: int) -> Iterator[list[Killed]]:
    """Raises after this many statements have reached the database. Shape: yields what it has raised."""
    seen, raised = count(), list[Killed]()

    def execute(*_: object) -> None:
        if next(seen) >= statement:
            raised.append(Killed())
            raise raised[-1]

    event.listen(engine.sync_engine, "before_cursor_execute", execute)
    try:
        yield raised
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", execute)


async def start(engine: AsyncEngine, clock: Clock) -> Matches:
    """The next run of the bot, once it has read every table."""
    matches = Matches(Store(engine), clock=clock, rng=Random(1))
    deadlines = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    await deadlines.begin()
    await deadlines.tick()
    return matches


def due(table: Table) -> int:
    """When the only turn under way ends."""
    (at,) = [clock.due_at for clock in table.clocks if clock.due_at is not None]
    return at


@pytest.fixture
def portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes five tables be read in three batches."""
    monkeypatch.setattr(service, "PORTION", 2)


@pytest.mark.usefixtures("portions")
async def test_a_start_that_is_killed_anywhere_neither_loses_nor_doubles_time(
    matches: Matches, engine: AsyncEngine, store: Store, clock: Clock
) -> None:
    before = [(await begun(matches, BEN)).table for _ in range(TABLES)]
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    begun_at = clock.now
    for statement in count():
        clock.now += DOWN
        with killed_before(engine, statement) as raised, suppress(Killed):
            later = await start(engine, clock)
        if not raised:
            break

    assert statement > 3
    for table in before:
        after = (await later.get(table.id)).table
        assert due(after) - clock.now == due(table) - begun_at
        assert await store.table(table.id) == table


@pytest.mark.usefixtures("portions")
async def test_a_click_before_its_table_has_been_read_counts_with_its_time_given_back_once(
    matches: Matches, engine: AsyncEngine, store: Store, clock: Clock
) -> None:
    before = (await begun(matches, BEN)).table
    clock.now = due(before) + DOWN
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    anew.service_clock.lose({0: DOWN + 10})
    await Heartbeat(engine).beat(int(clock.now), {0: DOWN + 10})

    match = await anew.get(before.id)
    assert due(match.table) == clock.now + 10
    assert await store.table(before.id) == before  # nothing is written for a look
    assert match.state is not None
    (seat,) = match.state.to_act
    match = await play(anew, match, match.view(seat).legal_actions[0].to_text())
    assert match.table.clock(seat).bank == 10  # all of the turn's own time was used, and not the last ten seconds

    next_due = due(match.table)
    assert next_due == clock.now + PACES["live"].turn + PACES["live"].bank
    later = await start(engine, clock)
    assert due((await later.get(before.id)).table) == next_due


async def test_a_table_that_is_opened_afterwards_gets_nothing_back(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    matches.service_clock.lose({0: DOWN})
    await Heartbeat(engine).beat(int(clock.now), {0: DOWN})
    table = (await begun(matches, BEN)).table
    assert due(table) == clock.now + PACES["live"].turn + PACES["live"].bank

    assert due((await matches.get(table.id)).table) == due(table)
    later = await start(engine, clock)
    assert due((await later.get(table.id)).table) == due(table)


async def test_a_click_right_after_an_outage_finds_its_time_given_back(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    before = (await begun(matches, BEN)).table
    deadlines = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    await deadlines.begin()
    await deadlines.tick()
    clock.now += DOWN
    tick = asyncio.create_task(deadlines.tick())
    click = asyncio.create_task(matches.get(before.id))

    assert due((await click).table) == due(before) + DOWN
    await tick


async def test_a_match_in_memory_and_its_row_get_the_same(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)
    matches.service_clock.lose({0: DOWN})
    read = [table async for tables in matches.to_draw() for table in tables]

    assert read == [(await matches.get(match.table.id)).table]
    assert due(read[0]) == due(match.table) + DOWN
    assert await store.table(match.table.id) == match.table  # nothing is written for that


@pytest.mark.parametrize("seconds", [3 * 86_400, -2 * 3600])
async def test_a_move_after_time_was_lost_is_stored_with_the_next_players_whole_turn(
    matches: Matches, engine: AsyncEngine, clock: Clock, seconds: int
) -> None:
    match = await begun(matches, BEN)
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    clock.now += seconds
    later = await start(engine, clock)
    match = await later.get(match.table.id)
    assert match.state is not None
    (seat,) = match.state.to_act
    match = await play(later, match, match.view(seat).legal_actions[0].to_text())
    whole = clock.now + PACES["live"].turn + PACES["live"].bank
    assert due(match.table) == whole

    assert due((await (await start(engine, clock)).get(match.table.id)).table) == whole


async def test_nobodys_clock_runs_in_a_lesson_or_a_daily_match(matches: Matches) -> None:
    table = replace((await begun(matches, BEN)).table, is_lesson=True)
    matches.service_clock.lose({0: DOWN})

    assert matches.service_clock.current(table) is table
