"""Daily matches: every game's is playable, about five minutes long, and the same in every process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.catalogue import GAMES
from games.chance import chance_of
from games.core import CHANCE, Move
from games.daily import mind
from games.sealed import KEY_BYTES, Seal

ROOT = Path(__file__).parents[2]
FEWEST, MOST = 8, 50
"""How many decisions a person makes in about five minutes: from those that need thought to playing a card."""

SEAL = Seal(bytes(range(KEY_BYTES)), ())
SHOW = "from tests.games.test_daily import every_log\nprint(every_log())"


def log_of(game: str, seal: Seal = SEAL) -> list[Move]:
    """A daily match in which the person plays like the computer players."""
    listing = GAMES[game]
    state = listing.game.start(listing.daily.seats, listing.daily.options)
    log: list[Move] = []
    while state.to_act:
        seat = min(state.to_act)
        if seat == CHANCE:
            action = state.sample_chance(chance_of(seal, sum(move.seat == CHANCE for move in log)))
        else:
            action = listing.computers[listing.daily.level](state.view(seat), mind(seal, len(log)))
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return log


def every_log() -> str:
    """The daily matches of all games, as one text."""
    return "\n".join(f"{move.seat} {move.text}" for game in GAMES for move in log_of(game))


def test_two_processes_that_hash_texts_differently_play_the_same() -> None:
    shown = [
        subprocess.run(
            [sys.executable, "-c", SHOW],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert shown[0] == shown[1] == f"{every_log()}\n"


@pytest.mark.parametrize("game", GAMES)
def test_it_takes_about_five_minutes(game: str) -> None:
    turns = sum(move.seat == 0 for move in log_of(game))

    assert FEWEST <= turns <= MOST


@pytest.mark.parametrize("game", GAMES)
def test_another_key_deals_something_else(game: str) -> None:
    assert log_of(game)[0] != log_of(game, Seal(bytes(KEY_BYTES), ()))[0]


def test_a_computer_player_of_two_minds_decides_by_the_key_and_the_number_of_the_move() -> None:
    assert mind(SEAL, 3).random() == mind(SEAL, 3).random()
    assert len({mind(SEAL, 3).random(), mind(SEAL, 4).random(), mind(Seal(bytes(KEY_BYTES), ()), 3).random()}) == 3
