"""Tells over which shards clicks arrive, and how long Discord has been silent or away on each."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple, Protocol

import discord
from discord.gateway import KeepAliveHandler

from bot.share import Served, Share, last_served, overlap, shard_of


class Due(NamedTuple):
    """When there is something to do at a table, and on which server it is. Units: `moment` in seconds since 1970."""

    moment: float
    guild_id: int


HEARD_SECONDS = 1
"""A connection that was heard within this time needs no probe."""

PROBE_SECONDS = 1
"""How long sending a probe may take: a dead connection may accept no more data."""


class Gateway:
    """The gateway's connections, one for each shard."""

    def __init__(self, client: discord.AutoShardedClient, share: Share) -> None:
        self._client = client
        self._share = share
        self._connected = set[int]()

    @property
    def count(self) -> int:
        """The number of all shards: what Discord recommends if the host hasn't set it."""
        return self._client.shard_count or self._share.count

    @property
    def is_open(self) -> bool:
        """Whether clicks can arrive over any shard."""
        return bool(self._connected)

    def note_connected(self, shard: int) -> None:
        """Notes that clicks arrive over this shard from now on."""
        self._connected.add(shard)

    def note_lost(self, shard: int) -> None:
        """Notes that the connection of this shard is lost."""
        self._connected.discard(shard)

    def is_connected(self, shard: int) -> bool:
        """Whether clicks can arrive over this shard, as far as discord.py knows."""
        return shard in self._connected

    def reaches(self, guild_id: int) -> bool:
        """Whether clicks can arrive from this server; 0 stands for direct messages."""
        return self.is_connected(shard_of(guild_id, self.count))

    def silent_seconds(self, shard: int) -> float:
        """How long nothing has arrived over this shard. Shape: 0 if it's closed."""
        found = self._client.get_shard(shard)
        at = heard_at(found) if found else None
        return perf_counter() - at if at is not None else 0.0

    async def probe(self) -> None:
        """Sends a heartbeat over each silent connection, which Discord acknowledges at once. Raises: nothing."""
        for shard in self._client.shards.values():
            keep_alive = _keep_alive(shard)
            if keep_alive is None or perf_counter() - keep_alive._last_recv < HEARD_SECONDS:  # noqa: SLF001
                continue
            with suppress(OSError, TimeoutError, discord.ConnectionClosed):  # discord.py connects anew
                async with asyncio.timeout(PROBE_SECONDS):
                    await keep_alive.ws.send_heartbeat(keep_alive.beat())


def heard_at(shard: discord.ShardInfo) -> float | None:
    """When a shard's connection last received anything; None if it's closed. Units: by time.perf_counter."""
    keep_alive = _keep_alive(shard)
    return keep_alive._last_recv if keep_alive else None  # noqa: SLF001


def _keep_alive(shard: discord.ShardInfo) -> KeepAliveHandler | None:
    return shard._parent.ws._keep_alive  # noqa: SLF001 - discord.py shows only latencies, which don't age


SILENT_SECONDS = 45
"""A connection that has been silent for this long is dead: Discord acknowledges a heartbeat every 41 seconds."""


class Connection(Protocol):
    """Discord's gateway, with one connection for each shard."""

    @property
    def count(self) -> int:
        """The number of all shards, which Discord may choose only when the first one connects."""
        ...

    def is_connected(self, shard: int) -> bool:
        """Whether clicks can arrive over this shard, as far as discord.py knows."""
        ...

    def silent_seconds(self, shard: int) -> float:
        """How many seconds ago anything last arrived over this shard. Shape: 0 if it's closed."""
        ...

    async def probe(self) -> None:
        """Makes Discord respond on each connection that still works. Raises: nothing."""
        ...


@dataclass(slots=True)
class _Shard:
    """State of one shard. Units: seconds since 1970.

    Shape: `fine_at` is when clicks could last arrive and be stored, as far as is known; time lost is counted from
    there, and has been counted until `counted_at`. Discord was heard at `heard_at`, and since then the connection
    `was_lost`.
    """

    fine_at: int
    heard_at: int
    counted_at: int
    was_lost: bool = False


class ShardHealth:
    """All shards of this process."""

    def __init__(self, connection: Connection, share: Share, now: int) -> None:
        self._connection = connection
        self._share = share
        self.count = share.count
        """The number of all shards, of this process and of others."""
        self._shards = {shard: _Shard(now, now, now) for shard in share.shards}
        self.has_dead = False
        """Whether the last look found a connection that is dead, though nobody has closed it."""

    def shard_of(self, guild_id: int) -> int:
        """The shard of a server; 0 stands for direct messages."""
        return shard_of(guild_id, self.count)

    def count_from(self, beats: Sequence[Served], now: int) -> None:
        """Counts the time lost from the heartbeats of the last run. Shape: without the shards that have none."""
        self._divide(max((beat.count for beat in beats), default=1))
        latest = max((beat.at for beat in beats), default=now)
        for shard, known in self._shards.items():
            found = last_served(beats, shard, self.count)
            known.fine_at = known.heard_at = known.counted_at = latest if found is None else found

    def lose(self, shard: int) -> None:
        """Notes that a connection is lost: clicks may not have arrived since Discord was last heard over it."""
        self._divide(self._connection.count)
        if known := self._shards.get(shard):
            known.was_lost = True

    def look(self, now: int) -> dict[int, int]:
        """The shards over which clicks arrive now. Shape: with the moment at which Discord was last heard over each."""
        self._divide(self._connection.count)
        there: dict[int, int] = {}
        self.has_dead = False
        for shard, known in self._shards.items():
            silent = int(self._connection.silent_seconds(shard))
            is_dead = silent > SILENT_SECONDS
            if is_dead or known.was_lost:
                known.fine_at = min(known.fine_at, known.heard_at)
            if is_dead:
                self.has_dead = True
            elif self._connection.is_connected(shard):
                known.was_lost = False
                there[shard] = now - silent
        return there

    def missed(self, now: int, shards: Iterable[int] | None = None, *, at_least: int = 1) -> dict[int, int]:
        """How much time each shard has lost, of all or of these. Units: seconds; below 0 if the clock was set back.

        Shape: without those that have lost less than `at_least`.
        """
        lost = {shard: now - self._shards[shard].fine_at for shard in (self._shards if shards is None else shards)}
        return {shard: seconds for shard, seconds in lost.items() if abs(seconds) >= at_least}

    def away(self, now: int, there: Collection[int]) -> dict[int, int]:
        """For how long each shard has been away, as far as that isn't counted yet. Units: seconds; 0 for `there`."""
        return {shard: 0 if shard in there else now - known.fine_at for shard, known in self._shards.items()}

    def note_fine(self, at: int, shards: Iterable[int]) -> None:
        """Notes that clicks could arrive and be stored on these shards at that moment."""
        for shard in shards:
            self._shards[shard].fine_at = at

    def note_counted(self, at: int, shards: Iterable[int]) -> None:
        """Notes that all time that these shards had lost until that moment has been counted."""
        for shard in shards:
            known = self._shards[shard]
            known.fine_at = known.heard_at = known.counted_at = at

    def note_heard(self, moments: Mapping[int, int]) -> None:
        """Notes when Discord was heard; earlier than before if the clock was set back. Shape: by shard."""
        for shard, moment in moments.items():
            self._shards[shard].heard_at = moment

    def note_unwritable(self, since: int) -> None:
        """Notes that nothing may have been stored since that moment, so no shard was fine."""
        for known in self._shards.values():
            known.fine_at = min(known.fine_at, max(since, known.counted_at))

    def _divide(self, count: int) -> None:
        """Watches each of `count` shards by itself, if Discord chooses how many there are."""
        if count != self.count and self._share.count == 1:
            former = self._shards.items()
            self._shards = {
                shard: _merged([known for old, known in former if overlap(old, self.count, shard, count)])
                for shard in range(count)
            }
            self.count = count


def _merged(former: Sequence[_Shard]) -> _Shard:
    """State of a shard, from the former ones that had servers of it."""
    return _Shard(
        min(known.fine_at for known in former),
        min(known.heard_at for known in former),
        min(known.counted_at for known in former),
        any(known.was_lost for known in former),
    )
