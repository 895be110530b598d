"""Makes what everyone has seen of a round, for tests that tell it."""

from collections.abc import Callable
from typing import Any

from bot.matches.history import Round, Seen
from games.core import Game, Seat, State


def first(state: State[Any, Any], _text: str) -> Seat:
    """The first seat to act."""
    return min(state.to_act)


def seen(
    game: Game[Any, Any],
    state: State[Any, Any],
    *texts: str,
    whose: Callable[[Any, str], Seat] = first,
) -> Round[Any]:
    """What everyone sees when these actions follow, each by the seat whose it is."""
    moves: list[Seen[Any]] = []
    for text in texts:
        step = state.apply(whose(state, text), game.parse_action(text))
        moves.append(Seen(state.view(None), step.state.view(None), step.events))
        state = step.state
    return tuple(moves)
