"""Ends turns whose time is up. No clock runs while the bot or Discord is offline. Knows no game."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import aclosing
from typing import Protocol

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

SILENT_SECONDS = 45
"""A connection that has been silent for this long is dead: Discord acknowledges a heartbeat every 41 seconds."""

RETRY_SECONDS = 30
"""How long to wait before trying again to end a turn after an error."""


class Connection(Protocol):
    """The connection over which clicks arrive."""

    def silent_seconds(self) -> float:
        """How many seconds ago anything last arrived over it."""
        ...

    async def probe(self) -> None:
        """Makes Discord respond if the connection still works. Raises: nothing."""
        ...


class Deadlines:
    """The clocks of all tables. Call `tick` every second while players can reach the bot.

    The first tick gives back the time since the last run, in which nobody could reach the bot. Later ticks give back
    any time in which clicks couldn't arrive or be stored. A turn ends only if the bot has heard from Discord since its
    time was up.
    """

    def __init__(
        self,
        matches: Matches,
        heartbeat: Heartbeat,
        clock: Callable[[], float],
        *,
        gateway: Connection,
        on_tables: Callable[[Sequence[Table]], None] = lambda _: None,
    ) -> None:
        """Shape: `on_tables` gets all tables to draw, some at a time, at the first tick and after each time offline."""
        self._matches = matches
        self._heartbeat = heartbeat
        self._clock = clock
        self._gateway = gateway
        self._due: dict[int, int] = {}
        self._fine_at = int(clock())
        """When clicks could last arrive and be stored, as far as is known. Time lost is counted from here."""
        self._heard_at = self._fine_at
        self._behind = dict.fromkeys(heartbeat.shards, 0)  # seconds by which each shard stopped before the last
        self._beat_at: int | None = None
        self._has_beaten = True
        self._has_read = False
        self._is_unsure = False
        """Whether the last try to give time back failed, though it may have been stored."""
        self._was_stored = False
        self._is_interrupted = False
        self._is_over = False
        self._ticking = asyncio.Lock()
        self._on_tables = on_tables

    async def begin(self) -> None:
        """Loads when the last run ended. Call it at startup, before any match is read."""
        await self._matches.absences.recall()
        await self._count_from_beats()

    async def _count_from_beats(self) -> None:
        """Counts the time since the heartbeats that are stored."""
        beats = await self._heartbeat.own_beats()
        self._fine_at = self._heard_at = max(beats.values(), default=int(self._clock()))
        self._behind |= {shard: self._fine_at - beat for shard, beat in beats.items()}
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
        """Gives back the time in which nobody could play, if that was long, and ends the turns whose time is up."""
        async with self._ticking:
            if not self._is_over:
                await self._tick()

    def interrupt(self) -> None:
        """Notes that the connection is lost: clicks may not have arrived since the bot last heard from Discord."""
        self._is_interrupted = True

    async def stop(self) -> None:
        """Waits for what a tick is storing. Later ticks do nothing."""
        self._is_over = True
        async with self._ticking:
            log.debug("the clocks have stopped")

    async def _tick(self) -> None:
        now, silent = int(self._clock()), int(self._gateway.silent_seconds())
        is_dead = silent > SILENT_SECONDS
        if is_dead or self._is_interrupted:
            self._fine_at = min(self._fine_at, self._heard_at)
        if is_dead and self._has_read:
            await self._gateway.probe()
            return
        self._is_interrupted = False
        missed = now - self._fine_at
        was_put_back = missed < -GAP_SECONDS  # the system's clock was, so the players' clocks must be, too
        if was_put_back or missed > GAP_SECONDS or not self._has_read:
            if (missed or any(self._behind.values())) and not await self._credit(now):
                return
            self._fine_at = self._heard_at = now  # so that an error below does not give the time back twice
            await self._read()
            self._has_read = True
        if not await self._beat_if_due(now):
            return
        await self._end_turns(now, heard_at=now - silent)
        self._fine_at = int(self._clock())  # the time that this took was not missed
        self._heard_at = max(self._heard_at, now - silent)

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

    async def _end_turns(self, now: int, *, heard_at: int) -> None:
        """Ends the turns whose time was up when the bot last heard from Discord. If others are due, sends a probe."""
        due = [match_id for match_id, due in self._due.items() if due <= now]
        if any(self._due[match_id] > heard_at for match_id in due):
            await self._gateway.probe()
        for match_id in due:
            if self._due.get(match_id, now) > heard_at:
                continue
            try:
                await self._matches.reveals.end(match_id)
                self.watch(await self._matches.absences.time_out(match_id))
            except Exception as error:  # noqa: BLE001 - the clocks of other tables must go on
                log.error("table %d: a turn could not be ended: %s", match_id, outline(error))
                self._due[match_id] = now + RETRY_SECONDS

    async def _credit(self, now: int) -> bool:
        """Gives back the time since all was fine, and stores the heartbeat with it. Shape: whether both are stored."""
        try:
            if not self._has_beaten:
                await self._heartbeat.last_beat()  # first, since clicks wait below, and the database may hang
            with self._matches.absences.hold():
                if self._is_unsure:
                    await self._find_lost()
                self._is_unsure = True
                missed = now - self._fine_at
                await self._matches.absences.credit({s: missed + behind for s, behind in self._behind.items()})
            self._is_unsure = False
            self._behind = dict.fromkeys(self._behind, 0)
        except Exception as error:
            if not self._has_read:
                raise
            return self._note_failure(error)
        return self._note_beat(now)

    async def _find_lost(self) -> None:
        """If what the last try gave back was stored after all, counts the time since then."""
        self._was_stored = self._was_stored or await self._matches.absences.find_lost()
        if self._was_stored:
            await self._count_from_beats()  # the end of that time was stored with it
            self._was_stored = False

    async def _beat_if_due(self, now: int) -> bool:
        """Writes the heartbeat if it's due. Shape: whether the database can be written, as far as is known."""
        if self._beat_at is not None and now - self._beat_at < BEAT_SECONDS:
            return True
        try:
            await self._heartbeat.beat(now)
        except Exception as error:  # noqa: BLE001 - the next tick tries again
            return self._note_failure(error)
        return self._note_beat(now)

    def _note_beat(self, now: int) -> bool:
        if not self._has_beaten:
            log.info("the heartbeat is written again")
        self._has_beaten, self._beat_at = True, now
        return True

    def _note_failure(self, error: Exception) -> bool:
        """Has the time since the last heartbeat given back later. Logs only the first of several failures in a row."""
        if self._has_beaten:
            log.error("no turn ends until the heartbeat can be written: %s", outline(error))
        self._has_beaten = False
        if self._beat_at is not None:
            self._fine_at = min(self._fine_at, self._beat_at)
        return False
