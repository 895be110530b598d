"""One process's share of Discord's servers. Knows no Discord.

Source: https://discord.com/developers/docs/events/gateway#sharding
"""

from dataclasses import dataclass

SHARD_SHIFT = 22
"""By how many bits a server's id is shifted right before the remainder gives its shard."""


def shard_of(guild_id: int, count: int) -> int:
    """The shard of a server, out of `count`; 0 stands for direct messages."""
    return (guild_id >> SHARD_SHIFT) % count


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of some shards. Shape: `shards` ascend, each below `count`. Direct messages belong to shard 0."""

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
