"""A queue of requests of one urgency, in which servers take turns. Knows no clock."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from bot.requests.purpose import Purpose

if TYPE_CHECKING:
    from asyncio import Future

    from bot.requests.slots import Slot


@dataclass(slots=True, eq=False)
class Waiting:
    """A waiting request. Shape: `key` identifies it for `hasten`. Units: `since` on the budget's clock."""

    purpose: Purpose
    since: float
    key: Hashable | None
    turn: "Future[Slot]" = field(repr=False)
    is_out: bool = False

    @property
    def rank(self) -> float:
        """The lowest rank is next: by how long it has waited, and how many people look at its table."""
        return self.since - self.purpose.head_start


class FairQueue:
    """Requests of one urgency. In each round, every community gets one turn, for its request with the lowest rank."""

    def __init__(self) -> None:
        self._round = 0
        self._next_rounds: dict[int, int] = {}
        self._communities: defaultdict[int, list[tuple[float, int, Waiting]]] = defaultdict(list)
        self._turns: list[tuple[int, float, int]] = []  # round, rank and community; outdated entries are skipped
        self._number = 0
        self._gone: set[Waiting] = set()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, waiting: Waiting) -> None:
        """Adds a request."""
        community = waiting.purpose.community_id
        self._number += 1
        self._length += 1
        heappush(self._communities[community], (waiting.rank, self._number, waiting))
        due = max(self._round, self._next_rounds.get(community, 0))
        self._next_rounds[community] = due
        heappush(self._turns, (due, waiting.rank, community))

    def remove(self, waiting: Waiting) -> None:
        """Removes a request, because nobody waits for it any more or it has become more urgent."""
        if waiting.is_out:
            return
        self._gone.add(waiting)
        self._length -= 1
        if not self._length:
            self._clear()

    def pop(self) -> Waiting:
        """Removes and returns the next request. Raises: IndexError if there is none."""
        while True:
            due, _, community = heappop(self._turns)
            requests = self._communities[community]
            if self._next_rounds.get(community) != due or not self._has_more(community):
                continue
            _, _, waiting = heappop(requests)
            waiting.is_out = True
            self._length -= 1
            self._round = due
            self._next_rounds[community] = due + 1
            if self._has_more(community):
                heappush(self._turns, (due + 1, requests[0][0], community))
            if not self._length:
                self._clear()
            return waiting

    def _has_more(self, community: int) -> bool:
        """Whether this community has a waiting request. Forgets removed ones, and communities without any."""
        requests = self._communities[community]
        while requests and requests[0][2] in self._gone:
            self._gone.discard(heappop(requests)[2])
        if not requests:
            del self._communities[community]
        return bool(requests)

    def _clear(self) -> None:
        """Starts again at the first round, since nothing is waiting."""
        self._next_rounds.clear()
        self._communities.clear()
        self._turns.clear()
        self._gone.clear()
