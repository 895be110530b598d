"""A stand-in for the queue of requests, in which every count is different."""

from enum import IntEnum


class Priority(IntEnum):
    """Two priorities."""

    ANSWER = 0
    BOARD = 1


class FixedSchedule:
    """A queue whose counts never change."""

    def __init__(self) -> None:
        self.waiting = {Priority.ANSWER: 1, Priority.BOARD: 2}
        self.sent = {Priority.ANSWER: 30, Priority.BOARD: 40}
        self.waited_seconds = {Priority.ANSWER: 0.5, Priority.BOARD: 6.5}
        self.stops = 7
        self.refused = 8
