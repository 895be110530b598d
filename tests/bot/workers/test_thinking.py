"""How computer players choose: in this process or another, and always in time."""

import asyncio
import os
import threading
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar, TypeVarTuple

import pytest

import bot.workers.thinking
from bot.workers.processes import Processes
from bot.workers.thinking import LEAST_SECONDS, START_SECONDS, FoundAction, Thinker, search
from games.catalogue import GAMES, LEVELS
from games.core import CHANCE, draws
from localcord.people import PATIENCE_SECONDS
from tests.clock import Naps

SECONDS = 0.05

USED = 0.01
"""What each search of `Busy` uses of its time."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def position(game: str) -> Any:  # noqa: ANN401 - its game's own view
    """The view of the first seat to act in a match."""
    rules = GAMES[game].game
    state = rules.start(rules.seats.start, {})
    for draw in draws(state, Random(1)):
        state = draw.step.state
    return state.view(min(state.to_act))


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_a_legal_action(game: str) -> None:
    view = position(game)

    view.check(search(game, view, 1, SECONDS).action)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
async def test_every_level_of_every_game_finds_a_legal_action(game: str, level: str) -> None:
    view = position(game)

    view.check(await Thinker(0, SECONDS, Random(1)).choose(game, level, view))


@pytest.mark.kills
async def test_a_hard_player_thinks_beside_the_bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise the search in this process would run, and it fails."""
    monkeypatch.setattr(bot.workers.thinking, "within", None)
    thinker = Thinker(1, SECONDS, Random(1))
    view = position("tuecke")

    view.check(await thinker.choose("tuecke", "hard", view))
    thinker.close()
    assert caplog.text == ""


async def test_the_quick_player_answers_for_a_search_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    thinker = Thinker(1, SECONDS, Random(1))
    thinker.close()
    view = position("bluff")

    view.check(await thinker.choose("bluff", "hard", view))
    assert "a search of bluff failed, and the quick player moves: BrokenExecutor" in caplog.text


@pytest.mark.kills
async def test_the_quick_player_answers_for_a_search_that_does_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Thinker(1, SECONDS, Random(1))
    view = position("bluff")
    await thinker.choose("bluff", "hard", view)
    monkeypatch.setattr(bot.workers.thinking, "START_SECONDS", 0)
    monkeypatch.setattr(bot.workers.thinking, "LONGEST_QUEUE", 0)

    view.check(await thinker.choose("bluff", "hard", view))
    thinker.close()
    assert "a search of bluff does not answer, and the quick player moves" in caplog.text


@pytest.mark.kills
async def test_a_process_that_is_only_starting_is_left_to_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Thinker(1, LEAST_SECONDS, Random(1))
    view = position("bluff")
    with monkeypatch.context() as hasty:
        hasty.setattr(bot.workers.thinking, "START_SECONDS", -LEAST_SECONDS)
        view.check(await thinker.choose("bluff", "hard", view))
    assert "a search of bluff does not answer" in caplog.text
    assert thinker._processes
    starting = thinker._processes._pool
    monkeypatch.setattr(bot.workers.thinking, "START_SECONDS", PATIENCE_SECONDS)
    view.check(await thinker.choose("bluff", "hard", view))

    assert thinker._processes._pool is starting
    thinker.close()


class Busy(Processes):
    """Processes that search until the test ends them, and note each search's time and how long to wait for it."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._up = self._pool
        self.given: list[float] = []
        self.awaited: list[float] = []
        self.ended = asyncio.Event()

    async def run_within(
        self,
        seconds: float,
        _work: Callable[[*Ts], T],
        *args: *Ts,
        counts_queue: bool = True,  # noqa: ARG002
        is_final: bool = True,  # noqa: ARG002
        is_urgent: bool = False,  # noqa: ARG002
        server: int = 0,  # noqa: ARG002
    ) -> T:
        searched: tuple[Any, ...] = args
        _, view, _, share = searched
        self.awaited.append(seconds)
        self.given.append(share)
        await self.ended.wait()
        found: Any = FoundAction(view.legal_actions[0], share - USED)
        chosen: T = found
        return chosen


def thinker_with(processes: Busy, seconds: float, naps: Naps | None = None) -> Thinker:
    """A thinker that searches in these processes."""
    thinker = Thinker(processes.count, seconds, Random(1), sleep=naps or Naps())
    thinker.close()
    thinker._processes = processes
    return thinker


async def searches(processes: Busy, seconds: float, count: int) -> list[asyncio.Task[Any]]:
    """Starts this many moves of hard players, each while the ones before are still waiting."""
    thinker = thinker_with(processes, seconds)
    view = position("bluff")
    asked = [asyncio.create_task(thinker.choose("bluff", "hard", view)) for _ in range(count)]
    await asyncio.sleep(0)
    return asked


async def test_each_search_gets_its_share_of_the_time_among_those_that_wait() -> None:
    processes = Busy(2)
    asked = await searches(processes, 0.6, 6)
    processes.ended.set()
    await asyncio.gather(*asked)

    assert processes.given == pytest.approx([0.6, 0.6, 0.4, 0.3, 0.24, 0.2])


async def test_once_no_other_waits_a_search_gets_all_its_time_again() -> None:
    processes = Busy(1)
    processes.ended.set()
    thinker = thinker_with(processes, 0.6)
    for _ in range(3):
        await thinker.choose("bluff", "hard", position("bluff"))

    assert processes.given == [0.6] * 3


async def test_a_plain_decision_gets_less_of_a_search() -> None:
    processes = Busy(1)
    processes.ended.set()
    thinker = thinker_with(processes, 0.6)
    for effort in (1.0, 0.5, 0.0):
        await thinker.choose("bluff", "hard", position("bluff"), effort=effort)

    assert processes.given == [0.6, 0.3]


async def test_a_search_that_ends_early_answers_no_sooner() -> None:
    """Only one card may be played, say: nobody is to tell that by the time it takes."""
    processes, naps = Busy(1), Naps()
    processes.ended.set()
    await thinker_with(processes, 0.6, naps).choose("bluff", "hard", position("bluff"))

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


@pytest.mark.parametrize(("count", "seconds"), [(1, 1.0), (1, 10.0), (4, 10.0)])
async def test_the_last_of_all_that_may_wait_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, count: int, seconds: float
) -> None:
    monkeypatch.setattr(bot.workers.thinking, "START_SECONDS", START_SECONDS)
    processes = Busy(count)
    most = int(count * seconds / LEAST_SECONDS)
    asked = await searches(processes, seconds, most + 5)
    quick = [move for move in asked if move.done()]
    processes.ended.set()
    await asyncio.gather(*asked)

    assert len(processes.given) + len(quick) == most + 5
    assert quick
    assert min(processes.given) >= LEAST_SECONDS
    assert sum(processes.given) / count < min(processes.awaited)


async def test_where_too_many_wait_the_quick_player_answers(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    thinker = Thinker(1, LEAST_SECONDS / 2, Random(1))
    view = position("bluff")

    view.check(await thinker.choose("bluff", "hard", view))
    thinker.close()
    assert "a quick move of bluff: 1 searches are queued" in caplog.text


def test_a_search_that_hangs_takes_its_process_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []

    class Timer:
        """A timer that is up at once."""

        daemon = False

        def __init__(self, seconds: float, end: Any, arguments: tuple[int]) -> None:  # noqa: ANN401 - os._exit
            assert seconds > SECONDS
            assert end is os._exit
            self.arguments = arguments

        def start(self) -> None:
            ends.extend(self.arguments)

        def cancel(self) -> None:
            ends.append(0)

    monkeypatch.setattr(threading, "Timer", Timer)
    search("bluff", position("bluff"), 1, SECONDS)

    assert ends == [1, 0]
