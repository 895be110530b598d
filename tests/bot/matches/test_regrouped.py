"""Processes that divide the servers anew give each table the time back in which nobody served it, and no other."""

from collections.abc import AsyncGenerator, Sequence
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.matches.intents import Matches
from bot.share import EVERYTHING, SHARD_SHIFT, Share
from bot.store import Heartbeat, Store
from bot.tables.table import Place, Table
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, lobby
from tests.clock import Clock

SERVERS = [number << SHARD_SHIFT for number in range(6)]

TOGETHER = [Share((0, 1, 2, 3), 4)]
PAIRS = [Share((0, 1), 4), Share((2, 3), 4)]
OTHER_PAIRS = [Share((0, 2), 4), Share((1, 3), 4)]
SINGLES = [Share((shard,), 4) for shard in range(4)]
TWO = [Share((0,), 2), Share((1,), 2)]
THREE = [Share((shard,), 3) for shard in range(3)]

Division = Sequence[Share]
"""The shares of all processes."""


class Host:
    """Somebody who stops all processes of the bot again and again, and starts others."""

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    async def run(self, division: Division, *, is_staggered: bool, reads: bool) -> dict[int, float]:
        """Runs these processes for a while; unless one `reads`, it's killed before it has read its tables.

        Shape: how long each server was served.
        """
        self._clock.now += 100
        begun: dict[Share, float] = {}
        served: dict[int, float] = {}
        for share in division:
            self._clock.now += is_staggered
            begun[share] = self._clock.now
            await self._start(share, reads=reads)
        self._clock.now += 3
        for share in division:
            self._clock.now += 4 * is_staggered
            await Heartbeat(self._engine, share).beat(int(self._clock.now))
            served |= {server: self._clock.now - begun[share] for server in SERVERS if share.has(server)}
        return served

    async def _start(self, share: Share, *, reads: bool) -> None:
        matches = Matches(Store(self._engine, share), clock=self._clock, rng=Random(1))
        deadlines = Deadlines(
            matches, Heartbeat(self._engine, share), self._clock, gateway=FakeGateway(self._clock, share.count)
        )
        await deadlines.begin()
        if not reads:
            matches.seats.portions = _none  # type: ignore[method-assign]
        await deadlines.tick()


async def _none(among: Share = EVERYTHING) -> AsyncGenerator[list[Table], None]:  # noqa: ARG001 - it's named so
    """Reads nothing."""
    for tables in list[list[Table]]():
        yield tables


def left(table: Table | None, clock: Clock) -> float:
    """How much time the only player to act has left."""
    assert table is not None
    (due,) = [one.due_at for one in table.clocks if one.due_at is not None]
    return due - clock.now


@pytest.mark.parametrize(
    ("divisions", "is_staggered"),
    [
        pytest.param([PAIRS, SINGLES, OTHER_PAIRS, TOGETHER, SINGLES], True, id="the same shards"),
        pytest.param([TWO, SINGLES], True, id="twice as many shards"),
        pytest.param([SINGLES, TWO, SINGLES], False, id="half as many shards, and back"),
        pytest.param([TWO, THREE, TWO, [Share()]], False, id="shards that nothing divides"),
    ],
)
async def test_however_the_servers_are_divided_no_time_is_lost_or_doubled(
    divisions: Sequence[Division], is_staggered: bool, engine: AsyncEngine, clock: Clock
) -> None:
    host = Host(engine, clock)
    await host.run(divisions[0], is_staggered=False, reads=True)
    matches = Matches(Store(engine), clock=clock, rng=Random(1))
    tables = {}
    for server in SERVERS:
        table = await lobby(matches, BEN, place=Place(server, 20))
        tables[server] = (await matches.lobby.start(table.id, ANA.user_id)).table
    expected = {server: left(table, clock) for server, table in tables.items()}

    for division in [one for one in divisions for _ in range(2)]:
        served = await host.run(division, is_staggered=is_staggered, reads=False)
        expected = {server: seconds - served[server] for server, seconds in expected.items()}
    served = await host.run(divisions[-1], is_staggered=False, reads=True)
    expected = {server: seconds - served[server] for server, seconds in expected.items()}

    store = Store(engine)
    assert {server: left(await store.table(table.id), clock) for server, table in tables.items()} == expected
    assert await store.gaps.every() == []
