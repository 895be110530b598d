"""Turns end when their time is up, counting only time in which clicks could arrive and be stored."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import GAP_SECONDS, RETRY_SECONDS, Deadlines
from bot.background.gateway import SILENT_SECONDS
from bot.matches import seats
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.processes import BEAT_SECONDS, Heartbeat
from bot.store.retention import RetentionStore
from bot.store.store import Store
from tests.bot.background.ticking import has_moved, left, pass_by
from tests.bot.gateway import FakeGateway
from tests.bot.people import BEN, begun
from tests.clock import FIRST_TURN_SECONDS, Clock


async def started(matches: Matches, heartbeat: Heartbeat, clock: Clock) -> Deadlines:
    """The clocks of the next run."""
    anew = Deadlines(matches, heartbeat, clock, gateway=FakeGateway(clock))
    matches.on_change.append(anew.watch)
    await anew.begin()
    await anew.tick()
    return anew


async def test_a_turn_ends_when_its_time_is_up(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, FIRST_TURN_SECONDS - 1)
    assert not await has_moved(matches, match)

    await pass_by(deadlines, clock, 1)
    assert await has_moved(matches, match)


async def test_a_pause_ends_by_itself_and_nothing_is_looked_at_before(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "PAUSE_SECONDS", 2 * FIRST_TURN_SECONDS)
    for person in match.table.people:
        match = await matches.seats.ask_pause(match.table.id, person.user_id)
    looks = AsyncMock(wraps=matches.seats.end_pause)
    monkeypatch.setattr(matches.seats, "end_pause", looks)
    await pass_by(deadlines, clock, 2 * FIRST_TURN_SECONDS - 1)
    assert looks.await_count == 0
    await pass_by(deadlines, clock, 1)
    assert (await matches.get(match.table.id)).table.pause is None


async def test_time_in_which_the_bot_did_not_look_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    before = await left(matches, match, clock)
    clock.now += FIRST_TURN_SECONDS  # the machine slept
    await deadlines.tick()

    assert await left(matches, match, clock) == before


async def test_starting_slowly_again_and_again_gives_back_neither_more_nor_less(
    matches: Matches, deadlines: Deadlines, match: Match, clock: Clock, heartbeat: Heartbeat
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    before = await left(matches, match, clock)
    for _ in range(3):
        clock.now += 30
        anew = Deadlines(matches, heartbeat, clock, gateway=FakeGateway(clock))
        await anew.begin()
        clock.now += GAP_SECONDS - 1
        await anew.tick()

    assert await left(matches, match, clock) == before


async def test_a_turn_that_cannot_be_ended_is_tried_again(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    with monkeypatch.context() as broken:
        broken.setattr(matches.seats, "time_out", AsyncMock(side_effect=OSError("disk full")))
        await pass_by(deadlines, clock, FIRST_TURN_SECONDS)
    assert caplog.text.count("a turn could not be ended: OSError (disk full)") == 1

    await pass_by(deadlines, clock, RETRY_SECONDS)
    assert await has_moved(matches, match)


async def test_a_start_replays_no_match_and_tells_nobody(
    matches: Matches, deadlines: Deadlines, match: Match, *, clock: Clock, engine: AsyncEngine, heartbeat: Heartbeat
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    await begun(matches, BEN)
    told: list[Match] = []
    transactions: list[object] = []
    event.listen(engine.sync_engine, "commit", transactions.append)
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    anew.on_change.append(told.append)
    clock.now += 100
    after = await started(anew, heartbeat, clock)

    assert (told, len(transactions)) == ([], 1)  # the heartbeat
    assert after._due.keys() == {match.table.id, match.table.id + 1}


# Out of reach


@contextmanager
def unwritable(heartbeat: Heartbeat) -> Iterator[None]:
    """A database into which the clocks can write nothing."""
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(heartbeat, "beat", AsyncMock(side_effect=OSError("gone")))
        yield


async def test_no_turn_ends_while_the_database_cannot_be_written_and_boards_show_the_time_that_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, *, heartbeat: Heartbeat, clock: Clock,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    shown: list[int] = []
    monkeypatch.setattr(deadlines, "_on_tables", lambda tables: shown.extend(table.id for table in tables))
    await pass_by(deadlines, clock, BEAT_SECONDS)
    before = await left(matches, match, clock)
    with unwritable(heartbeat):
        await pass_by(deadlines, clock, 2 * FIRST_TURN_SECONDS)
    assert not await has_moved(matches, match)
    assert caplog.text.count("OSError (gone)") == 1
    assert shown == []

    await deadlines.tick()
    assert await left(matches, match, clock) == before
    assert await heartbeat.last_beat() == int(clock.now)
    assert shown == [match.table.id]


@pytest.mark.parametrize("silent", [SILENT_SECONDS - 1, 0])
async def test_when_the_connection_is_lost_only_the_time_since_discord_was_last_heard_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, gateway: FakeGateway, silent: int
) -> None:
    before = await left(matches, match, clock)
    gateway.is_dead = True
    await pass_by(deadlines, clock, silent)
    deadlines.interrupt(0)
    gateway.is_dead = False
    await deadlines.tick()
    assert await left(matches, match, clock) == before

    await pass_by(deadlines, clock, GAP_SECONDS)
    assert await left(matches, match, clock) == before - GAP_SECONDS


async def test_no_turn_is_ended_in_a_match_that_was_deleted_elsewhere(
    deadlines: Deadlines, matches: Matches, match: Match, *, engine: AsyncEngine, clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    await RetentionStore(engine).delete_matches([match.table.id])
    matches.drop_all()
    await pass_by(deadlines, clock, FIRST_TURN_SECONDS)

    assert not caplog.records
    assert not deadlines._due
