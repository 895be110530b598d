"""Positions of games, for tests of what chooses a move."""

from random import Random
from typing import Any

from games.catalogue import GAMES
from games.core import draws


def position(game: str) -> Any:  # noqa: ANN401 - its game's own view
    """The view of the first seat to act in a match."""
    rules = GAMES[game].game
    state = rules.start(rules.seats.start, {})
    for draw in draws(state, Random(1)):
        state = draw.step.state
    return state.view(min(state.to_act))
