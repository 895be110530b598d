"""Judges what people have chosen, for reviews: in one process of its own, which gives way to everything else.

It starts with the first choice to judge, and ends when none is left. It never waits for the computer players' searches,
nor they for it.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

from bot.workers.processes import Processes, ends_process_after
from games.catalogue import GAMES
from games.core import TimeUp
from games.review import Decision, Verdict, examine

NICENESS = 15
"""Clicks, drawings and computer players come first, but a choice must be judged before it counts as starved.

With both cores of a machine busy, a second of a processor takes 13 s beside computer players, 49 s beside programs of
normal priority; at 19 it would take 34 s and 131 s.
"""

PATIENCE_SECONDS = 300.0
"""How long one choice may take on a machine that has hardly any time left, beyond its own time.

Trying it again would take as long again, and no match waits for it.
"""

STARVED = 10
"""How many times its own time one choice may take on such a machine."""


def look_back(game: str, decision: Decision, seconds: float) -> Verdict:
    """What the game's search thinks of a choice. A search that hangs ends its process.

    Units: `seconds` of a processor, so that the answer is as good on a busy machine. The same choice is always tried in
    the same worlds.
    """
    with ends_process_after(_longest(seconds)):
        return examine(GAMES[game].evaluate, decision, Random(decision.number), partial(_within, seconds))


def _longest(seconds: float) -> float:
    """How long a choice may take with so many seconds of a processor. Units: seconds."""
    return STARVED * seconds + PATIENCE_SECONDS


def _within(seconds: float, share: float) -> TimeUp:
    """A clock that tells whether this share of so many seconds of a processor has passed since the call."""
    end = process_time() + seconds * share
    return lambda: process_time() >= end


def _one_process() -> Processes:
    return Processes(1, niceness=NICENESS)


class Reviewer:
    """Judges one choice after the other. Units: `seconds` of a processor for each."""

    def __init__(self, seconds: float, *, processes: Callable[[], Processes] = _one_process) -> None:
        self._seconds = seconds
        self._make = processes
        self._processes: Processes | None = None

    async def judge(self, game: str, decision: Decision) -> Verdict:
        """The verdict on this choice.

        Raises: what the search raises; BrokenExecutor if its process has died; TimeoutError if it doesn't answer.
        """
        if self._processes is None:
            self._processes = self._make()
        return await self._processes.run_within(2 * _longest(self._seconds), look_back, game, decision, self._seconds)

    def rest(self) -> None:
        """Ends the process until there is something to judge again."""
        if self._processes is not None:
            self._processes.close()
            self._processes = None
