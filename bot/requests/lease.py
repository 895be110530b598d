"""Places in Discord's limit. A request keeps its place until a second after its answer.

Discord counted it at some moment between leaving and being answered. So if no more requests have a place at a time
than it takes in a second, it counts no more than that in any second, however long each is under way.
"""

from collections import deque
from collections.abc import Callable

WINDOW_SECONDS = 1.0
"""The time in which Discord counts requests."""

LOST_SECONDS = 2.5
"""Whatever is unanswered for this long was counted long ago, or never will be: a slow Discord must not stop boards."""


class Lease:
    """The place of one request: taken, then used when it leaves, then answered; or given back unused."""

    def __init__(self, places: "Places") -> None:
        self._places = places
        self.is_used = False
        self.is_over = False

    def use(self) -> None:
        """Notes that the request leaves now."""
        self.is_used = True
        self._places.leave(self)

    def answered(self) -> None:
        """Notes that the request was answered, or has failed."""
        self._places.come_back(self)

    def give_back(self) -> None:
        """Frees the place, unless a request has used it."""
        if not self.is_used:
            self._places.free(self)


class Places:
    """Counts the places that are taken."""

    def __init__(self, clock: Callable[[], float], on_freed: Callable[[], None]) -> None:
        self._clock = clock
        self._on_freed = on_freed
        self._taken: set[Lease] = set()
        self._left: deque[tuple[float, Lease]] = deque()
        self._cooling: deque[float] = deque()

    def take(self) -> Lease:
        """Takes a place."""
        lease = Lease(self)
        self._taken.add(lease)
        return lease

    def count(self) -> int:
        """How many places are taken now."""
        now = self._clock()
        while self._cooling and self._cooling[0] <= now:
            self._cooling.popleft()
        while self._left and (self._left[0][1].is_over or self._left[0][0] <= now - LOST_SECONDS):
            self._end(self._left.popleft()[1])
        return len(self._taken) + len(self._cooling)

    @property
    def next_free_at(self) -> float | None:
        """When the next place is free even if no answer comes; None if that cannot be known."""
        cooled = [self._cooling[0]] if self._cooling else []
        lost = [self._left[0][0] + LOST_SECONDS] if self._left else []
        return min([*cooled, *lost], default=None)

    def leave(self, lease: Lease) -> None:
        """Notes that this request leaves now."""
        self._left.append((self._clock(), lease))

    def come_back(self, lease: Lease) -> None:
        """Notes that this request was answered."""
        if self._end(lease):
            self._cooling.append(self._clock() + WINDOW_SECONDS)
        self._on_freed()

    def free(self, lease: Lease) -> None:
        """Frees this place at once."""
        if self._end(lease):
            self._on_freed()

    def _end(self, lease: Lease) -> bool:
        """Shape: returns whether it was still taken."""
        was_taken = not lease.is_over
        lease.is_over = True
        self._taken.discard(lease)
        return was_taken
