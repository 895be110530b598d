"""A finished match to step through: where a reader stops, and the state there."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.core import CHANCE, Action, Game, Move, Options, Seat, State

KEPT: Final = 16
"""Every so many moves a state is kept; the others are played again from the one before. All would take more memory."""

AnyState = State[Any, Any]


class Stop(NamedTuple):
    """Actions between two stops.

    `before` and `after` are the states around it. `done` are its actions in order, chance's included.
    """

    before: AnyState
    done: tuple[tuple[Seat, Action], ...]
    after: AnyState

    @property
    def is_simultaneous(self) -> bool:
        """Whether several seats chose without seeing each other's choices."""
        return len(self.before.to_act) > 1

    @property
    def by_players(self) -> tuple[tuple[Seat, Action], ...]:
        """The actions of players, in order."""
        return tuple((seat, action) for seat, action in self.done if seat != CHANCE)

    @property
    def ends_round(self) -> bool:
        """Whether a round has been scored by this."""
        scored: bool = self.after.view(None).rounds_over > self.before.view(None).rounds_over
        return scored


class Replay:
    """The states of a match, by the number of moves that have been made.

    A reader stops once for each turn: after everything that a player does in it and what chance draws for it, after
    a simultaneous choice of all, and after a deal. The end of a round comes before the deal of the next one.
    """

    def __init__(self, game: Game[Any, Any], seats: int, options: Options, log: Sequence[Move]) -> None:
        """Raises: MalformedAction, IllegalAction at the first move that the rules refuse."""
        self._parse = game.parse_action
        self._log = tuple(log)
        state: AnyState = game.start(seats, options)
        self._kept = [state]
        stops, rounds = [], []
        is_between = True
        for number, move in enumerate(self._log, 1):
            before, state = state, state.apply(move.seat, self._parse(move.text)).state
            if number % KEPT == 0:
                self._kept.append(state)
            if number == len(self._log) or _is_stop(before, state):
                stops.append(number)
                if is_between:
                    rounds.append(number)
                is_between = CHANCE in state.to_act
        self.stops = tuple(stops)
        """After how many moves a reader stops, ascending; the last one is the end of the log."""
        self.rounds = tuple(rounds)
        """The first stop of each round, which is after its deal."""

    def stop(self, move: int) -> int:
        """The stop at this move or the last one before it; the first one if there is none. Any number will do."""
        return self.stops[max(bisect_right(self.stops, move) - 1, 0)]

    def turn(self, stop: int) -> Stop:
        """Actions since the stop before this one."""
        at = self.stops.index(stop)
        first = self.stops[at - 1] if at else 0
        before = state = self.state(first)
        done = []
        for move in self._log[first:stop]:
            action = self._parse(move.text)
            done.append((move.seat, action))
            state = state.apply(move.seat, action).state
        return Stop(before, tuple(done), state)

    def state(self, move: int) -> AnyState:
        """The state after this many moves, from 0 to the length of the log."""
        state = self._kept[move // KEPT]
        for played in self._log[move // KEPT * KEPT : move]:
            state = state.apply(played.seat, self._parse(played.text)).state
        return state


def _is_stop(before: AnyState, after: AnyState) -> bool:
    """Whether a reader should look at the state after this move, and not only at what it leads to."""
    known = after.view(None)
    if CHANCE in after.to_act:
        is_end: bool = known.rounds_over > before.view(None).rounds_over
        return is_end
    return after.decision != before.decision and not known.continues_turn
