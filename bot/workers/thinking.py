"""Chooses the moves of computer players: quick ones at once, in the bot's process; searches in another process.

A search gets the view of its seat and nothing else. If anything goes wrong with it, the quick player moves instead.
A search that needs less than its time, say because only one card may be played, answers no sooner for it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from bot.logs import outline
from bot.workers.processes import Processes, ends_process_after
from games.catalogue import GAMES, HARD
from games.core import TimeUp

OVERRUN_SECONDS = 2.0
"""A search that overruns by this much is taken to hang, and its process ends."""


class FoundAction(NamedTuple):
    """What a search found, and how much of its time it left unused: how long it took must not tell what it knew."""

    action: Any
    spare_seconds: float


def search(game: str, view: Any, seed: int, seconds: float) -> FoundAction:  # noqa: ANN401 - each game's own view
    """The action that the game's own search finds. A search that hangs ends its process."""
    begun = perf_counter()
    with ends_process_after(seconds + OVERRUN_SECONDS):
        action = GAMES[game].search(view, Random(seed), within(seconds))
        return FoundAction(action, max(0.0, seconds - (perf_counter() - begun)))


def within(seconds: float) -> TimeUp:
    """A clock that tells whether this many seconds have passed since the call."""
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end


log = logging.getLogger(__name__)

STAND_IN = "medium"
"""The level that moves if a search cannot, and for absent players: the best of those that answer at once."""

LEAST_SECONDS = 0.05
"""A search with less time than this is no better than the quick player."""

START_SECONDS = 3.0
"""How long a search waits for a busy machine, including the start of its process."""

LATE_STARTS = 10
"""After this many searches that were not up in time, their process is taken to hang."""

LONGEST_QUEUE = 6.0
"""How long a search may wait for others, in multiples of one search: 1 + 1/2 + 1/3 + …, down to `LEAST_SECONDS`."""

NICENESS = 10
"""Searches give way to clicks and drawings."""


class Thinker:
    """Chooses the moves of all computer players."""

    def __init__(
        self,
        processes: int,
        seconds: float,
        rng: Random,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Shape: with no `processes` nobody searches. Units: `seconds` of one core a move, if no other is waiting."""
        self._processes = Processes(processes, niceness=NICENESS) if processes else None
        self._seconds = seconds
        self._rng = rng
        self._sleep = sleep
        self.waiting = 0
        """How many searches are running or queued."""
        self._late = 0

    async def choose(self, game: str, level: str, view: Any, *, effort: float = 1.0) -> Any:  # noqa: ANN401
        """The action of a computer player at this level.

        Shape: `effort` is how much of its time a search gets, from 0, where even the hardest does not search, to 1.
        """
        if level == HARD and self._processes and effort:
            found = await self._searched(self._processes, game, view, effort * self._seconds)
            if found:
                await self._sleep(found.spare_seconds)
                return found.action
        return quick(game, level, view, self._rng)

    async def _searched(self, processes: Processes, game: str, view: Any, longest: float) -> FoundAction | None:  # noqa: ANN401
        """What a search finds within its share of `longest` among all that wait; None if it can't."""
        self.waiting += 1
        try:
            seconds = min(1.0, processes.count / self.waiting) * longest
            if seconds >= LEAST_SECONDS:
                return await self._search(processes, game, view, seconds)
            log.info("a quick move of %s: %d searches are queued", game, self.waiting)
        except TimeoutError:
            log.warning("a search of %s does not answer, and the quick player moves", game)
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the match goes on
            log.error("a search of %s failed, and the quick player moves: %s", game, outline(error))
        finally:
            self.waiting -= 1
        return None

    async def _search(self, processes: Processes, game: str, view: Any, seconds: float) -> FoundAction:  # noqa: ANN401
        """What a search finds. Raises: TimeoutError; sooner for a process that may still be starting."""
        longest = START_SECONDS + (LONGEST_QUEUE * self._seconds if processes.is_up else seconds)
        self._late = 0 if processes.is_up else self._late + 1
        is_final = self._late % LATE_STARTS == 0
        seed = self._rng.getrandbits(64)
        return await processes.run_within(longest, search, game, view, seed, seconds, is_final=is_final)

    def close(self) -> None:
        """Ends the search processes."""
        if self._processes:
            self._processes.close()


def quick(game: str, level: str, view: Any, rng: Random) -> Any:  # noqa: ANN401 - each game's own view and action
    """The action that a computer player of this level chooses without a search."""
    computers = GAMES[game].computers
    return computers.get(level, computers[STAND_IN])(view, rng)
