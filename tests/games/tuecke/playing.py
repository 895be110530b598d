"""Whole matches of Mit List und Tücke by computer players, for the tests of these."""

from random import Random

from games.core import CHANCE, Computer, Options, State
from games.tuecke import COMPUTERS, GAME
from games.tuecke.actions import TueckeAction
from games.tuecke.view import TueckeView

TueckeComputer = Computer[TueckeView, TueckeAction]


def place_among(computer: TueckeComputer, seats: int, rng: Random) -> int:
    """Where this player in a random seat ends against `random` in all others."""
    own = rng.randrange(seats)
    state: State[TueckeAction, TueckeView] = GAME.start(seats, {})
    while not state.outcome:
        (seat,) = state.to_act
        chosen = computer if seat == own else COMPUTERS["random"]
        action = state.sample_chance(rng) if seat == CHANCE else chosen(state.view(seat), rng)
        state = state.apply(seat, action).state
    return state.outcome.places[own]


def assert_plays_legally(computer: TueckeComputer, seats: int, options: Options, rng: Random) -> None:
    """A match in which this player or, one time in two, `random` acts: so it sees what it would not bring about."""
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
