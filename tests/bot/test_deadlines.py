"""Turns end in time, and only in time in which players could reach the bot."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.clock import PACES
from bot.deadlines import NOTE_SECONDS, RETRY_SECONDS, Deadlines
from bot.live import Match
from bot.matches import Matches
from bot.store import Life
from tests.bot.people import BEN, begun
from tests.clock import Clock

ALL = PACES["live"].turn + PACES["live"].bank


@pytest.fixture
def life(engine: AsyncEngine) -> Life:
    return Life(engine)


@pytest.fixture
def deadlines(matches: Matches, life: Life, clock: Clock) -> Deadlines:
    deadlines = Deadlines(matches, life, clock)
    matches.on_change(deadlines.watch)
    return deadlines


@pytest.fixture
async def match(matches: Matches, deadlines: Deadlines) -> Match:
    """Ana and Ben at Bluff, watched."""
    match = await begun(matches, BEN)
    await deadlines.tick()
    return match


async def pass_by(deadlines: Deadlines, clock: Clock, seconds: int) -> None:
    """So much time, while the bot looks at its clocks."""
    end = clock.now + seconds
    while clock.now < end:
        clock.now = min(end, clock.now + NOTE_SECONDS)
        await deadlines.tick()


async def has_moved(matches: Matches, match: Match) -> bool:
    return (await matches.get(match.table.id)).length > match.length


async def test_a_turn_ends_when_its_time_is_up(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, ALL - 1)
    assert not await has_moved(matches, match)

    await pass_by(deadlines, clock, 1)
    assert await has_moved(matches, match)


async def test_a_match_that_everybody_has_deserted_stands_still(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, 10 * ALL)
    after = await matches.get(match.table.id)
    assert after.table.phase == "over" or not after.table.present


async def test_time_in_which_the_bot_did_not_look_is_given_back(
    deadlines: Deadlines, matches: Matches, match: Match, clock: Clock
) -> None:
    await pass_by(deadlines, clock, ALL - 1)
    clock.now += 3600  # the machine slept, or Discord was not there
    await deadlines.tick()
    assert not await has_moved(matches, match)

    await pass_by(deadlines, clock, 1)
    assert await has_moved(matches, match)


@pytest.mark.parametrize("down", [1, 20, 3600])
async def test_a_restart_neither_loses_a_clock_nor_shortens_it(
    deadlines: Deadlines, matches: Matches, match: Match, *, clock: Clock, life: Life, down: int
) -> None:
    await pass_by(deadlines, clock, ALL - NOTE_SECONDS)
    clock.now += down
    anew = Deadlines(matches, life, clock)
    matches.on_change(anew.watch)
    await anew.begin()
    await pass_by(anew, clock, NOTE_SECONDS - 1)
    assert not await has_moved(matches, match)

    await pass_by(anew, clock, NOTE_SECONDS + 1)
    assert await has_moved(matches, match)


async def test_where_no_clock_runs_nothing_is_written(deadlines: Deadlines, life: Life, clock: Clock) -> None:
    await pass_by(deadlines, clock, 100)
    assert await life.alive_at() is None


async def test_the_bot_says_now_and_then_that_it_is_there(
    deadlines: Deadlines, life: Life, match: Match, clock: Clock
) -> None:
    begun_at = int(clock.now)
    assert await life.alive_at() == begun_at
    clock.now += NOTE_SECONDS - 1
    await deadlines.tick()
    assert await life.alive_at() == begun_at
    clock.now += 1
    await deadlines.tick()
    assert await life.alive_at() == begun_at + NOTE_SECONDS
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

        broken.setattr(matches.absences, "time_out", fail)
        await pass_by(deadlines, clock, ALL)
    assert caplog.text.count("a turn could not be ended: OSError (disk full)") == 1

    await pass_by(deadlines, clock, RETRY_SECONDS)
    assert await has_moved(matches, match)
