"""Choices are judged in a process of their own, which starts when it's needed and ends when it isn't."""

import os
from concurrent.futures import BrokenExecutor
from typing import Any

import pytest

import bot.workers.reviewing
from bot.workers.processes import Processes
from bot.workers.reviewing import NICENESS, Reviewer, look_back
from games.catalogue import GAMES
from games.core import Seat
from games.review import Decision, decisions
from tests.bot.finished import played_out

SECONDS = 0.05


def decision(game: str = "bluff") -> Decision:
    """A choice in a match."""
    seats = GAMES[game].game.seats.start
    return next(decisions(GAMES[game].game, seats, {}, played_out(game, seats), Seat(0)))


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_judged_within_its_time(game: str) -> None:
    chosen = decision(game)

    verdict = look_back(game, chosen, SECONDS)

    assert verdict.number == chosen.number
    assert verdict.samples


class InHere:
    """Processes that are none, so that nothing has to start."""

    def __init__(self) -> None:
        self.is_open = True

    async def run_within(self, seconds: float, work: Any, *args: Any) -> Any:  # noqa: ANN401 - as in Processes
        assert seconds > bot.workers.reviewing.PATIENCE_SECONDS
        return work(*args)

    def close(self) -> None:
        self.is_open = False


async def test_the_process_ends_when_there_is_nothing_to_judge() -> None:
    made: list[Any] = []

    def make() -> Any:  # noqa: ANN401 - it stands in for Processes
        made.append(InHere())
        return made[-1]

    reviewer = Reviewer(SECONDS, processes=make)
    reviewer.rest()
    assert not made

    for _ in range(2):
        await reviewer.judge("bluff", decision())
    assert len(made) == 1
    reviewer.rest()
    assert not made[0].is_open

    await reviewer.judge("bluff", decision())
    assert len(made) == 2


def niceness() -> int:
    return os.nice(0)


@pytest.mark.kills
async def test_a_process_that_dies_is_replaced() -> None:
    reviewer = Reviewer(SECONDS)
    judged = await reviewer.judge("bluff", decision())
    processes = reviewer._processes
    assert isinstance(processes, Processes)
    assert await processes.run(niceness) == min(os.nice(0) + NICENESS, 19)
    with pytest.raises(BrokenExecutor):
        await processes.run(os._exit, 1)

    assert (await reviewer.judge("bluff", decision())).number == judged.number
    reviewer.rest()
