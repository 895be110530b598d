"""Ends turns whose time is up. No clock runs while the bot or a server's shard is offline."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Literal

from bot.background.gateway import Connection, Due, ShardHealth
from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.share import EVERYTHING, Share
from bot.store.processes import BEAT_SECONDS, Heartbeat
from bot.tables.table import Table

log = logging.getLogger(__name__)

GAP_SECONDS = 5
"""After this long without a tick the bot was offline: the machine slept, or Discord was out of reach."""

RETRY_SECONDS = 30
"""How long to wait before trying again to end a turn after an error."""


class Deadlines:
    """The clocks of all tables. Call `tick` every second while players can reach the bot.

    No clock runs while nobody can play. The first tick notes the time since the last run as lost; later ticks, any time
    in which clicks couldn't arrive over a shard or be stored. A turn ends only while its shard is connected, and if the
    bot has heard from Discord over it since the turn's time was up.
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
        self._service_clock = matches.service_clock
        self._heartbeat = heartbeat
        self._clock = clock
        self._gateway = gateway
        self._on_tables = on_tables
        self._due: dict[int, Due] = {}
        self._shard_health = ShardHealth(gateway, heartbeat.share, int(clock()))
        self._phase: Literal["starting", "running", "stopped"] = "starting"
        self._beat_at: int | None = None
        self._is_writable = True
        """Whether the last heartbeat could be stored."""
        self._unread = set[int]()
        """The shards that have lost time since their tables were read."""
        self._ticking = asyncio.Lock()

    async def begin(self) -> None:
        """Loads when the last run ended. Call it at startup, before any match is read."""
        beats = await self._heartbeat.own_beats()
        # The last beat is later than now if the system's clock was set back.
        self._shard_health.count_from(beats, int(self._clock()))
        self._service_clock.load(beats, self._shard_health.count)

    def watch(self, match: Match) -> None:
        """Notes when the next turn or result at this table ends, or a turn becomes long, or its pause ends."""
        self._watch(match.table)

    def _watch(self, table: Table) -> None:
        due = [clock.due_at for clock in table.clocks if clock.due_at is not None]
        due += [moment for clock in table.clocks if (moment := clock.long_from(table.pace)) is not None]
        due += [table.hold_ends] if table.hold_ends is not None else []
        due = [table.pause.until] if table.pause else due
        if due and table.phase == "playing":
            self._due[table.id] = Due(min(due), table.place.guild_id)
        else:
            self._due.pop(table.id, None)

    async def tick(self) -> None:
        """Notes the time in which nobody could play, if that was long, and ends the turns whose time is up."""
        async with self._ticking:
            if self._phase != "stopped":
                await self._tick()

    def interrupt(self, shard: int) -> None:
        """Notes that a connection is lost: clicks may not have arrived since Discord was last heard over it."""
        self._shard_health.lose(shard)

    async def stop(self) -> None:
        """Waits for what a tick is storing. Later ticks do nothing."""
        self._phase = "stopped"
        async with self._ticking:
            log.debug("the clocks have stopped")

    async def _tick(self) -> None:
        now = int(self._clock())
        there = self._shard_health.look(now)
        if self._shard_health.count != self._service_clock.count:
            await self._regroup()
        self._note_lost(now, there)  # before anything is awaited: clicks come meanwhile
        if self._phase == "starting":
            await self._begin(now, there)
        if self._shard_health.has_dead:
            await self._gateway.probe()
        if not there or not await self._beat_if_due(now, there):
            return
        if self._unread:
            await self._read(Share(tuple(sorted(self._unread)), self._shard_health.count))
            self._unread.clear()
        await self._end_turns(now, there)
        self._shard_health.note_fine(int(self._clock()), there)  # the time that this took was not missed
        self._shard_health.note_heard(there)

    async def _begin(self, now: int, there: Mapping[int, int]) -> None:
        """Stores what was lost since the last run, and reads all tables. Raises: what the database does."""
        await self._beat(now, there)
        await self._read()
        self._unread.clear()
        if self._phase == "starting":
            self._phase = "running"

    async def _regroup(self) -> None:
        """Takes over the service clocks from other shards than there are now: Discord has just said how many."""
        count = self._shard_health.count
        await self._heartbeat.regroup(count)
        self._service_clock.load(await self._heartbeat.own_beats(), count)
        self._matches.drop_all()

    def _note_lost(self, now: int, there: Mapping[int, int]) -> None:
        """Notes the time since each of these shards was fine, if that is long; at a start, since the last run."""
        if self._phase == "starting":
            missed = self._shard_health.missed(now)
        else:
            missed = self._shard_health.missed(now, there, at_least=GAP_SECONDS + 1 if self._is_writable else 1)
        self._service_clock.lose(missed)
        self._shard_health.note_counted(now, missed)
        self._unread |= missed.keys()

    async def _read(self, among: Share = EVERYTHING) -> None:
        """Notes when each turn ends, from the tables' rows alone. Shape: of all tables, or those of some shards."""
        async with aclosing(self._matches.to_draw(among)) as portions:
            async for tables in portions:
                for table in tables:
                    self._watch(table)
                self._on_tables(tables)
                await asyncio.sleep(0)  # clicks come first
                if self._phase == "stopped":
                    return

    async def _end_turns(self, now: int, heard: Mapping[int, int]) -> None:
        """Ends the turns whose time was up when the bot last heard from Discord. If others are due, sends a probe.

        Shape: `heard` has that moment for each shard over which clicks arrive.
        """
        here = [key for key, due in self._due.items() if due.moment <= now and self._shard(due) in heard]
        if any(self._due[match_id].moment > heard[self._shard(self._due[match_id])] for match_id in here):
            await self._gateway.probe()
        for match_id in here:
            found = self._due.get(match_id)
            if found is None or found.moment > heard[self._shard(found)]:
                continue
            try:
                await self._matches.seats.end_pause(match_id)
                await self._matches.play.end_reveal(match_id)
                await self._matches.seats.note_long_turns(match_id)
                self.watch(await self._matches.seats.time_out(match_id))
            except MatchOver:  # another process has deleted it
                self._due.pop(match_id, None)
            except Exception as error:  # noqa: BLE001 - the clocks of other tables must go on
                log.error("table %d: a turn could not be ended: %s", match_id, outline(error))
                self._due[match_id] = found._replace(moment=now + RETRY_SECONDS)

    def _shard(self, due: Due) -> int:
        return self._shard_health.shard_of(due.guild_id)

    async def _beat_if_due(self, now: int, there: Mapping[int, int]) -> bool:
        """Writes the heartbeat if it's due, or time was lost. Shape: whether the database can be written, as known."""
        if self._beat_at is not None and now - self._beat_at < BEAT_SECONDS and not self._unread:
            return True
        try:
            await self._beat(now, there)
        except Exception as error:  # noqa: BLE001 - the next tick tries again
            return self._note_failure(error)
        return True

    async def _beat(self, now: int, there: Mapping[int, int]) -> None:
        """Writes the heartbeat. Raises: what the database does."""
        away = self._shard_health.away(now, there)
        offsets = {shard: self._service_clock.offsets[shard] + seconds for shard, seconds in away.items()}
        await self._heartbeat.beat(now, offsets, count=self._shard_health.count)
        if not self._is_writable:
            log.info("the heartbeat is written again")
        self._is_writable, self._beat_at = True, now

    def _note_failure(self, error: Exception) -> bool:
        """Has the time since the last heartbeat count as lost. Logs only the first of several failures in a row."""
        if self._is_writable:
            log.error("no turn ends until the heartbeat can be written: %s", outline(error))
        self._is_writable = False
        if self._beat_at is not None:
            self._shard_health.note_unwritable(self._beat_at)
        return False
