"""A day's best match, decision by decision, for everyone to step through once its day is over. Knows no Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.matches.replaying import new_state
from bot.tables.table import Person, Table
from games.catalogue import GAMES
from games.core import Action, Move

NOBODY_KNOWN = 0
"""In place of the id of a player who isn't named."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the player knew and everyone could see, and what the player then did."""

    view: Any
    seen: Any
    action: Action


def decisions(table: Table, log: Sequence[Move]) -> list[Decision]:
    """Every decision of the match's only person, without moves that had no alternative."""
    state = new_state(table)
    parse = GAMES[table.game].game.parse_action
    found = []
    for move in log:
        action = parse(move.text)
        if move.seat in table.seats_of_people:
            view = state.view(move.seat)
            if view.forced_action is None:
                found.append(Decision(view, state.view(None), action))
        state = state.apply(move.seat, action).state
    return found


def under_name(table: Table, name: str) -> Table:
    """The table with this name in place of its player's."""
    sitters = (Person(NOBODY_KNOWN, name) if isinstance(one, Person) else one for one in table.sitters)
    return replace(table, sitters=tuple(sitters))
