"""Quiet hours stop a player's clock in correspondence matches, and in no others."""

from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.clock import DAY_SECONDS, PACES, Pace, Quiet
from bot.tables.table import Person
from tests.bot.gateway import FakeGateway
from tests.bot.people import ANA, BEN, HERE, play, to_act, waiting
from tests.clock import Clock

HOUR = 3600
NIGHT = Quiet(begins=22 * 60, ends=6 * 60)
MORNING = Quiet(begins=7 * 60, ends=12 * 60)

At = Callable[[int, float], int]
"""The time of an hour on a day, from today on: `at(1, 16)` is four in the afternoon tomorrow."""


@pytest.fixture
def quiet() -> dict[int, Quiet]:
    """The quiet hours that people have chosen."""
    return {}


@pytest.fixture
def matches(store: Store, clock: Clock, quiet: dict[int, Quiet]) -> Matches:
    return Matches(store, clock=clock, rng=Random(1), quiet=quiet.get)


@pytest.fixture
def at(clock: Clock) -> At:
    clock.now -= clock.now % DAY_SECONDS
    today = int(clock.now)
    clock.now += 8 * HOUR
    return lambda days, hours: today + days * DAY_SECONDS + int(hours * HOUR)


async def begun(matches: Matches, pace: Pace = "correspondence") -> Match:
    """Ana and Ben's match, which has just started at eight in the morning."""
    match = await matches.lobby.open("bluff", options={}, capacity=2, place=HERE, host=ANA, pace=pace)
    await matches.lobby.join(match.table.id, BEN)
    return await matches.lobby.start(match.table.id, ANA.user_id)


async def opened(matches: Matches, match: Match) -> Match:
    """The match after the first bid."""
    return await play(matches, match, match.view(match.table.seat_of(to_act(match).user_id)).legal_actions[0].to_text())


def due(match: Match, person: Person) -> int | None:
    """The time at which this player's turn ends."""
    seat = match.table.seat_of(person.user_id)
    assert seat is not None
    return match.table.clock(seat).due_at


async def test_by_correspondence_a_turn_is_as_much_longer_as_hours_are_quiet(
    matches: Matches, quiet: dict[int, Quiet], at: At
) -> None:
    quiet.update({ANA.user_id: NIGHT, BEN.user_id: NIGHT})
    match = await begun(matches)

    assert due(match, to_act(match)) == at(1, 16)


async def test_a_turn_that_begins_in_a_quiet_hour_has_all_its_time_after_it(
    matches: Matches, quiet: dict[int, Quiet], at: At
) -> None:
    quiet.update({ANA.user_id: MORNING, BEN.user_id: MORNING})
    match = await begun(matches)

    assert due(match, to_act(match)) == at(1, 12 + 5)


@pytest.mark.parametrize("pace", ["live", "relaxed"])
async def test_at_a_quicker_table_no_hour_is_quiet(
    matches: Matches, quiet: dict[int, Quiet], at: At, *, pace: Pace
) -> None:
    quiet.update({ANA.user_id: MORNING, BEN.user_id: MORNING})
    match = await begun(matches, pace)

    assert due(match, to_act(match)) == at(0, 8) + PACES[pace].turn + PACES[pace].bank


async def test_the_quiet_hours_of_others_leave_a_clock_alone(matches: Matches, quiet: dict[int, Quiet], at: At) -> None:
    match = await begun(matches)
    quiet[to_act(match).user_id] = NIGHT
    match = await opened(matches, match)

    assert due(match, to_act(match)) == at(1, 8)
    assert due(match, waiting(match)) is None


async def test_after_a_restart_the_hours_are_as_quiet_as_before(
    matches: Matches, store: Store, engine: AsyncEngine, clock: Clock, *, quiet: dict[int, Quiet], at: At
) -> None:
    quiet.update({ANA.user_id: NIGHT, BEN.user_id: NIGHT})
    before = await begun(matches)
    await Heartbeat(engine).beat(int(clock.now), {0: 0})
    again = Matches(store, clock=clock, rng=Random(1), quiet=quiet.get)
    clock.now += HOUR
    deadlines = Deadlines(again, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    await deadlines.begin()
    await deadlines.tick()

    after = await again.get(before.table.id)
    assert due(after, to_act(after)) == at(1, 17)
    after = await opened(again, after)
    assert due(after, to_act(after)) == at(1, 17)  # asked at nine, with eight quiet hours


async def test_time_that_is_given_back_is_none_of_the_quiet_hours(
    matches: Matches, quiet: dict[int, Quiet], at: At
) -> None:
    quiet.update({ANA.user_id: NIGHT, BEN.user_id: NIGHT})
    match = await begun(matches)
    matches.service_clock.lose({0: 10 * HOUR})
    match = await matches.get(match.table.id)

    assert due(match, to_act(match)) == at(2, 10)  # at sixteen and six more, and at six and four more


async def test_time_that_is_given_back_at_a_quicker_table_may_lie_in_them(
    matches: Matches, quiet: dict[int, Quiet], at: At
) -> None:
    quiet.update({ANA.user_id: NIGHT, BEN.user_id: NIGHT})
    match = await begun(matches, "relaxed")
    matches.service_clock.lose({0: 15 * HOUR})
    match = await matches.get(match.table.id)

    assert due(match, to_act(match)) == at(0, 8 + 15) + PACES["relaxed"].turn
