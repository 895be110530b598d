"""Time that passes while the bot is there."""

from bot.background.deadlines import GAP_SECONDS
from bot.interactions.client import Finte
from bot.tables.clock import PACES
from tests.clock import Clock

ALL = PACES["live"].turn + PACES["live"].bank
"""The time of a whole turn at a live table, and the bank."""


async def pass_by(bot: Finte, clock: Clock, seconds: int) -> None:
    """Lets this much time pass while the bot runs."""
    await bot.upkeep.every_second()
    end = clock.now + seconds
    while clock.now < end:
        clock.now = min(end, clock.now + GAP_SECONDS)
        await bot.upkeep.every_second()
    await bot.upkeep.every_call()
