"""Ends turns whose time is up. No clock runs while the bot or Discord is offline. Knows no game."""

import asyncio
import logging
from collections.abc import Callable, Iterable

from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store import Heartbeat
from bot.tables.table import Table

log = logging.getLogger(__name__)

BEAT_SECONDS = 10
"""How often the bot writes its heartbeat. A crash can give players up to this much time too much."""

GAP_SECONDS = 5
"""After this long without a tick the bot was offline: the machine slept, or Discord was out of reach."""

RETRY_SECONDS = 30
"""How long to wait before trying again to end a turn after an error."""


class Deadlines:
    """The clocks of all tables. Call `tick` every second while players can reach the bot.

    The first tick gives back the time since `begin`, in which the bot ran but nobody could reach it.
    """

    def __init__(
        self,
        matches: Matches,
        heartbeat: Heartbeat,
        clock: Callable[[], float],
        *,
        on_credit: Callable[[Iterable[Table]], None] = lambda _: None,
    ) -> None:
        """Shape: `on_credit` gets the tables whose messages now show wrong times."""
        self._matches = matches
        self._heartbeat = heartbeat
        self._clock = clock
        self._due: dict[int, int] = {}
        self._ticked_at = int(clock())
        self._beat_at = 0
        self._has_ticked = False
        self._ticking = asyncio.Lock()
        self._on_credit = on_credit

    async def begin(self) -> None:
        """Gives back the time since the last run. Call it after a start, before any table is shown."""
        now = int(self._clock())
        last_beat = await self._heartbeat.last_beat()
        if last_beat is not None:  # later than now if the system's clock was set back
            await self._give_back(now - last_beat)
            await self._beat(now)
        self._ticked_at = now

    async def _give_back(self, seconds: int) -> list[Table]:
        shifted = await self._matches.absences.credit(seconds)
        for table in shifted:
            self._watch(table)
        return shifted

    def watch(self, match: Match) -> None:
        """Notes when the next turn or result at this table ends."""
        self._watch(match.table)

    def _watch(self, table: Table) -> None:
        due = [clock.due_at for clock in table.clocks if clock.due_at is not None]
        due += [table.hold.until] if table.hold else []
        if due and table.phase == "playing":
            self._due[table.id] = min(due)
        else:
            self._due.pop(table.id, None)

    async def tick(self) -> None:
        """Gives back the time since the last tick if that was long ago, and ends the turns whose time is up."""
        async with self._ticking:
            await self._tick()

    async def _tick(self) -> None:
        now = int(self._clock())
        missed = now - self._ticked_at
        was_put_back = missed < -GAP_SECONDS  # the system's clock was, so the players' clocks must be, too
        if was_put_back or missed > (GAP_SECONDS if self._has_ticked else 0):
            shifted = await self._give_back(missed)
            if self._has_ticked:  # no table is shown before the first tick
                self._on_credit(shifted)
            self._ticked_at = now  # so that an error below does not give the time back twice
            await self._beat(now)
        self._has_ticked = True
        try:
            await self._look(now)
        finally:
            self._ticked_at = int(self._clock())  # the time this look took was not missed

    async def _look(self, now: int) -> None:
        if now - self._beat_at >= BEAT_SECONDS:
            await self._beat(now)
        for match_id in [match_id for match_id, due in self._due.items() if due <= now]:
            try:
                await self._matches.reveals.end(match_id)
                await self._matches.absences.time_out(match_id)
            except Exception as error:  # noqa: BLE001 - the clocks of other tables must go on
                log.error("table %d: a turn could not be ended: %s", match_id, outline(error))
                self._due[match_id] = now + RETRY_SECONDS

    async def _beat(self, now: int) -> None:
        await self._heartbeat.beat(now)
        self._beat_at = now
