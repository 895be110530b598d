"""Time without the bot is given back once: before the first click at a table, and whatever kills the start.

Quiet hours stop a player's clock in correspondence matches, and in no others.
"""

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
from bot.tables.clock import DAY_SECONDS, PACES, Pace, Quiet
from bot.tables.table import Table
from tests.bot.gateway import FakeGateway
from tests.bot.matches.away import play_lowest
from tests.bot.people import ANA, BEN, HERE, begun, to_act
from tests.clock import WHOLE_TURN_SECONDS, Clock

DOWN = 100
TABLES = 5
HOUR = 3600
NIGHT = Quiet(begins=22 * 60, ends=6 * 60)


class Killed(Exception):
    """Raised to end a start midway."""


@contextmanager
def killed_before(engine: AsyncEngine, statement: int) -> Iterator[list[Killed]]:
    """Raises after this many statements have reached the database, and yields what it has raised."""
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


async def test_a_start_that_is_killed_anywhere_neither_loses_nor_doubles_time(
    matches: Matches, engine: AsyncEngine, store: Store, clock: Clock, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PORTION", 2)
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


async def test_a_click_before_its_table_has_been_read_counts_with_its_time_given_back_once(
    matches: Matches, anew: Matches, engine: AsyncEngine, store: Store, *, clock: Clock
) -> None:
    before = (await begun(matches, BEN)).table
    clock.now = due(before) + DOWN
    anew.service_clock.lose({0: DOWN + 10})
    await Heartbeat(engine).beat(int(clock.now), {0: DOWN + 10})

    match = await anew.get(before.id)
    assert due(match.table) == clock.now + 10
    assert [table async for tables in anew.to_draw() for table in tables] == [match.table]
    assert await store.table(before.id) == before  # nothing is written for a look
    seat = match.table.seat_of(to_act(match).user_id)
    assert seat is not None
    match = await play_lowest(anew, match)
    assert match.table.clock(seat).bank == 10  # all of the turn's own time was used, and not the last ten seconds

    assert due(match.table) == clock.now + WHOLE_TURN_SECONDS
    assert due((await (await start(engine, clock)).get(before.id)).table) == due(match.table)


async def test_a_table_that_is_opened_afterwards_gets_nothing_back(
    matches: Matches, engine: AsyncEngine, clock: Clock
) -> None:
    matches.service_clock.lose({0: DOWN})
    await Heartbeat(engine).beat(int(clock.now), {0: DOWN})
    table = (await begun(matches, BEN)).table
    assert due(table) == clock.now + WHOLE_TURN_SECONDS

    for process in matches, await start(engine, clock):
        assert due((await process.get(table.id)).table) == due(table)


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


@pytest.mark.parametrize("seconds", [3 * DAY_SECONDS, -2 * HOUR])
async def test_a_move_after_time_was_lost_is_stored_with_the_next_players_whole_turn(
    matches: Matches, engine: AsyncEngine, clock: Clock, seconds: int
) -> None:
    match = await begun(matches, BEN)
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    clock.now += seconds
    later = await start(engine, clock)
    match = await play_lowest(later, await later.get(match.table.id))
    whole = clock.now + WHOLE_TURN_SECONDS
    assert due(match.table) == whole

    assert due((await (await start(engine, clock)).get(match.table.id)).table) == whole


async def test_nobodys_clock_runs_in_a_lesson_or_a_daily_match(matches: Matches) -> None:
    table = replace((await begun(matches, BEN)).table, is_lesson=True)
    matches.service_clock.lose({0: DOWN})

    assert matches.service_clock.current(table) is table


@pytest.mark.parametrize(
    ("pace", "sleepers", "end", "lost", "later"),
    [
        ("correspondence", (ANA, BEN), 24 + 8, 10, 24 + 8 + 8 + 10),  # six more hours, then the night, and four more
        ("correspondence", (), 24, 10, 24 + 10),
        ("relaxed", (ANA, BEN), PACES["relaxed"].turn / HOUR, 15, PACES["relaxed"].turn / HOUR + 15),
    ],
    ids=["asleep", "awake", "at a quicker table"],
)
async def test_by_correspondence_quiet_hours_of_those_asked_do_not_count(
    store: Store, clock: Clock, *, pace: Pace, sleepers: tuple[object, ...], end: float, lost: int, later: float
) -> None:
    clock.now += 8 * HOUR - clock.now % DAY_SECONDS
    quiet = {person.user_id: NIGHT for person in (ANA, BEN) if person in sleepers}
    matches = Matches(store, clock=clock, rng=Random(1), quiet=quiet.get)
    table = (await matches.lobby.open("bluff", options={}, capacity=2, place=HERE, host=ANA, pace=pace)).table
    await matches.lobby.join(table.id, BEN)
    match = await matches.lobby.start(table.id, ANA.user_id)
    assert due(match.table) == clock.now + end * HOUR

    matches.service_clock.lose({0: lost * HOUR})
    assert due((await matches.get(table.id)).table) == clock.now + later * HOUR
