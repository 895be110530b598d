"""No turn ends while clicks can't arrive or be stored, and players get that time back."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from unittest.mock import AsyncMock, Mock

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import GAP_SECONDS, Deadlines
from bot.background.gateway import SILENT_SECONDS
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store import BEAT_SECONDS, CommitUnknown, Heartbeat, Store
from tests.bot.background.ticking import has_moved, left, pass_by
from tests.bot.gateway import FakeGateway
from tests.clock import WHOLE_TURN_SECONDS, Clock


@contextmanager
def unwritable(heartbeat: Heartbeat) -> Iterator[None]:
    """A database into which the clocks can write nothing."""
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(heartbeat, "beat", AsyncMock(side_effect=OSError("gone")))
        yield


async def test_no_turn_ends_while_the_database_cannot_be_written_and_the_time_is_given_back(
    deadlines: Deadlines,
    matches: Matches,
    match: Match,
    *,
    heartbeat: Heartbeat,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    before = await left(matches, match, clock)
    with unwritable(heartbeat):
        await pass_by(deadlines, clock, 2 * WHOLE_TURN_SECONDS)
    assert not await has_moved(matches, match)
    assert caplog.text.count("OSError (gone)") == 1

    await deadlines.tick()
    assert await left(matches, match, clock) == before
    assert await heartbeat.last_beat() == int(clock.now)


async def test_a_heartbeat_whose_commit_was_not_confirmed_counts_once_even_after_a_kill(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, heartbeat: Heartbeat, engine: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    await pass_by(deadlines, clock, BEAT_SECONDS)
    before = await left(matches, match, clock)
    clock.now += WHOLE_TURN_SECONDS
    beat = heartbeat.beat

    async def beat_unheard(now: int, offsets: Mapping[int, int], *, count: int) -> None:
        await beat(now, offsets, count=count)
        raise CommitUnknown("the connection broke")

    with monkeypatch.context() as broken:
        broken.setattr(heartbeat, "beat", beat_unheard)
        await deadlines.tick()
    assert await left(matches, match, clock) == before

    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    following = Deadlines(anew, heartbeat, clock, gateway=FakeGateway(clock))
    await following.begin()
    await following.tick()
    assert await left(anew, match, clock) == before


async def test_boards_are_drawn_anew_once_the_database_can_be_written_again(
    matches: Matches, heartbeat: Heartbeat, match: Match, clock: Clock
) -> None:
    shown = Mock()
    deadlines = Deadlines(matches, heartbeat, clock, gateway=FakeGateway(clock), on_tables=shown)
    await deadlines.begin()
    await deadlines.tick()
    shown.reset_mock()
    with unwritable(heartbeat):
        await pass_by(deadlines, clock, 2 * BEAT_SECONDS)
    assert not shown.called
    await deadlines.tick()

    assert shown.call_args.args == ([(await matches.get(match.table.id)).table],)


async def test_a_turn_ends_once_discord_has_been_heard_after_its_time(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock, gateway: FakeGateway
) -> None:
    await pass_by(deadlines, clock, WHOLE_TURN_SECONDS - GAP_SECONDS)
    gateway.is_quiet = True
    await pass_by(deadlines, clock, GAP_SECONDS)
    assert not await has_moved(matches, match)

    await deadlines.tick()
    assert await has_moved(matches, match)


async def test_no_turn_ends_over_a_dead_connection_and_the_time_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock, gateway: FakeGateway
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    before = await left(matches, match, clock)
    gateway.is_dead = True
    await pass_by(deadlines, clock, 2 * WHOLE_TURN_SECONDS)
    assert not await has_moved(matches, match)

    gateway.is_dead = False
    await deadlines.tick()
    assert await left(matches, match, clock) == before


async def test_when_the_connection_is_lost_the_time_since_discord_was_last_heard_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock, gateway: FakeGateway
) -> None:
    before = await left(matches, match, clock)
    gateway.is_dead = True
    await pass_by(deadlines, clock, SILENT_SECONDS - 1)
    deadlines.interrupt(0)
    gateway.is_dead = False
    await deadlines.tick()

    assert await left(matches, match, clock) == before


async def test_a_short_interruption_of_a_busy_connection_gives_no_time_back(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    before = await left(matches, match, clock)
    deadlines.interrupt(0)
    await pass_by(deadlines, clock, GAP_SECONDS)

    assert await left(matches, match, clock) == before - GAP_SECONDS


async def test_a_connection_that_dies_after_the_clock_was_put_back_costs_nobody_time(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock, gateway: FakeGateway
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    clock.now -= 3600
    await deadlines.tick()
    before = await left(matches, match, clock)
    gateway.is_dead = True
    await pass_by(deadlines, clock, 2 * SILENT_SECONDS)
    gateway.is_dead = False
    await deadlines.tick()

    assert await left(matches, match, clock) == before
