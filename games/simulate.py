"""Whole matches between computer players. Knows no game by name."""

from random import Random

from games.core import CHANCE, A, Computer, Game, Move, Options, V


def play_out(game: Game[A, V], seats: int, options: Options, computer: Computer[V, A], rng: Random) -> list[Move]:
    """The log of one match with `computer` in every seat."""
    state = game.start(seats, options)
    log: list[Move] = []
    while state.to_act:
        seat = min(state.to_act)  # of several who choose at the same time any may come first
        action = state.sample_chance(rng) if seat == CHANCE else computer(state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return log
