"""A connection to Discord for tests of the clocks."""

from tests.clock import Clock


class FakeGateway:
    """Connections over which Discord has just been heard, unless they're quiet or dead."""

    def __init__(self, clock: Clock, count: int = 1) -> None:
        """Connects `count` shards."""
        self._clock = clock
        self.count = count
        self.away = set[int]()
        """The shards that discord.py knows to be closed."""
        self._heard_at = clock.now
        self.is_quiet = False
        """True while nothing arrives by itself, as while nobody clicks."""
        self.is_dead = False
        """True while nothing arrives at all."""

    def is_connected(self, shard: int) -> bool:
        """Tells whether the shard isn't among those that are away."""
        return shard not in self.away

    def silent_seconds(self, _shard: int) -> float:
        """The time in which nothing has arrived."""
        if not (self.is_quiet or self.is_dead):
            self._heard_at = self._clock.now
        return self._clock.now - self._heard_at

    async def probe(self) -> None:
        """Makes something arrive now, unless the connection is dead."""
        if not self.is_dead:
            self._heard_at = self._clock.now
