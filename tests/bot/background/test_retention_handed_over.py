"""Old data is deleted once although two processes do it at once, or one is killed while it does."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.retention import BATCH, CLOSED_SECONDS, DEPARTED_SECONDS, Retention
from bot.matches.intents import Matches
from bot.store.schema import departures, matches, ratings
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS
from tests.bot.people import ANA, BEN, HERE, lobby
from tests.bot.results import NOW, Played
from tests.bot.retaining import retention_of
from tests.clock import Clock

OLD = 2 * BATCH + 1

Start = Callable[..., Retention]


class Killed(BaseException):
    """Ends a process between two of its steps."""


class Steps:
    """The pauses of a process, of which it survives only some."""

    def __init__(self, survived: int) -> None:
        self._left = survived

    async def __call__(self, _seconds: float) -> None:
        self._left -= 1
        if self._left < 0:
            raise Killed
        await asyncio.sleep(0)


@pytest.fixture
def start(engine: AsyncEngine, clock: Clock) -> Start:
    """Makes the retention of one more process on the same database."""

    def process(*, survived: int = 1000, present: frozenset[int] = frozenset({HERE.guild_id})) -> Retention:
        own = Matches(Store(engine), clock=clock, rng=Random(1))
        retention = retention_of(engine, own, clock=clock, sleep=Steps(survived), present=lambda: present)
        retention.keep_days = 2
        return retention

    return process


@pytest.fixture
async def old(engine: AsyncEngine, clock: Clock) -> None:
    """Matches that are older than those that are kept, and one that isn't. All of them count."""
    played = Played(Store(engine))
    for number in range(OLD):
        await played((ANA, 2), (BEN, 1), at=NOW + number)
    await played((ANA, 2), (BEN, 1), at=int(clock.now))


async def count(engine: AsyncEngine, column: ColumnElement[int]) -> int:
    async with engine.connect() as db:
        return (await db.execute(select(column))).scalar_one()


async def check(engine: AsyncEngine) -> None:
    """Checks that only the new match is left, and that all still count."""
    assert await count(engine, func.count(matches.c.id)) == 1
    assert await count(engine, func.max(ratings.c.matches)) == OLD + 1


async def at_once(*processes: Retention) -> None:
    """Lets processes look at the same moment."""
    await asyncio.gather(*(process.tick() for process in processes))


@pytest.mark.usefixtures("old")
async def test_two_processes_at_once_delete_each_match_once(engine: AsyncEngine, start: Start) -> None:
    await at_once(start(), start())

    await check(engine)


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("survived", range(3))
async def test_the_next_process_goes_on_where_one_was_killed(
    engine: AsyncEngine, start: Start, *, survived: int
) -> None:
    with pytest.raises(Killed):
        await start(survived=survived).tick()
    await start().tick()

    await check(engine)


@pytest.mark.usefixtures("old")
async def test_a_server_is_forgotten_though_one_process_is_killed_and_two_go_on(
    engine: AsyncEngine, start: Start, clock: Clock
) -> None:
    nowhere = frozenset[int]()
    await start(present=nowhere).tick()  # notes that the bot has left
    clock.now += DEPARTED_SECONDS
    with pytest.raises(Killed):
        await start(present=nowhere, survived=1).tick()
    await at_once(start(present=nowhere), start(present=nowhere))

    async with engine.connect() as db:
        for table in (matches, ratings, departures):
            assert (await db.execute(select(table))).all() == [], table.name


async def test_lobbies_and_lessons_that_closed_are_deleted_by_whoever_looks_next(
    engine: AsyncEngine, start: Start, clock: Clock
) -> None:
    own = Matches(Store(engine), clock=clock, rng=Random(1))
    for _ in range(OLD):
        await own.lobby.leave((await lobby(own)).id, ANA.user_id)
    clock.now += CLOSED_SECONDS + DAY_SECONDS
    with pytest.raises(Killed):
        await start(survived=1).tick()
    await at_once(start(), start())

    assert await count(engine, func.count(matches.c.id)) == 0
