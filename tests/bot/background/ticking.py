"""Lets time pass while the bot checks its clocks, and looks at what that does to a match."""

from bot.background.deadlines import GAP_SECONDS, Deadlines
from bot.matches.intents import Matches
from bot.matches.match import Match
from tests.clock import Clock


async def pass_by(deadlines: Deadlines, clock: Clock, seconds: int) -> None:
    """Lets this much time pass, while the bot checks its clocks."""
    end = clock.now + seconds
    while clock.now < end:
        clock.now = min(end, clock.now + GAP_SECONDS)
        await deadlines.tick()


async def has_moved(matches: Matches, match: Match) -> bool:
    return (await matches.get(match.table.id)).length > match.length


async def left(matches: Matches, match: Match, clock: Clock) -> float:
    """The time that is left to whoever is to move."""
    table = (await matches.get(match.table.id)).table
    return min(one.due_at for one in table.clocks if one.due_at) - clock.now
