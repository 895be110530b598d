"""OpenSpiel beside our engine, where it is installed (`pip install open_spiel`): its nearest games, from Python."""

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

PEERS = {"bluff": "liars_dice(players=2,numdice=5)"}
"""For a game of ours, what comes nearest to it there. OpenSpiel's liar's dice is for two, and ends with one round."""


def peer_of(game: str) -> str | None:
    """The name of the contender that stands beside this game."""
    return f"OpenSpiel {PEERS[game]}" if game in PEERS else None


def contenders(games: Iterable[str]) -> dict[str, Callable[[Random], int]]:
    """How to play one random match of each peer. Shape: empty where OpenSpiel is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return {}
    pyspiel = importlib.import_module("pyspiel")
    return {f"OpenSpiel {PEERS[game]}": _player(pyspiel.load_game(PEERS[game])) for game in games if game in PEERS}


def _player(game: Any) -> Callable[[Random], int]:  # noqa: ANN401 - a compiled module without types
    def play(rng: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                decisions += 1
                state.apply_action_with_legality_check(rng.choice(state.legal_actions()))
        return decisions

    return play
