"""What matches show about how somebody plays: the figures that each game counts. Knows no game by name, no storage."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple

from games.core import A, Game, Move, Options, Seat, State, Step, V, V_co


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that a game counts for each player.

    Shape: `key` is stored, at most 20 characters, and differs from the game's other keys. A "share" says how often
    something happened, and is shown as 58 %; a "mean" says how much of it there was, and is shown as 3.4.
    """

    key: str
    kind: Literal["share", "mean"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a figure was observed, and what the amounts come to: `total / count` is the share or the mean.

    Shape: neither is negative; for a share, `total` is how often it came true, at most `count`.
    """

    total: int
    count: int


class Observation(NamedTuple):
    """One case of a figure. Shape: for a share, `amount` is 1 if it came true, else 0."""

    seat: Seat
    figure: Figure
    amount: int


class Played(NamedTuple, Generic[A, V_co]):
    """One move of a match, with the whole state before it, secrets included."""

    before: State[A, V_co]
    seat: Seat
    action: A
    step: Step[A, V_co]


Observer = Callable[[Iterable[Played[A, V]]], Iterable[Observation]]
"""What a game counts in the moves of a match, which come in order and may break off anywhere."""

_NOTHING = Tally(0, 0)


def fold(
    game: Game[A, V], observe: Observer[A, V], seats: int, options: Options, log: Iterable[Move]
) -> tuple[Mapping[str, Tally], ...]:
    """What a closed match adds to the figures of every seat. It may have broken off at any move.

    Secrets are looked at, so a match that goes on must not be folded for anyone to see.

    Shape: one mapping a seat, by the figures' keys; without those that were never observed. `log` is one that `replay`
    accepts.
    """
    return tallies(observe(_played(game, seats, options, log)), seats)


def tallies(observations: Iterable[Observation], seats: int) -> tuple[Mapping[str, Tally], ...]:
    """The sums of these observations. Shape: see `fold`."""
    found: tuple[dict[str, Tally], ...] = tuple({} for _ in range(seats))
    for seat, figure, amount in observations:
        so_far = found[seat].get(figure.key, _NOTHING)
        found[seat][figure.key] = Tally(so_far.total + amount, so_far.count + 1)
    return found


def _played(game: Game[A, V], seats: int, options: Options, log: Iterable[Move]) -> Iterator[Played[A, V]]:
    state = game.start(seats, options)
    for move in log:
        action = game.parse_action(move.text)
        step = state.apply(move.seat, action)
        yield Played(state, move.seat, action, step)
        state = step.state
