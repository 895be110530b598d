"""Lanes: messages that share a rate limit, such as the boards of a channel, are edited one after the other."""

import asyncio
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from types import TracebackType

from bot.requests.purpose import Purpose, Urgency

BEHIND_SECONDS: Mapping[Urgency, float] = {
    Urgency.ANSWER: 0,
    Urgency.AWAITED: 0,
    Urgency.BOARD: 5,
    Urgency.HOUSEKEEPING: 60,
}
"""How many seconds a message of this urgency yields to the most urgent ones."""


@dataclass(slots=True, eq=False)
class Place:
    """A message's place in a lane. Shape: `purpose` is called each time, since it may become more urgent."""

    lane: "Lane"
    key: Hashable
    purpose: Callable[[], Purpose]
    since: float = 0
    turn: "asyncio.Future[None] | None" = field(default=None, repr=False)

    async def __aenter__(self) -> None:
        await self.lane.enter(self)

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.lane.leave()

    @property
    def rank(self) -> float:
        """The lowest rank is next. Units: seconds."""
        purpose = self.purpose()
        return self.since + BEHIND_SECONDS[purpose.urgency] - purpose.head_start


class Lane:
    """One message at a time, the most urgent and longest waiting first."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.holder: Hashable | None = None
        """The message whose turn it is."""
        self._clock = clock
        self._waiting: list[Place] = []

    async def enter(self, place: Place) -> None:
        """Waits until it's this message's turn."""
        place.since = self._clock()
        if self.holder is not None:
            place.turn = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place.turn
            except asyncio.CancelledError:
                if place in self._waiting:
                    self._waiting.remove(place)
                else:
                    self.leave()
                raise
        self.holder = place.key

    def leave(self) -> None:
        """Ends a message's turn."""
        self.holder = None
        if self._waiting:
            first = min(self._waiting, key=lambda place: place.rank)
            self._waiting.remove(first)
            self.holder = first.key
            assert first.turn is not None
            if not first.turn.done():
                first.turn.set_result(None)
