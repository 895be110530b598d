"""Slots under Discord's global rate limit. A request occupies one until a second after its answer.

Discord counts a request at some moment between its sending and its answer. So if there are only as many slots as
Discord allows requests in a second, it never counts more than that in any second, however long requests take.
"""

from collections import deque
from collections.abc import Callable

WINDOW_SECONDS = 1.0
"""The period over which Discord counts requests."""

LOST_SECONDS = 2.5
"""A request that is unanswered for this long frees its slot: Discord has counted it, or lost it."""


class Slot:
    """One request's slot: taken, used when the request is sent, and freed after the answer; or given back unused."""

    def __init__(self, slots: "Slots") -> None:
        self._slots = slots
        self.is_used = False
        self.is_over = False

    def use(self) -> None:
        """Notes that the request is sent now."""
        self.is_used = True
        self._slots.leave(self)

    def answered(self) -> None:
        """Notes that the request was answered, or has failed."""
        self._slots.come_back(self)

    def give_back(self) -> None:
        """Frees the slot, unless a request has used it."""
        if not self.is_used:
            self._slots.free(self)


class Slots:
    """Counts the slots that are taken. Shape: `on_freed` is called when one may be free."""

    def __init__(self, clock: Callable[[], float], on_freed: Callable[[], None]) -> None:
        self._clock = clock
        self._on_freed = on_freed
        self._taken: set[Slot] = set()
        self._left: deque[tuple[float, Slot]] = deque()
        self._cooling: deque[float] = deque()

    def take(self) -> Slot:
        """Takes a slot."""
        slot = Slot(self)
        self._taken.add(slot)
        return slot

    def count(self) -> int:
        """How many slots are taken now."""
        now = self._clock()
        while self._cooling and self._cooling[0] <= now:
            self._cooling.popleft()
        while self._left and (self._left[0][1].is_over or self._left[0][0] <= now - LOST_SECONDS):
            self._end(self._left.popleft()[1])
        return len(self._taken) + len(self._cooling)

    @property
    def next_free_at(self) -> float | None:
        """When a slot will be free even if no answer arrives, on the clock; None if that isn't known."""
        cooled = [self._cooling[0]] if self._cooling else []
        lost = [self._left[0][0] + LOST_SECONDS] if self._left else []
        return min([*cooled, *lost], default=None)

    def leave(self, slot: Slot) -> None:
        """Notes that this request is sent now."""
        self._left.append((self._clock(), slot))

    def come_back(self, slot: Slot) -> None:
        """Notes that this request was answered."""
        if self._end(slot):
            self._cooling.append(self._clock() + WINDOW_SECONDS)
        self._on_freed()

    def free(self, slot: Slot) -> None:
        """Frees this slot at once."""
        if self._end(slot):
            self._on_freed()

    def _end(self, slot: Slot) -> bool:
        """Frees the slot. Shape: returns whether it was still taken."""
        was_taken = not slot.is_over
        slot.is_over = True
        self._taken.discard(slot)
        return was_taken
