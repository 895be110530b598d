"""When a process acts, and when it doesn't any more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.lease_holder import LeaseHolder
from bot.errors import CannotStart
from bot.store import RECENT_SECONDS, Heartbeat, LeaseRecords, NoLease
from tests.clock import Clock, Naps


class Lock:
    """A lease that tests take away. Shape: `owner` is None while nobody has it."""

    name = "the database"
    is_exclusive = True
    trusts_heartbeats = False
    passing_faults = ()
    chores = NoLease()

    def __init__(self, own: str, at: dict[str, str | None]) -> None:
        self._own, self._at = own, at

    async def try_acquire(self) -> bool:
        self._at["owner"] = self._at["owner"] or self._own
        return await self.is_held()

    async def is_held(self) -> bool:
        return self._at["owner"] == self._own

    async def release(self) -> None:
        if await self.is_held():
            self._at["owner"] = None


class Pair:
    """Two processes, and who has the lease."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.at: dict[str, str | None] = {"owner": None}
        self.naps = Naps()
        records = LeaseRecords(engine)
        self.old, self.new = (LeaseHolder(Lock(name, self.at), records, sleep=self._nap) for name in ("old", "new"))

    async def _nap(self, seconds: float) -> None:
        await self.naps(seconds)
        await asyncio.sleep(0)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[asyncio.Task[None]]:
        """The old one looks after its lease."""
        keeping = asyncio.create_task(self.old.keep())
        yield keeping
        keeping.cancel()

    async def slept(self, times: int) -> None:
        """Waits until somebody has slept so many more times."""
        wanted = len(self.naps.taken) + times
        while len(self.naps.taken) < wanted:  # noqa: ASYNC110 - the naps end at once
            await asyncio.sleep(0)


@pytest.fixture
def pair(engine: AsyncEngine) -> Pair:
    return Pair(engine)


async def test_the_second_acts_once_the_first_has_given_up(pair: Pair) -> None:
    await pair.old.acquire()
    waiting = asyncio.create_task(pair.new.acquire())
    await pair.slept(3)
    assert not pair.new.is_sure

    await pair.old.give_up()
    await waiting

    assert (pair.old.is_sure, pair.new.is_sure) == (False, True)


async def test_a_lost_lease_stops_everything_until_it_is_back(pair: Pair) -> None:
    await pair.old.acquire()
    async with pair.watched():
        pair.at["owner"] = "the server has not noticed yet"
        await pair.slept(3)
        assert not pair.old.is_sure
        assert not await pair.old.is_sure_within(0)
        waiting = asyncio.create_task(pair.old.is_sure_within(60))
        pair.at["owner"] = None

        assert await waiting


async def test_whoever_was_followed_never_acts_again(pair: Pair) -> None:
    await pair.old.acquire()
    async with pair.watched() as keeping:
        pair.at["owner"] = None
        await pair.new.acquire()
        await keeping  # while the other one still acts

    assert not pair.old.is_sure
    assert pair.at["owner"] == "new"


@pytest.mark.parametrize("has_ended", [True, False])
async def test_behind_a_pooler_only_time_tells_that_another_process_is_gone(
    engine: AsyncEngine, clock: Clock, *, has_ended: bool
) -> None:
    def process() -> LeaseHolder:
        return LeaseHolder(NoLease(trusts_heartbeats=True), LeaseRecords(engine), clock=clock)

    old = process()
    await old.acquire()
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    with pytest.raises(CannotStart, match="behind a pooler"):
        await process().acquire()

    if has_ended:
        await old.give_up()
    else:
        clock.now += RECENT_SECONDS + 1

    await process().acquire()
