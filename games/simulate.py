"""Whole matches between computer players. Knows no game by name."""

from random import Random

from games.chance import Source, chance_of
from games.core import CHANCE, A, Computer, Game, Move, Options, V


def play_out(
    game: Game[A, V],
    seats: int,
    options: Options,
    computer: Computer[V, A],
    rng: Random,
    *,
    source: Source | None = None,
) -> list[Move]:
    """The log of one match with `computer` in every seat. Shape: chance draws from `rng` as well without a source."""
    state = game.start(seats, options)
    log: list[Move] = []
    drawn = 0
    while state.to_act:
        seat = min(state.to_act)  # of several who choose at the same time any may come first
        if seat == CHANCE:
            action = state.sample_chance(chance_of(source or rng, drawn))
            drawn += 1
        else:
            action = computer(state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return log
