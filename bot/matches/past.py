"""What everyone at a table has seen of its match so far, from its log. Knows no game by name, and no seat's view."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic

from bot.matches.replaying import new_state
from bot.tables.table import Table
from games.catalogue import GAMES
from games.core import Event, Move, V


@dataclass(frozen=True, slots=True)
class Seen(Generic[V]):
    """One move as everyone sees it. Shape: the views are a spectator's, so neither has what a seat keeps to itself."""

    before: V
    after: V
    events: tuple[Event, ...]


Round = tuple[Seen[V], ...]
"""The moves of a round, oldest first: from its deal or roll to the one that scores it, or to the latest."""


def rounds_seen(table: Table, log: Iterable[Move]) -> tuple[Round[Any], ...]:
    """What everyone has seen, round by round. Shape: oldest first; no round is empty, and only the last unfinished.

    Raises: whatever the game raises for a log it cannot replay.
    """
    parse, state = GAMES[table.game].game.parse_action, new_state(table)
    before = state.view(None)
    rounds: list[list[Seen[Any]]] = []
    for move in log:
        step = state.apply(move.seat, parse(move.text))
        state, after = step.state, step.state.view(None)
        if before.rounds_over == len(rounds):
            rounds.append([])
        rounds[-1].append(Seen(before, after, step.events))
        before = after
    return tuple(map(tuple, rounds))
