"""Plays whole matches of Mit List und Tücke, for tests of its computer players."""

from random import Random

from games.core import CHANCE, Computer, Options, State
from games.tuecke import COMPUTERS, GAME
from games.tuecke.actions import TueckeAction
from games.tuecke.view import TueckeView

TueckeComputer = Computer[TueckeView, TueckeAction]


def place_among(computer: TueckeComputer, seats: int, rng: Random) -> int:
    """The place of this player, in a random seat against `random` in all others."""
    own = rng.randrange(seats)
    state: State[TueckeAction, TueckeView] = GAME.start(seats, {})
    while not state.outcome:
        (seat,) = state.to_act
        chosen = computer if seat == own else COMPUTERS["random"]
        action = state.sample_chance(rng) if seat == CHANCE else chosen(state.view(seat), rng)
        state = state.apply(seat, action).state
    return state.outcome.places[own]


def assert_plays_legally(computer: TueckeComputer, seats: int, options: Options, rng: Random) -> None:
    """Checks each choice of this player in a match in which `random` makes half of the moves, for unusual positions."""
    state: State[TueckeAction, TueckeView] = GAME.start(seats, options)
    while not state.outcome:
        (seat,) = state.to_act
        if seat == CHANCE:
            state = state.apply(seat, state.sample_chance(rng)).state
            continue
        view = state.view(seat)
        action = computer(view, rng)
        view.check(action)
        if rng.random() < 1 / 2:
            action = COMPUTERS["random"](view, rng)
        state = state.apply(seat, action).state
