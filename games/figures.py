"""Figures that matches show about how somebody plays, each counted by its game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self

from games.core import A, Game, Move, Options, Seat, State, Step, V, V_co
from games.highlights import Moment


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that a game counts for each player.

    `key` is stored, at most 20 characters, and differs from the game's other keys. A "share" says how often
    something happened, and is shown as 58 %; a "mean" says how much of it there was, and is shown as 3.4.
    """

    key: str
    kind: Literal["share", "mean"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a figure was observed, and what the amounts come to: `total / count` is the share or the mean.

    Neither is negative; for a share, `total` is how often it came true, at most `count`.
    """

    total: int
    count: int


class Observation(NamedTuple):
    """One case of a figure. For a share, `amount` is 1 if it came true, else 0."""

    seat: Seat
    figure: Figure
    amount: int


class Played(NamedTuple, Generic[A, V_co]):
    """One move of a match, with the whole state before it, secrets included."""

    before: State[A, V_co]
    seat: Seat
    action: A
    step: Step[A, V_co]

    @property
    def move(self) -> Move:
        """The move as a line of the log."""
        return Move(self.seat, self.action.to_text())


class Observed(NamedTuple):
    """Observations of a game in one move. `memory` is what it needs to know of this move at the next one.

    `moments` are what has happened by this move that is worth telling, if any.
    """

    observations: Sequence[Observation]
    memory: object = None
    moments: Sequence[Moment] = ()


Observer = Callable[[Played[A, V], Any], Observed]
"""Finds what a game counts in a move, given its memory of those before, which is None at the first move."""

_NOTHING = Tally(0, 0)


@dataclass(frozen=True, slots=True)
class RunningFigures:
    """Additions of a match to the figures of every seat so far. It may break off at any move.

    Secrets are looked at, so while the match goes on, nobody may see any of it.

    `tallies` has one mapping a seat, by the figures' keys, without those that were never observed; `memory` is
    the observer's. `moments` are those worth telling so far, in order.
    """

    tallies: tuple[Mapping[str, Tally], ...]
    memory: object = None
    moments: tuple[Moment, ...] = ()

    @classmethod
    def start(cls, seats: int) -> Self:
        """The figures before the first move."""
        return cls(tuple({} for _ in range(seats)))

    def after(self, observe: Observer[A, V], moves: Iterable[Played[A, V]]) -> "RunningFigures":
        """The figures after these moves, which follow those counted so far."""
        found: list[Observation] = []
        memory, told = self.memory, list(self.moments)
        for move in moves:
            observations, memory, moments = observe(move, memory)
            found += observations
            told += moments
        return RunningFigures(_added(self.tallies, found), memory, tuple(told))


def fold(
    game: Game[A, V], observe: Observer[A, V], seats: int, options: Options, log: Iterable[Move]
) -> tuple[Mapping[str, Tally], ...]:
    """Additions of a closed match to the figures of every seat.

    As `RunningFigures.tallies`; `log` is one that `replay` accepts.
    """
    return RunningFigures.start(seats).after(observe, replayed(game, seats, options, log)).tallies


def replayed(game: Game[A, V], seats: int, options: Options, log: Iterable[Move]) -> Iterator[Played[A, V]]:
    """Plays the moves of a log again. Raises: MalformedAction, IllegalAction at the first that the rules refuse."""
    state = game.start(seats, options)
    for move in log:
        action = game.parse_action(move.text)
        step = state.apply(move.seat, action)
        yield Played(state, move.seat, action, step)
        state = step.state


def _added(
    tallies: tuple[Mapping[str, Tally], ...], observations: Sequence[Observation]
) -> tuple[Mapping[str, Tally], ...]:
    """The tallies with these observations."""
    if not observations:
        return tallies
    found = tuple(map(dict, tallies))
    for seat, figure, amount in observations:
        so_far = found[seat].get(figure.key, _NOTHING)
        found[seat][figure.key] = Tally(so_far.total + amount, so_far.count + 1)
    return found
