"""A start reads from rows alone what a replay of each match would tell."""

from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.deadlines import Deadlines
from bot.background.gateway import Due
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.processes import Heartbeat
from bot.store.store import Store
from bot.tables.table import Person, Robot, may_await_computer
from games.catalogue import GAMES
from tests.bot.gateway import FakeGateway
from tests.bot.people import HERE
from tests.clock import Clock

STEPS = 40
PEOPLE = (Person(1, "Ana"), Person(2, "Ben"))


async def begun_with_computers(matches: Matches, game: str) -> Match:
    """A match of Ana, Ben and computer players."""
    seats = max(3, GAMES[game].game.seats.start)
    robots = [Robot("easy")] * (seats - 2)
    match = await matches.lobby.open(game, options={}, capacity=seats, place=HERE, host=PEOPLE[0], robots=robots)
    match = await matches.lobby.join(match.table.id, PEOPLE[1])
    return match if match.state else await matches.lobby.start(match.table.id, PEOPLE[0].user_id)


async def step(matches: Matches, match: Match, *, rng: Random, clock: Clock) -> Match:
    """The next thing that may happen: a move, the end of a result, a turn that runs out, or somebody who comes back."""
    match_id = match.table.id
    if match.table.hold:
        clock.now = match.table.hold.until
        return await matches.play.end_reveal(match_id)
    assert match.state is not None
    away = [person for person in PEOPLE if not match.table.is_here(match.table.seats_of_people[person.user_id - 1])]
    if away and rng.random() < 0.3:
        return await matches.seats.come_back(match_id, rng.choice(away).user_id)
    seat = rng.choice(sorted(match.state.to_act))
    sitter = match.table.sitters[seat]
    if not match.table.is_here(seat):
        if match.robot_to_act is None:  # everyone is away
            return await matches.seats.come_back(match_id, away[0].user_id)
        seat = match.robot_to_act
        return await matches.play.move_robot(match_id, seat, match.decision, rng.choice(match.view(seat).legal_actions))
    if rng.random() < 0.1:
        clock.now = max(clock.now, *(one.due_at or 0 for one in match.table.clocks))
        return await matches.seats.time_out(match_id)
    assert isinstance(sitter, Person)
    text = rng.choice(match.view(seat).legal_actions).to_text()
    return await matches.play.move(match_id, sitter.user_id, match.decision, text)


@pytest.mark.parametrize("game", GAMES)
async def test_clocks_and_computers_from_rows_equal_those_after_a_replay(
    engine: AsyncEngine, store: Store, clock: Clock, game: str
) -> None:
    rng, awaited = Random(game), 0
    matches = Matches(store, clock=clock, rng=rng, reveal_seconds=5)
    match = await begun_with_computers(matches, game)
    for _ in range(STEPS):
        if not match.table.is_open:
            match = await begun_with_computers(matches, game)
        clock.now += 1
        match = await step(matches, match, rng=rng, clock=clock)
        row = await store.table(match.table.id)
        replayed = await Matches(store, clock=clock, rng=rng, reveal_seconds=5).get(match.table.id)
        assert row is not None
        assert due(matches, engine, clock, Match(row)) == due(matches, engine, clock, replayed)
        is_asked = any(row.clock(seat).asked_at is not None for seat in row.present)
        assert may_await_computer(row) == (replayed.robot_to_act is not None and not is_asked)
        awaited += may_await_computer(row)

    assert awaited


def due(matches: Matches, engine: AsyncEngine, clock: Clock, match: Match) -> dict[int, Due]:
    """The end of its turn, as the clocks note it."""
    deadlines = Deadlines(matches, Heartbeat(engine), clock, gateway=FakeGateway(clock))
    deadlines.watch(match)
    return deadlines._due
