"""Time that passes while the bot is there."""

from bot.background.deadlines import GAP_SECONDS
from bot.interactions.client import Finte
from tests.clock import Clock
from tests.end_to_end.tables import Table


async def pass_by(bot: Finte, clock: Clock, seconds: int) -> None:
    """Lets this much time pass while the bot runs."""
    await bot.jobs.every_second()
    end = clock.now + seconds
    while clock.now < end:
        clock.now = min(end, clock.now + GAP_SECONDS)
        await bot.jobs.every_second()
    await bot.jobs.every_ping()


async def time_left(bot: Finte, table: Table, clock: Clock) -> float:
    """How many seconds the player to act has left."""
    found = await bot.matches.get(int(table.match_id))
    return min(one.due_at for one in found.table.clocks if one.due_at) - clock.now
