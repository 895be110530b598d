"""Ends turns whose time is up. No clock runs while the bot or Discord is offline. Knows no game."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import aclosing

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

    The first tick gives back the time since the last run, in which nobody could reach the bot.
    """

    def __init__(
        self,
        matches: Matches,
        heartbeat: Heartbeat,
        clock: Callable[[], float],
        *,
        on_tables: Callable[[Sequence[Table]], None] = lambda _: None,
    ) -> None:
        """Shape: `on_tables` gets all tables to draw, some at a time, at the first tick and after each time offline."""
        self._matches = matches
        self._heartbeat = heartbeat
        self._clock = clock
        self._due: dict[int, int] = {}
        self._ticked_at = int(clock())
        self._behind = dict.fromkeys(heartbeat.shards, 0)  # seconds by which each shard stopped before the last
        self._beat_at = 0
        self._has_beaten = True
        self._has_read = False
        self._is_over = False
        self._ticking = asyncio.Lock()
        self._on_tables = on_tables

    async def begin(self) -> None:
        """Loads when the last run ended. Call it at startup, before any match is read."""
        await self._matches.absences.recall()
        beats = await self._heartbeat.own_beats()
        self._ticked_at = max(beats.values(), default=int(self._clock()))
        self._behind |= {shard: self._ticked_at - beat for shard, beat in beats.items()}
        # The last beat is later than now if the system's clock was set back.

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
            if not self._is_over:
                await self._tick()

    async def stop(self) -> None:
        """Waits for what a tick is storing. Later ticks do nothing."""
        self._is_over = True
        async with self._ticking:
            log.debug("the clocks have stopped")

    async def _tick(self) -> None:
        now = int(self._clock())
        missed = now - self._ticked_at
        was_put_back = missed < -GAP_SECONDS  # the system's clock was, so the players' clocks must be, too
        if was_put_back or missed > GAP_SECONDS or not self._has_read:
            if missed or any(self._behind.values()):
                with self._matches.absences.hold():
                    await self._matches.absences.credit({s: missed + behind for s, behind in self._behind.items()})
                self._behind = dict.fromkeys(self._behind, 0)
                self._beat_at = now  # stored together with the gap
            self._ticked_at = now  # so that an error below does not give the time back twice
            await self._read()
            self._has_read = True
        try:
            await self._look(now)
        finally:
            self._ticked_at = int(self._clock())  # the time this look took was not missed

    async def _read(self) -> None:
        """Notes when each turn ends, from the tables' rows alone."""
        async with aclosing(self._matches.absences.portions()) as portions:
            async for tables in portions:
                for table in tables:
                    self._watch(table)
                self._on_tables(tables)
                await asyncio.sleep(0)  # clicks come first
                if self._is_over:
                    return

    async def _look(self, now: int) -> None:
        if now - self._beat_at >= BEAT_SECONDS and not await self._beat(now):
            return
        for match_id in [match_id for match_id, due in self._due.items() if due <= now]:
            try:
                await self._matches.reveals.end(match_id)
                self.watch(await self._matches.absences.time_out(match_id))
            except Exception as error:  # noqa: BLE001 - the clocks of other tables must go on
                log.error("table %d: a turn could not be ended: %s", match_id, outline(error))
                self._due[match_id] = now + RETRY_SECONDS

    async def _beat(self, now: int) -> bool:
        """Writes the heartbeat. Shape: whether it's written; of many failures in a row, only the first is logged."""
        try:
            await self._heartbeat.beat(now)
        except Exception as error:  # noqa: BLE001 - the next tick tries again
            if self._has_beaten:
                log.error("no turn ends until the heartbeat can be written: %s", outline(error))
            self._has_beaten = False
            return False
        if not self._has_beaten:
            log.info("the heartbeat is written again")
        self._has_beaten, self._beat_at = True, now
        return True
