"""A player who has missed a turn learns what the computer did, until their next move, however late."""

from random import Random

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from bot.tables.clock import PACES
from games.core import Seat
from tests.bot.people import BEN, CLEO, begun, play, to_act
from tests.clock import Clock


def asked(match: Match) -> Seat:
    """The seat to act."""
    return Seat(match.table.sitters.index(to_act(match)))


async def missed(matches: Matches, match: Match, clock: Clock) -> Match:
    """The match after the player to act has let their time run out."""
    clock.now += PACES["live"].turn + PACES["live"].bank
    return await matches.seats.time_out(match.table.id)


async def test_what_the_computer_did_is_known_until_the_next_move(
    matches: Matches, clock: Clock, engine: AsyncEngine
) -> None:
    match = await begun(matches, BEN, CLEO)
    seat = asked(match)
    match = await missed(matches, match, clock)

    (did,) = match.stood_in[seat]
    assert did.startswith("bid ")
    anew = Matches(Store(engine), clock=clock, rng=Random(1))
    match = await anew.get(match.table.id)
    assert match.stood_in[seat] == (did,)

    while seat in match.stood_in:
        match = await play(anew, match, match.view(asked(match)).legal_actions[0].to_text())
    assert match.table.clock(seat).missed_at is None


async def test_a_turn_of_several_moves_is_known_as_a_whole(matches: Matches, clock: Clock, engine: AsyncEngine) -> None:
    match = await begun(matches, BEN, CLEO, reroll=True)
    seat = asked(match)
    after = await missed(matches, match, clock)

    assert len(after.stood_in[seat]) == 2
    anew = await Matches(Store(engine), clock=clock, rng=Random(1)).get(match.table.id)
    assert anew.stood_in[seat] == after.stood_in[seat]
