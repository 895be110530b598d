"""Runs the engine of a table's game: from its log to a state, and on from there. Knows no game by name."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.errors import OutOfDate
from bot.tables.clock import PACES
from bot.tables.table import Table
from games.catalogue import GAMES
from games.chance import Source
from games.core import CHANCE, Action, Move, Seat, State, complete, draws, replay
from games.figures import Played, RunningFigures, replayed

Made = list[Played[Any, Any]]
"""Moves that were made and aren't stored yet, in order."""


def forced_move(state: State[Any, Any]) -> tuple[Seat, Action] | None:
    """The first seat with only one legal action, and that action; None if every seat has a choice."""
    for seat in sorted(state.to_act):
        action = state.view(seat).forced_action
        if action is not None:
            return seat, action
    return None


def run_on(
    state: State[Any, Any],
    made: Made,
    source: Source,
    *,
    drawn: int,
    plays_forced: bool,
    stops: Callable[[State[Any, Any]], bool],
) -> State[Any, Any]:
    """The state after everything that needs no player: chance and, if wanted, forced moves. Appends these to `made`.

    Stops early if `stops` says so, before chance makes its next move.
    Shape: `drawn` counts the moves of chance before them.
    """
    while not stops(state):
        for draw in draws(state, source, drawn):
            drawn += 1
            made.append(Played(state, CHANCE, draw.action, draw.step))
            state = draw.step.state
        forced = forced_move(state) if plays_forced else None
        if forced is None:
            break
        made.append(play(state, *forced))
        state = made[-1].step.state
    return state


def play(state: State[Any, Any], seat: Seat, action: Action) -> Played[Any, Any]:
    """A move by this seat. Raises: IllegalAction."""
    return Played(state, seat, action, state.apply(seat, action))


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


def replay_with_figures(table: Table, log: Sequence[Move]) -> tuple[State[Any, Any], RunningFigures]:
    """As `replay_of`, with the figures of the match so far."""
    listing = GAMES[table.game]
    moves = list(replayed(listing.game, table.capacity, options_of(table), log))
    state = moves[-1].step.state if moves else new_state(table)
    return state, RunningFigures.start(table.capacity).after(listing.observe, moves)
