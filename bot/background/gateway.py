"""Tells how long Discord's gateway has been silent, and can make it respond. Knows no match."""

import asyncio
from contextlib import suppress
from time import perf_counter

import discord
from discord.gateway import KeepAliveHandler

from bot.share import Share, shard_of

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
