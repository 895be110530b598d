"""OpenSpiel beside our engine, where it is installed (`pip install open_spiel`): its nearest games, from Python."""

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

TRICKS = "oh_hell(players=4,num_tricks_fixed=12)"

PEERS = {"bluff": "liars_dice(numdice=5)", "faehrte": TRICKS, "tuecke": TRICKS, "volltreffer": TRICKS}
"""For a game of ours, what comes nearest to it there. OpenSpiel's liar's dice is for two, and ends with one round."""


def peer_of(game: str) -> str:
    """The name of the contender that stands beside this game; "" where there is none."""
    return PEERS.get(game, "")


def contenders(games: Iterable[str]) -> dict[str, Callable[[Random], int]]:
    """How to play one random match of each peer. Shape: empty where OpenSpiel is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return {}
    pyspiel = importlib.import_module("pyspiel")
    return {peer: _player(pyspiel.load_game(peer)) for peer in dict.fromkeys(map(peer_of, games)) if peer}


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
