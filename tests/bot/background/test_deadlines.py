"""Turns end when their time is up, counting only time in which players could reach the bot."""

from collections.abc import Mapping
from random import Random

import pytest
from sqlalchemy import event, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import GAP_SECONDS, RETRY_SECONDS, Deadlines
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.processes import BEAT_SECONDS, Heartbeat
from bot.store.retention import RetentionStore
from bot.store.schema import moves
from bot.store.store import Store
from tests.bot.background.ticking import has_moved, pass_by
from tests.bot.gateway import FakeGateway
from tests.bot.people import BEN, begun, lobby
from tests.clock import WHOLE_TURN_SECONDS, Clock


async def started(matches: Matches, heartbeat: Heartbeat, clock: Clock) -> Deadlines:
    """The clocks of the next run."""
    anew = Deadlines(matches, heartbeat, clock, gateway=FakeGateway(clock))
    await anew.begin()
    await anew.tick()
    return anew


async def test_a_turn_ends_when_its_time_is_up(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, WHOLE_TURN_SECONDS - 1)
    assert not await has_moved(matches, match)

    await pass_by(deadlines, clock, 1)
    assert await has_moved(matches, match)


async def test_a_match_in_which_everybody_is_away_stands_still(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, 3 * WHOLE_TURN_SECONDS)
    after = await matches.get(match.table.id)
    assert (after.table.phase, after.table.present) == ("playing", ())

    await pass_by(deadlines, clock, 3 * WHOLE_TURN_SECONDS)
    assert await matches.get(match.table.id) is after


async def test_time_in_which_the_bot_did_not_look_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, WHOLE_TURN_SECONDS - 1)
    clock.now += 3600  # the machine slept, or Discord was out of reach
    await deadlines.tick()
    assert not await has_moved(matches, match)

    await pass_by(deadlines, clock, 1)
    assert await has_moved(matches, match)


@pytest.mark.parametrize("down", [1, 20, 3600])
async def test_a_restart_neither_loses_a_clock_nor_shortens_it(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, heartbeat: Heartbeat, down: int
) -> None:
    await pass_by(deadlines, clock, WHOLE_TURN_SECONDS - BEAT_SECONDS)
    clock.now += down
    anew = Deadlines(matches, heartbeat, clock, gateway=FakeGateway(clock))
    matches.on_change.append(anew.watch)
    await anew.begin()
    await pass_by(anew, clock, BEAT_SECONDS - 1)
    assert not await has_moved(matches, match)

    await pass_by(anew, clock, BEAT_SECONDS + 1)
    assert await has_moved(matches, match)


async def test_the_bot_says_now_and_then_that_it_is_there(
    deadlines: Deadlines, heartbeat: Heartbeat, match: Match, clock: Clock
) -> None:
    begun_at = int(clock.now)
    assert await heartbeat.last_beat() == begun_at
    await pass_by(deadlines, clock, BEAT_SECONDS - 1)
    assert await heartbeat.last_beat() == begun_at
    await pass_by(deadlines, clock, 1)
    assert await heartbeat.last_beat() == begun_at + BEAT_SECONDS
    assert match.table.phase == "playing"


async def test_a_turn_that_cannot_be_ended_is_tried_again(
    deadlines: Deadlines,
    matches: Matches,
    match: Match,
    *,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as broken:

        async def fail(_: int) -> Match:
            raise OSError("disk full")

        broken.setattr(matches.seats, "time_out", fail)
        await pass_by(deadlines, clock, WHOLE_TURN_SECONDS)
    assert caplog.text.count("a turn could not be ended: OSError (disk full)") == 1

    await pass_by(deadlines, clock, RETRY_SECONDS)
    assert await has_moved(matches, match)


async def test_no_turn_is_ended_in_a_match_that_was_deleted_elsewhere(
    deadlines: Deadlines,
    matches: Matches,
    match: Match,
    engine: AsyncEngine,
    *,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await RetentionStore(engine).delete_matches([match.table.id])
    matches.drop_all()
    for seconds in (WHOLE_TURN_SECONDS, RETRY_SECONDS):
        await pass_by(deadlines, clock, seconds)

    assert not caplog.records


async def test_starting_again_and_again_gives_nothing_back_twice(
    matches: Matches, deadlines: Deadlines, match: Match, clock: Clock, heartbeat: Heartbeat
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    left = min(one.due_at for one in match.table.clocks if one.due_at) - clock.now
    for _ in range(10):
        clock.now += 30
        await started(matches, heartbeat, clock)
    now = (await matches.get(match.table.id)).table

    assert min(one.due_at for one in now.clocks if one.due_at) - clock.now == left


async def test_what_a_start_takes_is_given_back(
    matches: Matches, deadlines: Deadlines, match: Match, clock: Clock, heartbeat: Heartbeat
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    left = min(one.due_at for one in match.table.clocks if one.due_at) - clock.now
    anew = Deadlines(matches, heartbeat, clock, gateway=FakeGateway(clock))
    await anew.begin()
    clock.now += GAP_SECONDS - 1
    await anew.tick()
    now = (await matches.get(match.table.id)).table

    assert min(one.due_at for one in now.clocks if one.due_at) - clock.now == left


async def test_a_match_that_cannot_be_read_stops_no_other_clock(
    matches: Matches, match: Match, *, clock: Clock, engine: AsyncEngine
) -> None:
    broken = await begun(matches, BEN)
    async with engine.begin() as db:
        await db.execute(update(moves).where(moves.c.match_id == broken.table.id).values(text="nonsense"))
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    clock.now += 100
    await started(anew, Heartbeat(engine), clock)

    due = [one.due_at for one in (await anew.get(match.table.id)).table.clocks if one.due_at]
    assert due == [one.due_at + 100 for one in match.table.clocks if one.due_at]


async def test_a_start_replays_no_match_and_tells_nobody(
    matches: Matches, deadlines: Deadlines, match: Match, *, clock: Clock, engine: AsyncEngine, heartbeat: Heartbeat
) -> None:
    await pass_by(deadlines, clock, BEAT_SECONDS)
    told: list[Match] = []
    transactions: list[object] = []
    event.listen(engine.sync_engine, "commit", transactions.append)
    for _ in range(3):
        await begun(matches, BEN)
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    anew.on_change.append(told.append)
    clock.now += 100
    transactions.clear()
    after = await started(anew, heartbeat, clock)

    assert (told, len(transactions)) == ([], 1)  # the heartbeat
    assert len(after._due) == 4
    assert match.table.id in after._due


async def test_what_is_given_back_later_is_told_so_that_boards_can_show_it(
    matches: Matches, heartbeat: Heartbeat, match: Match, clock: Clock
) -> None:
    shifted: list[int] = []
    deadlines = Deadlines(
        matches,
        heartbeat,
        clock,
        gateway=FakeGateway(clock),
        on_tables=lambda tables: shifted.extend(table.id for table in tables),
    )
    await deadlines.begin()
    await deadlines.tick()
    shifted.clear()
    clock.now += 3600
    await deadlines.tick()

    assert shifted == [match.table.id]


async def test_where_no_clock_runs_time_without_the_bot_is_no_idle_time(matches: Matches, clock: Clock) -> None:
    alone = await begun(matches, robots=1)
    clock.now += 1000
    matches.service_clock.lose({0: 900})

    assert (await matches.get(alone.table.id)).table.changed_at == alone.table.changed_at + 900


@pytest.mark.parametrize("lost", [0, 86_400, -2 * 3600])
async def test_a_lobby_closes_after_an_hour_in_which_somebody_could_have_come(
    matches: Matches, clock: Clock, lost: int
) -> None:
    table = await lobby(matches, BEN)
    clock.now += lost
    matches.service_clock.lose({0: lost})
    clock.now += 3600
    await matches.seats.lapse(3600, "lobby", lambda _: True)
    assert (await matches.get(table.id)).table.phase == "lobby"

    clock.now += 1
    await matches.seats.lapse(3600, "lobby", lambda _: True)
    assert (await matches.get(table.id)).table.phase == "lapsed"


async def test_nothing_has_happened_later_than_now(matches: Matches, clock: Clock) -> None:
    alone = await begun(matches, robots=1)
    matches.service_clock.lose({0: 900})

    assert (await matches.get(alone.table.id)).table.changed_at == int(clock.now)


async def test_a_slow_look_is_no_time_without_the_bot(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, heartbeat: Heartbeat,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    beat = heartbeat.beat

    async def beat_slowly(now: int, offsets: Mapping[int, int], *, count: int) -> None:
        await beat(now, offsets, count=count)
        clock.now += 2 * GAP_SECONDS

    monkeypatch.setattr(heartbeat, "beat", beat_slowly)
    clock.now += 100
    await deadlines.tick()
    clock.now += 1
    await deadlines.tick()

    assert matches.service_clock.offsets[0] == 100
    assert match.table.phase == "playing"


async def test_a_clock_that_is_put_back_gives_nobody_an_hour(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, 100)
    clock.now -= 3600
    await deadlines.tick()

    await pass_by(deadlines, clock, WHOLE_TURN_SECONDS - 100 - 1)
    assert not await has_moved(matches, match)

    await pass_by(deadlines, clock, GAP_SECONDS + 1)
    assert await has_moved(matches, match)


async def test_a_clock_that_was_put_back_while_the_bot_was_down_gives_nobody_an_hour(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock, heartbeat: Heartbeat
) -> None:
    await pass_by(deadlines, clock, 100)
    clock.now -= 3600

    await started(matches, heartbeat, clock)

    (due,) = [seat.due_at for seat in (await matches.get(match.table.id)).table.clocks if seat.due_at]
    assert WHOLE_TURN_SECONDS - 100 <= due - clock.now <= WHOLE_TURN_SECONDS - 100 + BEAT_SECONDS
