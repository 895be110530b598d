"""The choices of computer players: in this process or another, and always in time."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar, TypeVarTuple

import pytest

import bot.background.computers
from bot.background.computers import LEAST_SECONDS, OVERRUN_SECONDS, Thinker
from bot.workers.pool import WorkerPool
from bot.workers.searches import FoundAction, search
from games.catalogue import GAMES
from games.core import CHANCE
from tests.bot.positions import position
from tests.clock import Naps

SECONDS = 0.05

USED = 0.01
"""The time that each search of `Busy` leaves unused."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Busy(WorkerPool):
    """Processes that search until the test ends them, and note each search's time."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.given: list[float] = []
        self.ended = asyncio.Event()

    async def run(self, seconds: float, _work: Callable[[*Ts], T], *args: *Ts) -> T:
        searched: tuple[Any, ...] = args
        _, view, _, share = searched
        assert seconds == share + OVERRUN_SECONDS
        self.given.append(share)
        await self.ended.wait()
        found: Any = FoundAction(view.legal_actions[0], share - USED)
        chosen: T = found
        return chosen


def thinker_with(pool: Busy, seconds: float, naps: Naps | None = None) -> Thinker:
    """A thinker that searches in these processes."""
    thinker = Thinker(pool.count, seconds, Random(1), sleep=naps or Naps())
    thinker.close()
    thinker._pool = pool
    return thinker


async def searches(pool: Busy, seconds: float, count: int) -> list[asyncio.Task[Any]]:
    """Starts this many moves of hard players, each while the ones before are still waiting."""
    thinker = thinker_with(pool, seconds)
    view = position("bluff")
    asked = [asyncio.create_task(thinker.choose("bluff", "hard", view)) for _ in range(count)]
    await asyncio.sleep(0)
    return asked


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("closed", "a search of bluff failed, and the quick player moves: BrokenExecutor"),
        ("late", "a search of bluff does not answer, and the quick player moves"),
        ("full", "a quick move of bluff: 1 searches are queued"),
    ],
)
async def test_the_quick_player_answers_for_a_search_that_does_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str, said: str
) -> None:
    caplog.set_level("INFO")
    thinker = thinker_with(Busy(1), LEAST_SECONDS / 2 if kind == "full" else 0.6)
    if kind == "closed":
        thinker = Thinker(1, SECONDS, Random(1))
        thinker.close()
    monkeypatch.setattr(bot.background.computers, "START_SECONDS", 0)
    monkeypatch.setattr(bot.background.computers, "LONGEST_QUEUE", 0)
    view = position("bluff")

    view.check(await thinker.choose("bluff", "hard", view))
    assert said in caplog.text
    assert thinker.waiting == 0


async def test_each_search_gets_its_share_of_the_time_among_those_that_wait() -> None:
    pool = Busy(2)
    asked = await searches(pool, 0.6, 6)
    pool.ended.set()
    await asyncio.gather(*asked)

    assert pool.given == pytest.approx([0.6, 0.6, 0.4, 0.3, 0.24, 0.2])


async def test_a_plain_decision_gets_less_of_a_search() -> None:
    pool = Busy(1)
    pool.ended.set()
    thinker = thinker_with(pool, 0.6)
    for effort in (1.0, 0.5, 0.0):
        await thinker.choose("bluff", "hard", position("bluff"), effort=effort)

    assert pool.given == [0.6, 0.3]


async def test_a_search_that_ends_early_answers_no_sooner() -> None:
    """Only one card may be played, say: nobody is to tell that by the time it takes."""
    pool, naps = Busy(1), Naps()
    pool.ended.set()
    await thinker_with(pool, 0.6, naps).choose("bluff", "hard", position("bluff"))

    assert naps.taken == pytest.approx([0.6 - USED])


def test_a_search_knows_how_much_of_its_time_it_has_left_unused() -> None:
    match = GAMES["tuecke"].game
    state, rng = match.start(4, {}), Random(1)
    while state.view(None).table.round.tricks < 13 or CHANCE in state.to_act:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else state.default_action(seat)
        state = state.apply(seat, action).state
    only = state.view(min(state.to_act))

    assert len(only.legal_actions) == 1
    assert search("tuecke", only, 1, 5.0).spare_seconds > 1
    assert search("tuecke", position("tuecke"), 1, SECONDS).spare_seconds == 0
