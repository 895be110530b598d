"""When a process acts, and when it doesn't any more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.leadership import Leadership
from bot.store import LeaseRecords, NoLease
from tests.clock import Naps


class Lock:
    """A lease that tests take away. Shape: `owner` is None while nobody has it."""

    name = "the database"
    is_exclusive = True
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
        self.heard: list[str] = []
        records = LeaseRecords(engine)
        self.old, self.new = (Leadership(Lock(name, self.at), records, sleep=self._nap) for name in ("old", "new"))

    async def _nap(self, seconds: float) -> None:
        await self.naps(seconds)
        await asyncio.sleep(0)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[asyncio.Task[None]]:
        """The old one looks after its lease."""
        keeping = asyncio.create_task(
            self.old.keep(on_doubt=lambda: self.heard.append("doubt"), on_sure=lambda: self.heard.append("sure"))
        )
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
    assert await pair.old.try_begin()
    assert not await pair.new.try_begin()
    waiting = asyncio.create_task(pair.new.begin_after_others())

    await pair.old.give_up([1, 2])
    await waiting

    assert pair.new.taken_before == frozenset({1, 2})
    assert not await pair.old.take_back()


async def test_what_nobody_wants_is_taken_back(pair: Pair) -> None:
    await pair.old.try_begin()

    await pair.old.give_up([1])

    assert await pair.old.take_back()
    await pair.old.give_up([1, 2])
    await pair.new.try_begin()
    assert pair.new.taken_before == frozenset({1, 2})


async def test_a_lost_lease_stops_everything_until_it_is_back(pair: Pair) -> None:
    await pair.old.try_begin()
    async with pair.watched():
        pair.at["owner"] = "the server has not noticed yet"
        await pair.slept(3)
        assert pair.heard == ["doubt"]
        pair.at["owner"] = None
        await pair.slept(2)

        assert pair.heard == ["doubt", "sure"]


async def test_whoever_was_followed_never_acts_again(pair: Pair) -> None:
    await pair.old.try_begin()
    async with pair.watched() as keeping:
        pair.at["owner"] = None
        await pair.new.try_begin()
        await keeping  # while the other one still acts

    assert pair.heard == ["doubt"]
    assert not pair.old.is_ours
    assert pair.at["owner"] == "new"
