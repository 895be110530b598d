"""Makes the moves of computer players, each after a pause that betrays nothing. Knows no game."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from sqlalchemy.exc import TimeoutError as NoConnection

from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match, view_after
from bot.workers.thinking import Thinker
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

        Those of a daily match are never left to chance: they move within their player's click, and the same for all."""
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
