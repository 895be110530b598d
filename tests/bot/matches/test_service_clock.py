"""Time without the bot is given back once, whatever kills a start and however the servers are divided; quiet hours."""

from collections.abc import Iterator, Sequence
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
from bot.share import EVERYTHING, SHARD_SHIFT, Share
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS, PACES, Pace, Quiet
from bot.tables.table import Place, Table
from tests.bot.gateway import FakeGateway
from tests.bot.matches.away import play_lowest
from tests.bot.people import ANA, BEN, HERE, begun, lobby
from tests.clock import FIRST_TURN_SECONDS, Clock

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


async def start(engine: AsyncEngine, clock: Clock, share: Share = EVERYTHING, count: int = 1) -> Matches:
    """The next run of the bot, once it has read every table; `count` shards are connected."""
    matches = Matches(Store(engine, share), clock=clock, rng=Random(1))
    deadlines = Deadlines(matches, Heartbeat(engine, share), clock, gateway=FakeGateway(clock, count))
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
    match = await play_lowest(anew, match)
    assert due(match.table) == clock.now + FIRST_TURN_SECONDS
    assert due((await (await start(engine, clock)).get(before.id)).table) == due(match.table)


async def test_a_table_opened_afterwards_gets_nothing_back(matches: Matches, engine: AsyncEngine, clock: Clock) -> None:
    matches.service_clock.lose({0: DOWN})
    await Heartbeat(engine).beat(int(clock.now), {0: DOWN})
    table = (await begun(matches, BEN)).table
    assert due(table) == clock.now + FIRST_TURN_SECONDS
    for process in matches, await start(engine, clock):
        assert due((await process.get(table.id)).table) == due(table)


@pytest.mark.parametrize("seconds", [3 * DAY_SECONDS, -2 * HOUR])
async def test_after_lost_time_the_next_player_has_a_whole_turn(
    matches: Matches, engine: AsyncEngine, clock: Clock, seconds: int
) -> None:
    match = await begun(matches, BEN)
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    clock.now += seconds
    later = await start(engine, clock)
    match = await play_lowest(later, await later.get(match.table.id))
    whole = clock.now + FIRST_TURN_SECONDS
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


SERVERS = [number << SHARD_SHIFT for number in range(6)]


def shares(*groups: Sequence[int]) -> list[Share]:
    """The shares of processes that have these shards."""
    return [Share(tuple(shards), sum(map(len, groups))) for shards in groups]


FOUR = shares([0], [1], [2], [3])


async def served(
    engine: AsyncEngine, clock: Clock, division: Sequence[Share], *, own: Share | None, is_staggered: bool = False
) -> tuple[dict[int, Matches], dict[int, float]]:
    """Who serves each server, and for how long it was served, once processes of these shares have run for a while.

    `own` is what a process knows of its shards before it's connected, if Discord chooses them.
    """
    clock.now += 100
    began, running = dict[Share, float](), dict[Share, Matches]()
    for share in division:
        clock.now += is_staggered
        began[share], running[share] = clock.now, await start(engine, clock, own or share, share.count)
    clock.now += 3
    processes, seconds = dict[int, Matches](), dict[int, float]()
    for share, matches in running.items():
        clock.now += 4 * is_staggered
        offsets = {shard: matches.service_clock.offsets[shard] for shard in share.shards}
        await Heartbeat(engine, own or share).beat(int(clock.now), offsets, count=share.count)
        for server in filter(share.has, SERVERS):
            processes[server], seconds[server] = matches, clock.now - began[share]
    return processes, seconds


@pytest.mark.parametrize(
    ("divisions", "is_staggered", "own"),
    [
        ([shares([0, 1], [2, 3]), FOUR, shares([0, 2], [1, 3]), shares([0, 1, 2, 3])], True, None),
        ([FOUR, shares([0], [1]), FOUR], False, None),
        ([[EVERYTHING], shares([0], [1]), shares([0], [1], [2]), [EVERYTHING]], False, None),
        ([[EVERYTHING], shares([0, 1]), shares([0, 1, 2]), [EVERYTHING]], False, EVERYTHING),
    ],
    ids=["the same shards", "half as many shards, and back", "1, 2, 3 and 1", "1, 2, 3 and 1, as Discord likes"],
)
async def test_however_the_servers_are_divided_no_time_is_lost_or_doubled(
    divisions: Sequence[Sequence[Share]], is_staggered: bool, own: Share | None, engine: AsyncEngine, clock: Clock
) -> None:
    await served(engine, clock, divisions[0], own=own)
    matches = Matches(Store(engine), clock=clock, rng=Random(1))
    matches.service_clock.load(await Heartbeat(engine).own_beats(), divisions[0][0].count)
    tables = {}
    for server in SERVERS:
        table = await lobby(matches, BEN, place=Place(server, 20), pace="relaxed")
        tables[server] = (await matches.lobby.start(table.id, ANA.user_id)).table
    left = {server: due(table) - clock.now for server, table in tables.items()}

    for number, division in enumerate([*(one for one in divisions for _ in range(2)), divisions[-1]]):
        late = is_staggered and number < 2 * len(divisions)
        processes, seconds = await served(engine, clock, division, own=own, is_staggered=late)
        left = {server: before - seconds[server] for server, before in left.items()}

    for server, table in tables.items():
        assert due((await processes[server].get(table.id)).table) - clock.now == left[server]
