"""Time without the bot is given back once: before the first click at a table, and whatever kills the start."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.matches import service
from bot.matches.intents import Matches
from bot.store import Heartbeat, Store
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
def killed_before(engine: AsyncEngine, statement: int) -> Iterator[None]:
    """Raises after this many statements have reached the database."""
    seen = count()

    def execute(*_: object) -> None:
        if next(seen) >= statement:
            raise Killed

    event.listen(engine.sync_engine, "before_cursor_execute", execute)
    try:
        yield
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
    await Heartbeat(engine).beat(int(clock.now))
    begun_at = clock.now
    for statement in count():
        clock.now += DOWN
        try:
            with killed_before(engine, statement):
                await start(engine, clock)
        except Killed:
            continue
        break

    assert statement > 3 * TABLES
    for table in before:
        after = await store.table(table.id)
        assert after is not None
        assert due(after) - clock.now == due(table) - begun_at
    assert await store.gaps.every() == []


@pytest.mark.usefixtures("portions")
async def test_a_click_before_its_table_has_been_read_counts_with_its_time_given_back_once(
    matches: Matches, engine: AsyncEngine, store: Store, clock: Clock
) -> None:
    before = (await begun(matches, BEN)).table
    clock.now = due(before) + DOWN
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    await anew.seats.credit({0: DOWN + 10}, count=1)

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
    await matches.seats.credit({0: DOWN}, count=1)
    table = (await begun(matches, BEN)).table
    assert due(table) == clock.now + PACES["live"].turn + PACES["live"].bank

    async for _ in matches.seats.portions():
        pass
    assert due((await matches.get(table.id)).table) == due(table)
    later = Matches(Store(engine), clock=clock, rng=Random(1))
    await later.seats.recall()
    assert due((await later.get(table.id)).table) == due(table)


async def test_a_click_waits_until_it_is_known_how_long_the_bot_was_offline(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    before = (await begun(matches, BEN)).table
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    with anew.seats.hold():
        click = asyncio.create_task(anew.get(before.id))
        for _ in range(10):  # long enough for a click that doesn't wait: they share one connection
            await Heartbeat(engine).last_beat()
        assert not click.done()
        await anew.seats.credit({0: DOWN}, count=1)

    assert due((await click).table) == due(before) + DOWN


async def test_a_match_in_memory_and_its_row_get_the_same(matches: Matches, store: Store) -> None:
    match = await begun(matches, BEN)
    await matches.seats.credit({0: DOWN}, count=1)
    assert due((await matches.get(match.table.id)).table) == due(match.table) + DOWN
    read = [table async for tables in matches.seats.portions() for table in tables]

    assert read == [await store.table(match.table.id)] == [(await matches.get(match.table.id)).table]
    assert due(read[0]) == due(match.table) + DOWN
