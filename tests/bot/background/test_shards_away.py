"""Shards that are away stop the clocks of their own servers, and no others."""

from dataclasses import dataclass
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import GAP_SECONDS, Deadlines
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.share import SHARD_SHIFT, Share
from bot.store.processes import BEAT_SECONDS, Heartbeat
from bot.store.store import Store
from bot.tables.table import Place
from tests.bot.background.ticking import left, pass_by
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, lobby
from tests.clock import WHOLE_TURN_SECONDS, Clock

SHARDS = 2
OUTAGE_SECONDS = 3 * WHOLE_TURN_SECONDS


@dataclass
class Run:
    """A run of the bot, over connections that the test controls."""

    matches: Matches
    deadlines: Deadlines
    gateway: FakeGateway

    @classmethod
    async def begun(cls, engine: AsyncEngine, clock: Clock, share: Share, *away: int) -> "Run":
        """A run that has just begun, without these shards."""
        matches, gateway = Matches(Store(engine, share), clock=clock, rng=Random(1)), FakeGateway(clock, SHARDS)
        gateway.away |= {*away}
        deadlines = Deadlines(matches, Heartbeat(engine, share), clock, gateway=gateway)
        matches.on_change.append(deadlines.watch)
        await deadlines.begin()
        await deadlines.tick()
        return cls(matches, deadlines, gateway)

    async def match_on(self, shard: int) -> Match:
        """A match of Ana and Ben on a server of this shard."""
        table = await lobby(self.matches, BEN, place=Place(shard << SHARD_SHIFT, 20 + shard))
        return await self.matches.lobby.start(table.id, ANA.user_id)

    def lose(self, shard: int) -> None:
        self.gateway.away.add(shard)
        self.deadlines.interrupt(shard)


@pytest.fixture(params=[Share((0, 1), SHARDS), Share()], ids=["SHARD_COUNT is set", "Discord chooses"])
def share(request: pytest.FixtureRequest) -> Share:
    found: Share = request.param
    return found


@pytest.fixture
async def run(engine: AsyncEngine, clock: Clock, share: Share) -> Run:
    return await Run.begun(engine, clock, share)


async def test_a_run_that_is_killed_while_a_shard_is_away_takes_nobodys_time(
    run: Run, engine: AsyncEngine, clock: Clock, share: Share
) -> None:
    there = await run.match_on(1)
    await pass_by(run.deadlines, clock, BEAT_SECONDS)
    before = await left(run.matches, there, clock)
    run.lose(1)
    await pass_by(run.deadlines, clock, OUTAGE_SECONDS)
    assert await Heartbeat(engine, share).last_beat() == int(clock.now)  # so that others see that it runs
    here = await run.match_on(0)
    theirs = await left(run.matches, here, clock)
    await run.deadlines.stop()

    following = await Run.begun(engine, clock, share)
    assert before <= await left(following.matches, there, clock) <= before + BEAT_SECONDS
    assert theirs <= await left(following.matches, here, clock) <= theirs + BEAT_SECONDS


async def test_a_shard_that_connects_later_than_others_gets_that_time_too(
    run: Run, engine: AsyncEngine, clock: Clock, share: Share
) -> None:
    here, there = await run.match_on(0), await run.match_on(1)
    await pass_by(run.deadlines, clock, BEAT_SECONDS)
    before = await left(run.matches, there, clock)
    await run.deadlines.stop()

    clock.now += 100
    following = await Run.begun(engine, clock, share, 1)
    await pass_by(following.deadlines, clock, 4 * GAP_SECONDS)
    following.gateway.away.clear()
    await following.deadlines.tick()
    assert await left(following.matches, there, clock) == before
    assert await left(following.matches, here, clock) == before - 4 * GAP_SECONDS
