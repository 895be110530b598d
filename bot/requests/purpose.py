"""What a request is for: how urgent it is, for which server, and how many people look at the table. Knows no route."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum

CLICK_SECONDS = 2.0
"""Seconds of waiting that each recent click at its table adds to a request."""

MOST_CLICKS = 10
"""Further clicks add nothing."""


class Urgency(IntEnum):
    """How urgent a request is, the most urgent first."""

    ANSWER = 0
    """A click or command can't be answered without it, or the bot can't connect without it."""
    AWAITED = 1
    """People wait for what it shows: their turn, the result of a round, a ping, a new table."""
    BOARD = 2
    """A board shows what has happened."""
    HOUSEKEEPING = 3
    """Nobody waits for it: emojis, commands, deletions, boards redrawn as they were."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a request is for. Shape: `community_id` is a server's or a direct message's, `clicks` a table's recent ones.

    Communities take turns, so that a busy one does not make the others wait.
    """

    urgency: Urgency = Urgency.HOUSEKEEPING
    community_id: int = 0
    clicks: float = 0

    @property
    def head_start(self) -> float:
        """Seconds that are added to this request's waiting time. Units: seconds."""
        return CLICK_SECONDS * min(self.clicks, MOST_CLICKS)


_current: ContextVar[Purpose] = ContextVar("purpose", default=Purpose())  # noqa: B039 - a value that never changes


def current() -> Purpose:
    """What the requests of this task are for; housekeeping by default."""
    return _current.get()


@contextmanager
def sending(purpose: Purpose) -> Iterator[None]:
    """Sets what the requests made inside are for."""
    before = _current.set(purpose)
    try:
        yield
    finally:
        _current.reset(before)


def note_answering(community_id: int) -> None:
    """Gives all further requests of this task the urgency of an answer."""
    _current.set(Purpose(Urgency.ANSWER, community_id))
