"""Plays whole matches of Volltreffer between computer players."""

from random import Random

from games.core import CHANCE, Computer, Options
from games.volltreffer import GAME
from games.volltreffer.actions import VolltrefferAction
from games.volltreffer.rules import VolltrefferState
from games.volltreffer.view import VolltrefferView
from tests.games.volltreffer.tables import act


def plays_through(
    computer: Computer[VolltrefferView, VolltrefferAction], seats: int, options: Options, rng: Random
) -> VolltrefferState:
    """The end of a match in which every seat has this computer player. Fails at an illegal action."""
    state = GAME.start(seats, options)
    while not state.outcome:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
        state = act(state, action.to_text())
    return state
