"""Two processes at one table: whoever comes second acts on what the first has stored."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.table import Person, Robot, Table
from tests.bot.people import ANA, BEN, CLEO, HERE, STEADY, lobby
from tests.clock import Clock

DORA = Person(4, "Dora")

Change = Callable[[Matches, Table], Awaitable[Match]]


@pytest.fixture
def theirs(engine: AsyncEngine, clock: Clock) -> Matches:
    """Another process on the same database."""
    return Matches(Store(engine), clock=clock, rng=Random(2))


def added_robot(table: Table) -> Robot:
    """The computer player at this table."""
    (robot,) = (sitter for sitter in table.sitters if isinstance(sitter, Robot))
    return robot


CHANGES: dict[str, Change] = {
    "join": lambda matches, table: matches.lobby.join(table.id, DORA),
    "add_words": lambda matches, table: matches.lobby.add_words(table.id, ANA.user_id, "heads"),
    "leave": lambda matches, table: matches.lobby.leave(table.id, BEN.user_id),
    "add_robot": lambda matches, table: matches.lobby.add_robot(table.id, ANA.user_id, STEADY),
    "remove": lambda matches, table: matches.lobby.remove(table.id, ANA.user_id, added_robot(table)),
    "start": lambda matches, table: matches.lobby.start(table.id, ANA.user_id),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_a_change_of_the_lobby_counts_beside_that_of_another_process(
    matches: Matches, theirs: Matches, change: Change
) -> None:
    table = await lobby(matches, BEN, robots=1)
    await theirs.lobby.join(table.id, CLEO)

    after = (await change(matches, table)).table

    assert CLEO.user_id in {person.user_id for person in after.people}
    assert after.version > table.version + 1
    assert await theirs.get(table.id)


async def test_a_lesson_ends_though_another_process_has_moved_in_it(matches: Matches, theirs: Matches) -> None:
    match = await matches.lessons.take("bluff", options={}, place=HERE, learner=ANA, robot=STEADY)
    assert match.state
    seat = match.table.seat_of(ANA.user_id)
    assert seat is not None
    first = match.view(seat).legal_actions[0]
    await theirs.play.move(match.table.id, ANA.user_id, match.state.decision, first.to_text())

    assert (await matches.lessons.end(match.table.id)).table.phase == "over"
