"""Shards that are away stop the clocks of their own servers, and no others."""

from dataclasses import dataclass
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import GAP_SECONDS, Deadlines
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.share import SHARD_SHIFT, Served, Share
from bot.store.processes import BEAT_SECONDS, Heartbeat, LeaseRecords
from bot.store.store import Store
from bot.tables.table import Place
from tests.bot.background.ticking import has_moved, left, pass_by
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, lobby
from tests.clock import WHOLE_TURN_SECONDS, Clock

SHARDS = 2
HOUR = 3600

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


async def test_while_one_shard_is_away_the_clocks_of_the_others_run(run: Run, clock: Clock) -> None:
    here, there = await run.match_on(0), await run.match_on(1)
    await pass_by(run.deadlines, clock, BEAT_SECONDS)
    before = await left(run.matches, there, clock)
    run.lose(1)
    await pass_by(run.deadlines, clock, OUTAGE_SECONDS)
    assert await has_moved(run.matches, here)
    assert not await has_moved(run.matches, there)

    run.gateway.away.clear()
    await run.deadlines.tick()
    assert await left(run.matches, there, clock) == before
    await pass_by(run.deadlines, clock, WHOLE_TURN_SECONDS)
    assert await has_moved(run.matches, there)


async def test_if_two_are_away_and_one_returns_the_other_ones_clocks_stand_still(run: Run, clock: Clock) -> None:
    here, there = await run.match_on(0), await run.match_on(1)
    before = await left(run.matches, here, clock)
    run.lose(0)
    run.lose(1)
    await pass_by(run.deadlines, clock, OUTAGE_SECONDS)
    run.gateway.away.discard(0)
    await run.deadlines.tick()
    assert await left(run.matches, here, clock) == before
    await pass_by(run.deadlines, clock, OUTAGE_SECONDS)
    assert not await has_moved(run.matches, there)

    run.gateway.away.clear()
    await run.deadlines.tick()
    assert await left(run.matches, there, clock) == before


async def test_a_run_that_is_killed_while_a_shard_is_away_takes_nobodys_time(
    run: Run, engine: AsyncEngine, clock: Clock, share: Share
) -> None:
    there = await run.match_on(1)
    await pass_by(run.deadlines, clock, BEAT_SECONDS)
    before = await left(run.matches, there, clock)
    run.lose(1)
    await pass_by(run.deadlines, clock, OUTAGE_SECONDS)
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


async def test_the_heartbeat_tells_what_a_shard_that_is_away_has_lost(engine: AsyncEngine, clock: Clock) -> None:
    share = Share((0, 1), SHARDS)
    run = await Run.begun(engine, clock, share)
    run.lose(1)
    await pass_by(run.deadlines, clock, 2 * BEAT_SECONDS)
    now = int(clock.now)
    assert await Heartbeat(engine, share).own_beats() == [Served(0, 2, now), Served(1, 2, now, 2 * BEAT_SECONDS)]


async def test_one_shard_of_two_may_be_away_for_three_days(
    run: Run, engine: AsyncEngine, clock: Clock, share: Share, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await run.match_on(0), await run.match_on(1)
    await pass_by(run.deadlines, clock, BEAT_SECONDS)
    before = await left(run.matches, there, clock)
    theirs = await left(run.matches, here, clock)
    monkeypatch.setattr("bot.background.deadlines.GAP_SECONDS", HOUR)  # so that not every second has to be looked at
    run.lose(1)
    for _ in range(3 * 24):
        clock.now += HOUR
        await run.deadlines.tick()
    await run.deadlines.stop()
    assert theirs < 3 * 24 * HOUR
    assert await has_moved(run.matches, here)

    following = await Run.begun(engine, clock, share)
    assert await left(following.matches, there, clock) == before


async def test_while_a_shard_is_away_others_still_see_that_the_bot_runs(
    run: Run, engine: AsyncEngine, clock: Clock, share: Share
) -> None:
    run.lose(1)
    for _ in range(2):
        await pass_by(run.deadlines, clock, BEAT_SECONDS)
        assert await Heartbeat(engine, share).last_beat() == int(clock.now)


async def test_after_a_clean_end_no_heartbeat_is_left_of_a_shard_that_was_away(
    run: Run, engine: AsyncEngine, clock: Clock, share: Share
) -> None:
    records = LeaseRecords(engine, share.shards)
    await records.claim("a bot")
    run.lose(1)
    await pass_by(run.deadlines, clock, BEAT_SECONDS)
    await records.end("a bot")
    assert await Heartbeat(engine, share).last_beat() is None
