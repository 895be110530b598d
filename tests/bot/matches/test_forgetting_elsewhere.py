"""Another process forgets a person while this one still has their match in memory."""

from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.matches.privacy import Forgetting
from bot.store.privacy import PrivacyStore
from bot.store.store import Store
from tests.bot.matches.conftest import Results
from tests.bot.matches.forgotten import ids_in
from tests.bot.people import ANA, BEN, CLEO, play_out
from tests.clock import Clock
from tests.postgresql import DATABASES

pytestmark = pytest.mark.parametrize("engine", DATABASES, indirect=True)


@pytest.fixture
async def left(matches: Matches, match: Match) -> Match:
    """The match once Ben has left it, as it's in this process's memory."""
    return await matches.seats.quit(match.table.id, BEN.user_id)


@pytest.fixture
def elsewhere(engine: AsyncEngine, clock: Clock) -> Forgetting:
    """What another process forgets people with."""
    theirs = Matches(Store(engine), clock=clock, rng=Random(2))
    return Forgetting(theirs, Store(engine), PrivacyStore(engine))


async def test_a_match_ends_for_the_others_although_its_former_player_is_still_in_memory(
    engine: AsyncEngine, matches: Matches, left: Match, elsewhere: Forgetting, results: Results
) -> None:
    await elsewhere.forget(BEN.user_id)
    assert (await matches.get(left.table.id)).table.people[1] == BEN

    ended = await play_out(matches, left)

    assert ended.table.phase == "over"
    assert set(await results(left.table.id)) == {ANA.user_id, CLEO.user_id}
    assert BEN.user_id not in await ids_in(engine)


async def test_a_match_is_closed_although_its_former_player_is_still_in_memory(
    engine: AsyncEngine, matches: Matches, left: Match, elsewhere: Forgetting
) -> None:
    await elsewhere.forget(BEN.user_id)

    closed = await matches.seats.cancel(left.table.id, ANA.user_id, "playing", moderator=False)

    assert closed.table.phase == "cancelled"
    assert BEN.user_id not in await ids_in(engine)
