"""Makes the moves of computer players, each after a pause that betrays nothing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

from sqlalchemy.exc import TimeoutError as NoConnection

from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match, quick, view_after
from bot.workers.pool import WorkerPool
from bot.workers.searches import FoundAction, search
from games.catalogue import HARD
from games.core import Action, Seat

_PLAIN: Final = 0.25
_HARD: Final = 1.75
"""How long the plainest and the hardest decision take, beside the mean."""

_VARIES: Final = 0.2
"""By how much of itself a pause is longer or shorter, so that none is like the other."""


def share(hardness: float) -> float:
    """How much thought a decision gets, beside the mean. Shape: see `View.hardness`."""
    return _PLAIN + (_HARD - _PLAIN) * hardness


def pause(hardness: float, match_id: int, decision: int) -> float:
    """How long a computer player waits before its move, beside the mean; the same each time it's asked.

    The number of the decision makes it vary, since a generator's state could depend on cards.
    """
    return share(hardness) * Random(f"{match_id} {decision}").uniform(1 - _VARIES, 1 + _VARIES)


log = logging.getLogger(__name__)

FIRST_WAIT_SECONDS = 1
"""The wait after the first failure to read the match, or to make or store a move. Each further one is twice as long."""

LONGEST_WAIT_SECONDS = 60

OVERRUN_SECONDS = 2.0
"""A search that overruns by this much is taken to hang, and its process is killed."""

LEAST_SECONDS = 0.02
"""A search with less time than this is no better than the quick player."""

START_SECONDS = 3.0
"""How long a search waits for a busy machine, including the start of its process."""

LONGEST_QUEUE = 7.0
"""How long a search may wait for others, in multiples of one search: 1 + 1/2 + 1/3 + …, down to `LEAST_SECONDS`."""

NICENESS = 10
"""Searches give way to clicks and drawings."""


class Thinker:
    """Chooses the moves of all computer players: quick ones at once, the hardest one's by a search in another process.

    A search gets the view of its seat and nothing else. If anything goes wrong with it, the quick player moves instead.
    A search that needs less than its time, say because only one card may be played, answers no sooner for it.
    """

    def __init__(
        self,
        processes: int,
        seconds: float,
        rng: Random,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Shape: with no `processes` nobody searches. Units: `seconds` of one core a move, if no other is waiting."""
        self._pool = WorkerPool(processes, niceness=NICENESS) if processes else None
        self._seconds = seconds
        self._rng = rng
        self._sleep = sleep
        self.waiting = 0
        """How many searches are running or queued."""

    async def choose(self, game: str, level: str, view: Any, *, effort: float = 1.0) -> Any:  # noqa: ANN401
        """The action of a computer player at this level.

        Shape: `effort` is how much of its time a search gets, from 0, where even the hardest does not search, to 1.
        """
        if level == HARD and self._pool and effort:
            found = await self._searched(self._pool, game, view, effort * self._seconds)
            if found:
                await self._sleep(found.spare_seconds)
                return found.action
        return quick(game, level, view, self._rng)

    async def _searched(self, pool: WorkerPool, game: str, view: Any, longest: float) -> FoundAction | None:  # noqa: ANN401
        """The action that a search finds within its share of `longest` among all that wait; None if it can't."""
        self.waiting += 1
        try:
            seconds = min(1.0, pool.count / self.waiting) * longest
            if seconds >= LEAST_SECONDS:
                async with asyncio.timeout(START_SECONDS + LONGEST_QUEUE * self._seconds):
                    seed = self._rng.getrandbits(64)
                    return await pool.run(seconds + OVERRUN_SECONDS, search, game, view, seed, seconds)
            log.info("a quick move of %s: %d searches are queued", game, self.waiting)
        except TimeoutError:
            log.warning("a search of %s does not answer, and the quick player moves", game)
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the match goes on
            log.error("a search of %s failed, and the quick player moves: %s", game, outline(error))
        finally:
            self.waiting -= 1
        return None

    def close(self) -> None:
        """Ends the search processes."""
        if self._pool:
            self._pool.close()


class Computers:
    """Plays the seats of computer players. Units: they seem to think for `mean` seconds about a usual decision."""

    def __init__(
        self,
        matches: Matches,
        thinker: Thinker,
        mean: float,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._matches = matches
        self._thinker = thinker
        self._mean = mean
        self._sleep = sleep
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._is_over = False

    def wake(self, match: Match) -> None:
        """Starts a task that moves for computer players, if one is to act. Returns at once.

        Those of a daily match are never left to chance: they move within their player's click, and the same for all.
        """
        match_id = match.table.id
        if self._is_over:
            return
        if match.table.day is None and match.robot_to_act is not None and match_id not in self._tasks:
            self._tasks[match_id] = asyncio.create_task(self._play(match_id))

    async def stop(self) -> None:
        """Stops all thinking, also for clicks that are still being answered. The next start resumes from the log."""
        self._is_over = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._tasks.clear()  # a task that was cancelled before its first step leaves itself behind

    async def _play(self, match_id: int) -> None:
        """Moves until a person is to act or the match is closed. Waits after each failure."""
        wait = 0.0
        try:
            while True:
                try:
                    match = await self._move(match_id)
                except MatchOver:
                    return  # closed or deleted, perhaps by another process
                except Exception as error:  # noqa: BLE001 - nothing else would catch it, and people are waiting
                    wait = min(2 * wait or FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS)
                    level = logging.WARNING if isinstance(error, NoConnection) else logging.ERROR
                    log.log(level, "table %d: a computer player failed: %s", match_id, outline(error))
                    await self._sleep(wait)
                    continue
                wait = 0.0
                if match.robot_to_act is None:
                    return
        finally:
            del self._tasks[match_id]

    async def _move(self, match_id: int) -> Match:
        """Plays one turn after its pause; returns the match.

        If only computers are still in, nobody watches, so their moves follow each other without a pause.
        """
        asked = await self._matches.get(match_id)
        seat = asked.robot_to_act
        if seat is None:
            return asked
        thought = asyncio.ensure_future(self._turn(asked, seat))
        try:
            await self._sleep(0 if asked.is_left_to_computers else self._pause(asked))
            return await self._matches.play.move_robot(match_id, seat, asked.decision, *await thought)
        finally:
            thought.cancel()

    def _pause(self, match: Match) -> float:
        """How long a turn takes, by what everyone sees. Units: seconds."""
        return self._mean * pause(match.view(None).hardness, match.table.id, match.decision)

    async def _turn(self, match: Match, seat: Seat) -> list[Action]:
        """Everything the computer player does in this turn: a bid and the dice shown with it are one turn."""
        assert match.state is not None
        actions: list[Action] = []
        game, level, view = match.table.game, match.level(seat), match.view(seat)
        effort = 0.0 if match.is_left_to_computers else min(1.0, share(view.hardness))
        while True:
            actions.append(await self._thinker.choose(game, level, view, effort=effort))
            view = view_after(match.state, seat, actions)
            if not view.continues_turn:
                return actions
