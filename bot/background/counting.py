"""Counts matches that could not be counted when they ended, such as all that are older than the ratings."""

import asyncio
import logging
from time import monotonic

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.ended import stored_ending
from bot.store import Recount

log = logging.getLogger(__name__)

NEWS_SECONDS = 30
"""How often the log says how far it is."""


class Counting:
    """Catches up with matches that wait to be counted, a few at a time, while people play."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._recount = Recount(engine, stored_ending)

    async def catch_up(self) -> None:
        """Counts every match that waits."""
        waiting = await self._recount.waiting()
        if not waiting:
            return
        done, told_at = 0, monotonic()
        log.info("standings: counting %d finished matches", waiting)
        while counted := await self._recount.count_some():
            done += counted
            if monotonic() - told_at >= NEWS_SECONDS:
                told_at = monotonic()
                log.info("standings: %d of %d matches counted", done, waiting)
            await asyncio.sleep(0)  # clicks come first
        log.info("standings: all %d matches counted", done)
