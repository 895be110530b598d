"""Ends turns whose time is up. No clock runs while the bot or a server's shard is offline. Knows no game."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import aclosing
from typing import Literal, NamedTuple

from bot.background.due import Due
from bot.background.shard_health import Connection, ShardHealth
from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.share import EVERYTHING, Share
from bot.store import BEAT_SECONDS, EVERY_SHARD_IS_THERE, Heartbeat
from bot.tables.table import Table

log = logging.getLogger(__name__)

GAP_SECONDS = 5
"""After this long without a tick the bot was offline: the machine slept, or Discord was out of reach."""

RETRY_SECONDS = 30
"""How long to wait before trying again to end a turn after an error."""


class _Try(NamedTuple):
    """A try to give back the time that these shards had lost by a moment. It failed, but may have been stored."""

    at: int
    shards: Collection[int]


class Deadlines:
    """The clocks of all tables. Call `tick` every second while players can reach the bot.

    The first tick gives back the time since the last run, in which nobody could reach the bot. Later ticks give back
    any time in which clicks couldn't arrive over a shard or be stored, to the tables of that shard. A turn ends only
    while its shard is connected, and if the bot has heard from Discord over it since the turn's time was up.
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
        self._on_tables = on_tables
        self._due: dict[int, Due] = {}
        self._shard_health = ShardHealth(gateway, heartbeat.share, int(clock()))
        self._phase: Literal["starting", "running", "stopped"] = "starting"
        self._beat_at: int | None = None
        self._is_writable = True
        """Whether the last heartbeat could be stored."""
        self._unsure: _Try | None = None
        self._ticking = asyncio.Lock()

    async def begin(self) -> None:
        """Loads when the last run ended. Call it at startup, before any match is read."""
        await self._matches.seats.recall()
        # The last beat is later than now if the system's clock was set back.
        self._shard_health.count_from(await self._heartbeat.own_beats(), int(self._clock()))

    def watch(self, match: Match) -> None:
        """Notes when the next turn or result at this table ends."""
        self._watch(match.table)

    def _watch(self, table: Table) -> None:
        due = [clock.due_at for clock in table.clocks if clock.due_at is not None]
        due += [table.hold_ends] if table.hold_ends is not None else []
        if due and table.phase == "playing":
            self._due[table.id] = Due(min(due), table.place.guild_id)
        else:
            self._due.pop(table.id, None)

    async def tick(self) -> None:
        """Gives back the time in which nobody could play, if that was long, and ends the turns whose time is up."""
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
        if self._phase == "starting":
            await self._begin(now)
        elif not await self._give_back(now, there):
            return
        if self._shard_health.has_dead:
            await self._gateway.probe()
        if not there or not await self._beat_if_due(now, there):
            return
        await self._end_turns(now, there)
        self._shard_health.note_fine(int(self._clock()), there)  # the time that this took was not missed
        self._shard_health.note_heard(there)

    async def _begin(self, now: int) -> None:
        """Gives back the time since the last run, and reads all tables. Raises: what the database does."""
        missed = self._shard_health.missed(now)
        if missed:
            await self._credit(now, missed, away=EVERY_SHARD_IS_THERE)
        await self._read()
        if self._phase == "starting":
            self._phase = "running"

    async def _give_back(self, now: int, there: Collection[int]) -> bool:
        """Gives back the time since each of these shards was fine, if that was long. Shape: whether it's stored."""
        missed = self._shard_health.missed(now, there, at_least=GAP_SECONDS + 1)
        if not missed:
            return True
        try:
            await self._credit(now, missed, away=self._shard_health.away(there))
        except Exception as error:  # noqa: BLE001 - the next tick tries again
            return self._note_failure(error)
        await self._read(Share(tuple(missed), self._shard_health.count))
        return True

    async def _credit(self, now: int, missed: Mapping[int, int], *, away: Mapping[int, int]) -> None:
        """Gives back this time and stores the heartbeat. Shape: seconds by shard; `away` as `ShardHealth.away`."""
        if not self._is_writable:
            await self._heartbeat.last_beat()  # first, since clicks wait below, and the database may hang
        with self._matches.seats.hold():
            if self._unsure:
                await self._find_lost(self._unsure)
                missed = self._shard_health.missed(now, missed)
            if missed:
                self._unsure = _Try(now, missed.keys())
                await self._matches.seats.credit(missed, count=self._shard_health.count, away=away)
                self._unsure = None
        self._shard_health.note_fine(now, missed)  # so that an error after this doesn't give the time back twice
        self._shard_health.note_heard(dict.fromkeys(missed, now))
        self._note_beat(now)

    async def _find_lost(self, tried: _Try) -> None:
        """If what the last try gave back was stored after all, counts the time since then."""
        if await self._matches.seats.find_lost():
            self._shard_health.note_fine(tried.at, tried.shards)
        self._unsure = None

    async def _read(self, among: Share = EVERYTHING) -> None:
        """Notes when each turn ends, from the tables' rows alone. Shape: of all tables, or those of some shards."""
        async with aclosing(self._matches.seats.portions(among)) as portions:
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
                await self._matches.reveals.end(match_id)
                self.watch(await self._matches.seats.time_out(match_id))
            except MatchOver:  # another process has deleted it
                self._due.pop(match_id, None)
            except Exception as error:  # noqa: BLE001 - the clocks of other tables must go on
                log.error("table %d: a turn could not be ended: %s", match_id, outline(error))
                self._due[match_id] = found._replace(moment=now + RETRY_SECONDS)

    def _shard(self, due: Due) -> int:
        return self._shard_health.shard_of(due.guild_id)

    async def _beat_if_due(self, now: int, there: Collection[int]) -> bool:
        """Writes the heartbeat if it's due. Shape: whether the database can be written, as far as is known."""
        if self._beat_at is not None and now - self._beat_at < BEAT_SECONDS:
            return True
        try:
            if self._unsure:
                await self._find_lost(self._unsure)
            await self._heartbeat.beat(now, self._shard_health.away(there), count=self._shard_health.count)
        except Exception as error:  # noqa: BLE001 - the next tick tries again
            return self._note_failure(error)
        self._note_beat(now)
        return True

    def _note_beat(self, now: int) -> None:
        if not self._is_writable:
            log.info("the heartbeat is written again")
        self._is_writable, self._beat_at = True, now

    def _note_failure(self, error: Exception) -> bool:
        """Has the time since the last heartbeat given back later. Logs only the first of several failures in a row."""
        if self._is_writable:
            log.error("no turn ends until the heartbeat can be written: %s", outline(error))
        self._is_writable = False
        if self._beat_at is not None:
            self._shard_health.note_unwritable(self._beat_at)
        return False
