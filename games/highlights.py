"""Turning points: the one moment of a match that people at the table would tell others about.

Each game finds its moments in what was really played, with all hands open, and says how much there is to tell.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Seat

OF_A_WINNER: Final = 1.5
"""How much more there is to tell of somebody who has won in the end."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened. Secret until the match has been played to its end.

    Shape: the story is about `seat`. The `weight`, how much there is to tell, goes from 0 for what always happens to
    about 10 for what's told for years.
    """

    seat: Seat
    weight: float


def turning_point(moments: Iterable[Moment], winners: Container[Seat]) -> Moment | None:
    """The moment with most to tell, the latest of several; None if there is none."""
    found, most = None, -1.0
    for moment in moments:
        weight = moment.weight * (OF_A_WINNER if moment.seat in winners else 1)
        if weight >= most:
            found, most = moment, weight
    return found


def lateness(number: int, rounds: int) -> float:
    """Factor for the weight of what happened in a round: the later it is, the more of the match it decides."""
    return 0.4 + 0.7 * number / rounds


@dataclass(frozen=True, slots=True)
class FromBehind(Moment):
    """The winner was so many points `behind` the leader after this round, with `left` to play, and won by `ahead`."""

    behind: int
    round: int
    left: int
    leader: Seat
    ahead: int


@dataclass(frozen=True, slots=True)
class Narrow(Moment):
    """The winner had so few points more than the second, 0 if both have won."""

    ahead: int
    second: Seat


@dataclass(frozen=True, slots=True)
class StartToFinish(Moment):
    """The winner led after every round, and won by so many points."""

    ahead: int
    second: Seat


def race(totals: Sequence[Sequence[int]], worth: float) -> Iterator[Moment]:
    """How the lead has changed. `totals` are everyone's points after each round; so many are `worth` one of weight."""
    final = totals[-1]
    best, second, *_ = sorted(range(len(final)), key=lambda seat: -final[seat])
    ahead, winner = final[best] - final[second], Seat(best)
    if ahead <= worth:
        yield Narrow(winner, 2.4 - ahead / worth, ahead, Seat(second))
    if not ahead or len(totals) < 3:
        return
    for number, points in enumerate(totals[:-1], 1):
        behind, left = max(points) - points[winner], len(totals) - number
        if behind and (left == 1 or 2 * number >= len(totals)):
            weight = 1.5 + behind / worth * (1.2 if left == 1 else 0.8) + (0.8 if left == 1 else 0)
            yield FromBehind(winner, weight, behind, number, left, Seat([*points].index(max(points))), ahead)
    if all(points[winner] > max(points[seat] for seat in range(len(points)) if seat != winner) for points in totals):
        yield StartToFinish(winner, 1.6 + 0.3 * ahead / worth, ahead, Seat(second))
