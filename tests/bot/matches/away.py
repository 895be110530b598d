"""Makes players move, and miss their turns."""

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.tables.table import Person
from games.core import Seat
from tests.bot.people import play, to_act
from tests.clock import WHOLE_TURN_SECONDS, Clock


def seat_of(match: Match, person: Person) -> Seat:
    return Seat(match.table.sitters.index(person))


async def missed(matches: Matches, match: Match, clock: Clock, seconds: int = WHOLE_TURN_SECONDS) -> Match:
    """The match after the player to act has let their time run out; the computer moves for those who are away."""
    clock.now += seconds
    match = await matches.seats.time_out(match.table.id)
    while (seat := match.robot_to_act) is not None:
        bid = match.view(seat).legal_actions[0]
        match = await matches.play.move_robot(match.table.id, seat, match.decision, bid)
    return match


async def away(matches: Matches, match: Match, clock: Clock) -> tuple[Match, Seat]:
    """The match once the first player to act is away, while the others play."""
    seat = seat_of(match, to_act(match))
    while match.table.is_here(seat):
        is_their_turn = seat in (match.state.to_act if match.state else ())
        match = await (missed(matches, match, clock) if is_their_turn else play_lowest(matches, match))
    return match, seat


async def turn_of(matches: Matches, match: Match, seat: Seat) -> Match:
    """The match once it's this seat's turn, while the others play."""
    while match.state and seat not in match.state.to_act:
        match = await play_lowest(matches, match)
    return match


async def nobody_here(matches: Matches, match: Match, clock: Clock) -> Match:
    """The match once all of its players are away."""
    while match.table.present:
        match = await missed(matches, match, clock)
    return match


async def play_lowest(matches: Matches, match: Match) -> Match:
    view = match.view(seat_of(match, to_act(match)))
    return await play(matches, match, view.legal_actions[0].to_text())
