"""Only the process that holds the lease acts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.lease_holder import LeaseHolder
from bot.errors import CannotStart
from bot.store.connection import Schema, UnknownSchema
from bot.store.leases import Lease
from bot.store.processes import RECENT_SECONDS, Heartbeat, LeaseRecords
from tests.clock import Clock, Naps


class Lock(Lease):
    """A lease that tests take away; `owner` is None while nobody has it."""

    is_exclusive = True

    def __init__(self, own: str, at: dict[str, str | None]) -> None:
        super().__init__("the database")
        self._own, self._at = own, at

    async def try_acquire(self) -> bool:
        self._at["owner"] = self._at["owner"] or self._own
        return await self.is_held()

    async def is_held(self) -> bool:
        return self._at["owner"] == self._own

    async def release(self) -> None:
        if await self.is_held():
            self._at["owner"] = None


class StoredSchema(Schema):
    """The schema of a database: `version` 1 is this version's, `held` is what it was migrated under."""

    def __init__(self) -> None:
        self.version = 1
        self.held: list[bool] = []
        self.lock: Lock | None = None

    async def is_current(self) -> bool:
        if self.version > 1:
            raise UnknownSchema("a newer version's")
        return self.version == 1

    async def bring_up_to_date(self) -> None:
        assert self.lock
        self.held.append(await self.lock.is_held())
        self.version = 1


class Pair:
    """Two processes, and who has the lease."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.at: dict[str, str | None] = {"owner": None}
        self.naps = Naps()
        self.schema = StoredSchema()
        self.locks = [Lock(name, self.at) for name in ("old", "new")]
        records = LeaseRecords(engine)
        self.old, self.new = (LeaseHolder(lock, records, self.schema, sleep=self._nap) for lock in self.locks)

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


@pytest.mark.parametrize("is_newer", [False, True])
async def test_the_second_acts_once_the_first_has_given_up_unless_a_newer_version_has_migrated(
    pair: Pair, *, is_newer: bool
) -> None:
    await pair.old.acquire()
    waiting = asyncio.create_task(pair.new.acquire())
    await pair.slept(3)
    assert not pair.new.is_sure

    pair.schema.version += is_newer
    await pair.old.give_up()
    if is_newer:
        with pytest.raises(UnknownSchema):
            await waiting
    else:
        await waiting

    assert (pair.old.is_sure, pair.new.is_sure) == (False, not is_newer)


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


async def test_who_migrates_keeps_the_lease_from_then_on(pair: Pair) -> None:
    pair.schema.version, pair.schema.lock = 0, pair.locks[1]
    given_up: list[str] = []

    async def release() -> None:
        given_up.append("new")

    pair.locks[1].release = release  # type: ignore[method-assign]

    await pair.new.acquire()

    assert pair.schema.held == [True]
    assert given_up == [], "a process of the older version that stands by could take it"


@pytest.mark.parametrize("has_migrated", [False, True])
async def test_nobody_migrates_while_a_process_acts_on_another_shard_which_may_do_so_first(
    pair: Pair, *, has_migrated: bool
) -> None:
    others: dict[str, str | None] = {"owner": "the process of another shard"}
    pair.schema.version = 0
    pair.locks[1].everything = pair.schema.lock = Lock("new", others)
    starting = asyncio.create_task(pair.new.acquire())
    await pair.slept(3)
    assert pair.schema.held == []

    if has_migrated:
        pair.schema.version = 1  # and that process acts now
    else:
        others["owner"] = None
    await starting

    assert pair.schema.held == ([] if has_migrated else [True])
    assert others["owner"] == ("the process of another shard" if has_migrated else None)
    assert pair.new.is_sure


@pytest.mark.parametrize("has_ended", [True, False])
async def test_behind_a_pooler_only_time_tells_that_another_process_is_gone(
    engine: AsyncEngine, clock: Clock, *, has_ended: bool
) -> None:
    def process() -> LeaseHolder:
        lease = Lease(trusts_heartbeats=True)
        return LeaseHolder(lease, LeaseRecords(engine), StoredSchema(), clock=clock)

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
