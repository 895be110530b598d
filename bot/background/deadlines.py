"""Ends the turns whose time is up. While the bot is not there, or Discord is not, no clock runs. Knows no game."""

import asyncio
import logging
from collections.abc import Callable, Iterable

from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store import Life
from bot.tables.table import Table

log = logging.getLogger(__name__)

NOTE_SECONDS = 10
"""How often the bot writes down that it is there: a crash gives the players up to so much too much."""

GAP_SECONDS = 5
"""After so long without a look at the clocks the bot was not there: it slept, or Discord was out of reach."""

RETRY_SECONDS = 30
"""Before a turn is ended anew that could not be ended."""


class Deadlines:
    """The clocks of all tables; `tick` is to be called every second while players can reach the bot.

    The first tick gives back what has passed since `begin`: the bot was there, but nobody could reach it.
    """

    def __init__(
        self,
        matches: Matches,
        life: Life,
        clock: Callable[[], float],
        *,
        on_credit: Callable[[Iterable[Table]], None] = lambda _: None,
    ) -> None:
        """Shape: `on_credit` is told which tables show times that are no longer true."""
        self._matches = matches
        self._life = life
        self._clock = clock
        self._due: dict[int, int] = {}
        self._ticked_at = int(clock())
        self._noted_at = 0
        self._has_ticked = False
        self._ticking = asyncio.Lock()
        self._on_credit = on_credit

    async def begin(self) -> None:
        """After a start, before any table is shown: the clocks go on where the last run left them."""
        now = int(self._clock())
        alive_at = await self._life.alive_at()
        if alive_at is not None and alive_at != now:  # the system's clock may have been put back meanwhile
            await self._give_back(now - alive_at)
            await self._note(now)
        self._ticked_at = now

    async def _give_back(self, seconds: int) -> list[Table]:
        shifted = await self._matches.absences.credit(seconds)
        for table in shifted:
            self._watch(table)
        return shifted

    def watch(self, match: Match) -> None:
        """Takes note of when the next turn at this table ends."""
        self._watch(match.table)

    def _watch(self, table: Table) -> None:
        due = [clock.due_at for clock in table.clocks if clock.due_at is not None]
        due += [table.hold.until] if table.hold else []
        if due and table.phase == "playing":
            self._due[table.id] = min(due)
        else:
            self._due.pop(table.id, None)

    async def tick(self) -> None:
        """Gives back what was missed, and has the computer move where time is up."""
        async with self._ticking:
            await self._tick()

    async def _tick(self) -> None:
        now = int(self._clock())
        missed = now - self._ticked_at
        was_put_back = missed < -GAP_SECONDS  # the system's clock: the players' go back with it
        if was_put_back or missed > (GAP_SECONDS if self._has_ticked else 0):
            shifted = await self._give_back(missed)
            if self._has_ticked:  # before that no table is shown
                self._on_credit(shifted)
            self._ticked_at = now  # whatever fails from here on, it is not given back twice
            await self._note(now)
        self._has_ticked = True
        try:
            await self._look(now)
        finally:
            self._ticked_at = int(self._clock())  # what the look itself has taken was not missed

    async def _look(self, now: int) -> None:
        if now - self._noted_at >= NOTE_SECONDS:
            await self._note(now)
        for match_id in [match_id for match_id, due in self._due.items() if due <= now]:
            try:
                await self._matches.reveals.end(match_id)
                await self._matches.absences.time_out(match_id)
            except Exception as error:  # noqa: BLE001 - the other tables' clocks go on
                log.error("table %d: a turn could not be ended: %s", match_id, outline(error))
                self._due[match_id] = now + RETRY_SECONDS

    async def _note(self, now: int) -> None:
        await self._life.note(now)
        self._noted_at = now
