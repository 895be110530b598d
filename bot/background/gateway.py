"""Tells how long Discord's gateway has been silent, and can make it respond. Knows no match."""

import asyncio
from contextlib import suppress
from time import perf_counter

import discord
from discord.gateway import KeepAliveHandler

HEARD_SECONDS = 1
"""A connection that was heard within this time needs no probe."""

PROBE_SECONDS = 1
"""How long sending a probe may take: a dead connection may accept no more data."""


class Gateway:
    """The gateway's connections, one for each shard. Those that discord.py knows to be closed are left out."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client

    def silent_seconds(self) -> float:
        """How long the most silent connection has received nothing. Shape: 0 if none is open."""
        heard = [at for at in map(heard_at, self._client.shards.values()) if at is not None]
        return perf_counter() - min(heard) if heard else 0.0

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
