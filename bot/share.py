"""One process's share of Discord's servers.

Source: https://discord.com/developers/docs/events/gateway#sharding
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd

SHARD_SHIFT = 22
"""By how many bits a server's id is shifted right before the remainder gives its shard."""


def shard_of(guild_id: int, count: int) -> int:
    """The shard of a server, out of `count`; 0 stands for direct messages."""
    return (guild_id >> SHARD_SHIFT) % count


def overlap(shard: int, count: int, other: int, other_count: int) -> bool:
    """Whether a server can be on one shard out of `count` and, once their number has changed, on the other one."""
    return (shard - other) % gcd(count, other_count) == 0


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of some shards, which ascend, each below `count`. Direct messages belong to shard 0."""

    shards: tuple[int, ...] = (0,)
    count: int = 1

    @property
    def is_everything(self) -> bool:
        """Whether no server belongs to another process."""
        return len(self.shards) == self.count

    @property
    def part(self) -> float:
        """This share as a fraction of all shards, above 0 and at most 1."""
        return len(self.shards) / self.count

    def has(self, guild_id: int) -> bool:
        """Whether this server belongs to it; 0 stands for direct messages."""
        return shard_of(guild_id, self.count) in self.shards


EVERYTHING = Share()
"""The share of the only process."""


@dataclass(frozen=True, slots=True)
class Served:
    """When a shard was last served, and how much time it had lost by then, as its service clock knows.

    Units: `at` in seconds since 1970, `offset` in seconds. `count` is the number of all shards.
    """

    shard: int
    count: int
    at: int
    offset: int = 0


def last_served(beats: Iterable[Served], shard: int, count: int) -> int | None:
    """Since when some servers of this shard may not have been served; None if there is no heartbeat of any."""
    return min((one.at for one in beats if overlap(one.shard, one.count, shard, count)), default=None)
