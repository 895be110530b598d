"""Runs the engine of a table's game: from its log to a state, and on from there. Knows no game by name."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.errors import OutOfDate
from bot.tables.clock import PACES
from bot.tables.table import Table
from games.catalogue import GAMES
from games.chance import Source
from games.core import CHANCE, Action, Move, Seat, State, complete, draws, replay


def forced_move(state: State[Any, Any]) -> tuple[Seat, Action] | None:
    """The first seat with only one legal action, and that action; None if every seat has a choice."""
    for seat in sorted(state.to_act):
        action = state.view(seat).forced_action
        if action is not None:
            return seat, action
    return None


def run_on(
    state: State[Any, Any],
    log: list[Move],
    source: Source,
    *,
    drawn: int,
    plays_forced: bool,
    stops: Callable[[State[Any, Any]], bool],
) -> State[Any, Any]:
    """The state after everything that needs no player: chance and, if wanted, forced moves. Appends them to the log.

    Stops early if `stops` says so, before chance makes its next move.
    Shape: `drawn` counts the moves of chance before them.
    """
    while not stops(state):
        for draw in draws(state, source, drawn):
            drawn += 1
            state = draw.step.state
            log.append(Move(CHANCE, draw.action.to_text()))
        forced = forced_move(state) if plays_forced else None
        if forced is None:
            break
        seat, action = forced
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return state


def view_after(state: State[Any, Any], seat: Seat, actions: Sequence[Action]) -> Any:  # noqa: ANN401
    """What this seat will know after these actions, before chance or anyone else acts."""
    for action in actions:
        state = state.apply(seat, action).state
    return state.view(seat)


def options_of(table: Table) -> dict[str, bool | int]:
    """Every option of the table's game with its value, defaults included."""
    return complete(GAMES[table.game].game.options(table.capacity), table.options)


def check_playable(draft: Table) -> None:
    """Raises: OutOfDate if the table could not be played: a client can send an outdated form of a command."""
    if draft.capacity not in GAMES[draft.game].game.seats or draft.pace not in PACES:
        raise OutOfDate
    try:
        options_of(draft)
    except ValueError as error:
        raise OutOfDate from error


def new_state(table: Table) -> State[Any, Any]:
    """The state of the table's game before its first move."""
    return GAMES[table.game].game.start(table.capacity, options_of(table))


def replay_of(table: Table, log: Sequence[Move]) -> State[Any, Any]:
    """The state that the table's log leads to. Raises: whatever the game raises for a log it cannot replay."""
    return replay(GAMES[table.game].game, table.capacity, options_of(table), log)
