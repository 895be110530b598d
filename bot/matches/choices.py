"""A lesson learner's latest choice, and what they knew then, for the teacher to discuss. Knows no game by name."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.matches.replaying import new_state
from bot.tables.table import Table
from games.catalogue import GAMES
from games.core import Action, Move, Seat, State


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and what its seat knew before taking it."""

    view: Any
    action: Action


def choice(table: Table, state: State[Any, Any], seat: Seat, action: Action) -> Choice | None:
    """The choice of a lesson's learner. Shape: None for anyone else, and if only one action was possible."""
    if not table.is_lesson or seat not in table.seats_of_people:
        return None
    view = state.view(seat)
    return None if view.forced_action else Choice(view, action)


def last_choice(table: Table, log: Iterable[Move]) -> Choice | None:
    """The latest choice of the learner in this log, so that a restart does not lose it; None without one."""
    if not table.is_lesson:
        return None
    found, state = None, new_state(table)
    parse = GAMES[table.game].game.parse_action
    for move in log:
        action = parse(move.text)
        found = choice(table, state, move.seat, action) or found
        state = state.apply(move.seat, action).state
    return found
