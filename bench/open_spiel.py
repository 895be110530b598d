"""OpenSpiel's most similar games, played from Python for comparison if installed (`pip install open_spiel`)."""

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

TRICKS = "oh_hell(players=4,num_tricks_fixed=12)"

PEERS = {"bluff": "liars_dice(numdice=5)", "faehrte": TRICKS, "tuecke": TRICKS, "volltreffer": TRICKS}
"""By game, the most similar one in OpenSpiel. Its liar's dice has two players and one round."""


def peer_of(game: str) -> str:
    """The name of the OpenSpiel game that this game is compared with; "" if there is none."""
    return PEERS.get(game, "")


def contenders(games: Iterable[str]) -> dict[str, Callable[[Random], int]]:
    """Functions that play one random match of each OpenSpiel game. Shape: empty if OpenSpiel isn't installed."""
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
