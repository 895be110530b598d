"""A connection to Discord for tests of the clocks."""

from tests.clock import Clock


class FakeGateway:
    """A connection over which Discord has just been heard, unless it's quiet or dead."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heard_at = clock.now
        self.is_quiet = False
        """Whether nothing arrives by itself, as while nobody clicks."""
        self.is_dead = False
        """Whether nothing arrives at all."""

    def silent_seconds(self) -> float:
        """How long nothing has arrived."""
        if not (self.is_quiet or self.is_dead):
            self._heard_at = self._clock.now
        return self._clock.now - self._heard_at

    async def probe(self) -> None:
        """Makes something arrive now, unless the connection is dead."""
        if not self.is_dead:
            self._heard_at = self._clock.now
