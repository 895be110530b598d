"""Processes that divide the servers anew give each table the time back in which nobody served it, and no other."""

from collections.abc import Sequence
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.matches.intents import Matches
from bot.share import EVERYTHING, SHARD_SHIFT, Share
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.table import Place, Table
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, lobby
from tests.clock import Clock

SERVERS = [number << SHARD_SHIFT for number in range(6)]


def shares(*groups: Sequence[int]) -> list[Share]:
    """The shares of processes that have these shards."""
    return [Share(tuple(shards), sum(map(len, groups))) for shards in groups]


FOUR = shares([0], [1], [2], [3])


class Host:
    """Somebody who stops all processes of the bot again and again, and starts others."""

    def __init__(self, engine: AsyncEngine, clock: Clock, *, discord_chooses: bool) -> None:
        self._engine = engine
        self._clock = clock
        self._discord_chooses = discord_chooses
        self._running: dict[Share, Matches] = {}

    async def run(self, division: Sequence[Share], *, is_staggered: bool) -> dict[int, float]:
        """Runs processes of these shares for a while. Returns how long each server was served."""
        self._clock.now += 100
        self._running.clear()
        begun: dict[Share, float] = {}
        served: dict[int, float] = {}
        for share in division:
            self._clock.now += is_staggered
            begun[share] = self._clock.now
            self._running[share] = await self._start(share)
        self._clock.now += 3
        for share, matches in self._running.items():
            self._clock.now += 4 * is_staggered
            offsets = {shard: matches.service_clock.offsets[shard] for shard in share.shards}
            await Heartbeat(self._engine, self._own(share)).beat(int(self._clock.now), offsets, count=share.count)
            served |= {server: self._clock.now - begun[share] for server in SERVERS if share.has(server)}
        return served

    async def left(self, table: Table) -> float:
        """How much time the only player to act has left."""
        (matches,) = [matches for share, matches in self._running.items() if share.has(table.place.guild_id)]
        return left((await matches.get(table.id)).table, self._clock)

    async def _start(self, share: Share) -> Matches:
        matches = Matches(Store(self._engine, self._own(share)), clock=self._clock, rng=Random(1))
        gateway = FakeGateway(self._clock, share.count)
        deadlines = Deadlines(matches, Heartbeat(self._engine, self._own(share)), self._clock, gateway=gateway)
        await deadlines.begin()
        await deadlines.tick()
        return matches

    def _own(self, share: Share) -> Share:
        """What the process knows of its shards before it's connected."""
        return EVERYTHING if self._discord_chooses else share


def left(table: Table, clock: Clock) -> float:
    """How much time the only player to act has left."""
    (due,) = [one.due_at for one in table.clocks if one.due_at is not None]
    return due - clock.now


@pytest.mark.parametrize(
    ("divisions", "is_staggered", "discord_chooses"),
    [
        ([shares([0, 1], [2, 3]), FOUR, shares([0, 2], [1, 3]), shares([0, 1, 2, 3])], True, False),
        ([FOUR, shares([0], [1]), FOUR], False, False),
        ([[EVERYTHING], shares([0], [1]), shares([0], [1], [2]), [EVERYTHING]], False, False),
        ([[EVERYTHING], shares([0, 1]), shares([0, 1, 2]), [EVERYTHING]], False, True),
    ],
    ids=["the same shards", "half as many shards, and back", "1, 2, 3 and 1", "1, 2, 3 and 1, as Discord likes"],
)
async def test_however_the_servers_are_divided_no_time_is_lost_or_doubled(
    divisions: Sequence[Sequence[Share]], is_staggered: bool, discord_chooses: bool, engine: AsyncEngine, clock: Clock
) -> None:
    host = Host(engine, clock, discord_chooses=discord_chooses)
    await host.run(divisions[0], is_staggered=False)
    matches = Matches(Store(engine), clock=clock, rng=Random(1))
    matches.service_clock.load(await Heartbeat(engine).own_beats(), divisions[0][0].count)
    tables = {}
    for server in SERVERS:
        table = await lobby(matches, BEN, place=Place(server, 20))
        tables[server] = (await matches.lobby.start(table.id, ANA.user_id)).table
    expected = {server: left(table, clock) for server, table in tables.items()}

    for number, division in enumerate([*(one for one in divisions for _ in range(2)), divisions[-1]]):
        served = await host.run(division, is_staggered=is_staggered and number < 2 * len(divisions))
        expected = {server: seconds - served[server] for server, seconds in expected.items()}

    assert {server: await host.left(table) for server, table in tables.items()} == expected
