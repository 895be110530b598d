"""How computer players choose: here or beside the bot, and never not at all."""

import os
import threading
from random import Random
from typing import Any

import pytest

import bot.search
import bot.thinking
from bot.search import search
from bot.thinking import LEAST_SECONDS, LONGEST_QUEUE, START_SECONDS, Thinker
from games.catalogue import GAMES, LEVELS
from games.core import draws

SECONDS = 0.05


def position(game: str) -> Any:  # noqa: ANN401 - its game's own view
    """What the seat sees that makes the first choice of a match."""
    rules = GAMES[game].game
    state = rules.start(rules.seats.start, {})
    for draw in draws(state, Random(1)):
        state = draw.step.state
    return state.view(min(state.to_act))


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_a_legal_action(game: str) -> None:
    view = position(game)

    view.check(search(game, view, 1, SECONDS))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
async def test_every_level_of_every_game_finds_a_legal_action(game: str, level: str) -> None:
    view = position(game)

    view.check(await Thinker(0, SECONDS, Random(1)).choose(game, level, view))


async def test_a_hard_player_thinks_beside_the_bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Were it not so, the search here, which fails, would be run."""
    monkeypatch.setattr(bot.search, "within", None)
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
    assert "a search of bluff failed, and the quick player moves: RuntimeError" in caplog.text


async def test_the_quick_player_answers_for_a_search_that_does_not(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot.thinking, "START_SECONDS", 0)
    monkeypatch.setattr(bot.thinking, "LONGEST_QUEUE", 0)
    thinker = Thinker(1, SECONDS, Random(1))
    view = position("bluff")

    view.check(await thinker.choose("bluff", "hard", view))
    thinker.close()
    assert "a search of bluff does not answer, and the quick player moves" in caplog.text


@pytest.mark.parametrize(("processes", "seconds"), [(1, 1.0), (1, 10.0), (4, 10.0)])
def test_the_last_of_all_that_may_wait_is_waited_for(processes: int, seconds: float) -> None:
    most = int(processes * seconds / LEAST_SECONDS)
    work = sum(min(1, processes / waiting) * seconds for waiting in range(1, most + 1))

    assert work / processes < START_SECONDS + LONGEST_QUEUE * seconds


async def test_where_too_many_wait_the_quick_player_answers(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    thinker = Thinker(1, LEAST_SECONDS / 2, Random(1))
    view = position("bluff")

    view.check(await thinker.choose("bluff", "hard", view))
    thinker.close()
    assert "a quick move of bluff: 1 searches wait" in caplog.text


def test_a_search_that_hangs_takes_its_process_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []

    class Timer:
        """Time that is up at once."""

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
